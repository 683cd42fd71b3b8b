import { describe, expect, it } from 'vitest';
import { traceOf, unitsOf } from './traces.js';

const INSERT = 'db.user.create({ data: { email } })';

describe('for ... of', () => {
  it('runs its body when the list it goes over holds something', () => {
    expect(traceOf('for (const user of await db.user.findMany()) await db.post.create({ data: { id: user.id } });')).toEqual([
      'read user', 'insert post if user present',
    ]);
  });

  it('says nothing of what comes after it', () => {
    expect(traceOf(`for (const user of await db.user.findMany()) log(user); await ${INSERT};`)).toEqual(['read user', 'insert user']);
  });

  it('reads anew at each turn', () => {
    expect(traceOf(`for (const one of input.list) {
      const user = await db.user.findUnique({ where: { email: one } });
      if (user) continue;
      await ${INSERT};
    }`)).toEqual(['read user if maybe', 'insert user if user absent']);
  });

  it('over one written out is that one', () => {
    expect(traceOf(`for (const client of [db]) await client.user.create({ data: { email } });`)).toEqual([
      'insert user',
    ]);
  });
});

describe('methods of lists', () => {
  it.each([
    ['forEach', 'rows.forEach(async row => { await db.post.create({ data: row }); });'],
    ['map in Promise.all', 'await Promise.all(rows.map(row => db.post.create({ data: row })));'],
    ['filter, then map', 'await Promise.all(rows.filter(row => row.isNew).map(row => db.post.create({ data: row })));'],
  ])('%s runs when there is something', (_, body) => {
    expect(traceOf(`const rows = await db.user.findMany(); ${body}`)).toEqual(['read user', 'insert post if user present']);
  });

  it('run in a loop', () => {
    const [unit] = unitsOf({
      'app.ts': `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export const run = async (list: Input[]) => { await Promise.all(list.map(data => db.user.create({ data }))); };`,
    });
    expect(unit?.operations.map(({ scopes }) => scopes.map(({ kind }) => kind))).toEqual([['loop']]);
  });
});

describe('while', () => {
  it('is left when its test fails', () => {
    expect(traceOf(`let user = await db.user.findFirst({ where: { email } });
      while (user) { await wait(); user = await db.user.findFirst({ where: { email } }); }
      await ${INSERT};`).at(-1)).toBe('insert user if user absent, user absent');
  });

  it('do ... while that looks for a value still free', () => {
    expect(traceOf(`let slug; let taken;
      do { slug = random(); taken = await db.user.findUnique({ where: { slug } }); } while (taken);
      await db.user.create({ data: { slug } });`)).toEqual(['read user', 'insert user if user absent']);
  });

  it('an endless one is left through its break', () => {
    expect(traceOf(`for (;;) {
        const user = await db.user.findUnique({ where: { email } });
        if (!user) break;
        await wait();
      }
      await ${INSERT};`)).toEqual(['read user', 'insert user if user absent']);
  });

  it('a counting one may end for another reason', () => {
    expect(traceOf(`for (let i = 0; i < 3; i++) {
        const user = await db.user.findUnique({ where: { email } });
        if (!user) break;
      }
      await ${INSERT};`)).toEqual(['read user', 'insert user']);
  });

  it('return out of a loop leaves the function', () => {
    expect(traceOf(`while (true) {
        const user = await db.user.findUnique({ where: { email } });
        if (user) return user;
        await ${INSERT};
      }`)).toEqual(['read user', 'insert user if user absent']);
  });
});
