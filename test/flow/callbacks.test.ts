import { describe, expect, it } from 'vitest';
import { clientFile, traceOf, traceOfFiles, unitsOf } from './traces.js';

const FIND = 'db.user.findUnique({ where: { email } })';
const INSERT = 'db.user.create({ data: { email } })';
const ABSENT = ['read user', 'insert user if user absent'];

describe('a callback', () => {
  it('of a function of the project runs where that calls it', () => {
    expect(traceOf(`await unless(${FIND}, () => ${INSERT});`, `
async function unless(found: Promise<unknown>, body: () => unknown) { if (!(await found)) await body(); }`)).toEqual(ABSENT);
  });

  it('answers through the function that calls it', () => {
    expect(traceOf(`const user = await timed(() => ${FIND}); if (!user) await ${INSERT};`, `
async function timed<T>(body: () => Promise<T>) { start(); try { return await body(); } finally { stop(); } }`)).toEqual(ABSENT);
  });

  it('of an unknown function runs once, with nothing known of the answer', () => {
    expect(traceOf(`const user = await ${FIND}; if (user) return; await input.perform(async () => { await ${INSERT}; });`)).toEqual(ABSENT);
  });

  it('of an unknown function that by its name wraps it answers for it', () => {
    expect(traceOf(`const user = await withSpan('find', () => ${FIND}); if (!user) await ${INSERT};`)).toEqual(ABSENT);
    expect(traceOf(`const user = await input.memoize(() => ${FIND}); if (!user) await ${INSERT};`)).toEqual(ABSENT);
  });

  it('of an unknown function that does not say so leaves the answer open', () => {
    expect(traceOf(`const user = await input.pick(() => ${FIND}); if (!user) await ${INSERT};`)).toEqual([
      'read user', 'insert user if maybe',
    ]);
  });

  it('that throws does not end the function that hands it over', () => {
    expect(traceOf(`input.each(() => { throw new Error('no'); }); await ${INSERT};`)).toEqual(['insert user']);
  });

  it('stands in the body that it is written in', () => {
    const [unit] = unitsOf({
      'app.ts': `import { withClient } from './client.js';
export async function run(email: string) { await withClient(client => client.user.create({ data: { email } })); }`,
      'client.ts': `${clientFile}export const withClient = (body: Body) => body(db);`,
    });
    expect(unit?.operations.map(({ frames }) => frames.length)).toEqual([0]);
  });

  it('handed on by bind, call and apply runs as well', () => {
    expect(traceOf(`await add.call(null, email); await add.apply(null, [email]); await add.bind(null)(email);`, `
const add = (email: string) => db.user.create({ data: { email } });`)).toEqual(['insert user', 'insert user', 'insert user']);
  });
});

describe('a closure', () => {
  it('sees the variables around it', () => {
    expect(traceOf(`const user = await ${FIND}; const add = async () => { if (!user) await ${INSERT}; }; await add();`)).toEqual([
      ...ABSENT,
      // On its own:
      'insert user if maybe',
    ]);
  });

  it('that nothing here calls is a body of its own', () => {
    expect(traceOf(`const user = await ${FIND}; if (user) return; input.later = async () => { await ${INSERT}; };`)).toEqual([
      'read user', 'insert user',
    ]);
  });
});

describe('a factory', () => {
  it('of an object of functions', () => {
    expect(traceOfFiles({
      'app.ts': `import { makeUsers } from './users.js';
import { db } from './db.js';
const users = makeUsers({ db });
export async function run(email: string) { if (!(await users.find(email))) await users.add(email); }`,
      'users.ts': `export const makeUsers = ({ db }: Context) => ({
  find: (email: string) => db.user.findUnique({ where: { email } }),
  async add(email: string) { return db.user.create({ data: { email } }); },
});`,
      'db.ts': clientFile,
    })).toEqual(ABSENT);
  });

  it('of a function', () => {
    expect(traceOf(`await register({ db })(email);`, `
const register = ({ db: client }: Context) => async (email: string) => {
  const user = await client.user.findUnique({ where: { email } });
  return user ?? client.user.create({ data: { email } });
};`)).toEqual(ABSENT);
  });

  it('that calls itself through its own object', () => {
    expect(traceOf(`await users.ensure(email);`, `
const users = {
  find(email: string) { return db.user.findUnique({ where: { email } }); },
  async ensure(email: string) { return (await this.find(email)) ?? db.user.create({ data: { email } }); },
};`)).toEqual(ABSENT);
  });
});
