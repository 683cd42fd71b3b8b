import { describe, expect, it } from 'vitest';
import { traceOf } from './traces.js';

const READ = 'const user = await db.user.findUnique({ where: { email } });';
const INSERT = 'db.user.create({ data: { email } })';

const ABSENT = ['read user', 'insert user if user absent'];
const PRESENT = ['read user', 'insert user if user present'];
const EITHER = ['read user', 'insert user'];
const MAYBE = ['read user', 'insert user if maybe'];

describe('an early exit', () => {
  it.each([
    ['return', `${READ} if (user) return user; await ${INSERT};`, ABSENT],
    ['throw', `${READ} if (user) throw new Error('taken'); await ${INSERT};`, ABSENT],
    ['of the absent side', `${READ} if (!user) throw new Error('missing'); await ${INSERT};`, PRESENT],
    ['in a nested block', `${READ} if (user) { if (input) {} { return user; } } await ${INSERT};`, ABSENT],
    ['on both sides', `${READ} if (user) { return user; } else { return 1; } await ${INSERT};`, ['read user']],
    ['that depends on more than the row', `${READ} if (user && input.strict) return user; await ${INSERT};`, ABSENT],
    ['for an input', `${READ} if (!input) return; await ${INSERT};`, MAYBE],
    ['with no exit', `${READ} if (user) log(user); await ${INSERT};`, EITHER],
  ])('%s', (_, body, expected) => {
    expect(traceOf(body)).toEqual(expected);
  });
});

describe('how absence is asked', () => {
  it.each([
    ['!user'],
    ['user === null'],
    ['null == user'],
    ['user === undefined || user === null'],
    ['!user?.id'],
    ['!(user && user.id)'],
    ['!Boolean(user)'],
    ['typeof user === "undefined" || !user'],
    ['user ? false : true'],
  ])('%s', test => {
    expect(traceOf(`${READ} if (${test}) await ${INSERT};`)).toEqual(ABSENT);
  });

  it.each([
    ['count', '(await db.user.count({ where: { email } })) === 0'],
    ['count less than one', '(await db.user.count({ where: { email } })) < 1'],
    ['not positive', '!((await db.user.count({ where: { email } })) > 0)'],
    ['empty list', '(await db.user.findMany({ where: { email } })).length === 0'],
    ['no first', '!(await db.user.findMany({ where: { email } }))[0]'],
    ['none fits', '!(await db.user.findMany({ where: { email } })).some(user => user.email === email)'],
    ['not found among', '!(await db.user.findMany({ where: { email } })).find(user => user.email === email)'],
    ['not in a set', '!new Set((await db.user.findMany({ where: { email } })).map(user => user.email)).has(email)'],
  ])('%s', (_, test) => {
    expect(traceOf(`if (${test}) await ${INSERT};`)).toEqual(ABSENT);
  });

  it('by a variable', () => {
    expect(traceOf(`${READ} const isNew = !user; const go = isNew; if (go) await ${INSERT};`)).toEqual(ABSENT);
  });

  it('by a variable that is set on the way', () => {
    expect(traceOf(`${READ} let found = false; if (user) found = true; if (!found) await ${INSERT};`)).toEqual(ABSENT);
    expect(traceOf(`${READ} let found = false; if (input) found = true; if (!found) await ${INSERT};`)).toEqual(MAYBE);
  });
});

describe('branches', () => {
  it.each([
    ['else', `${READ} if (user) { log(user); } else { await ${INSERT}; }`, ABSENT],
    ['else if', `${READ} if (input) { log(); } else if (!user) { await ${INSERT}; }`, ABSENT],
    ['ternary', `${READ} return user ? user : await ${INSERT};`, ABSENT],
    ['ternary, other side', `${READ} return user ? await ${INSERT} : null;`, PRESENT],
    ['??', `${READ} return user ?? (await ${INSERT});`, ABSENT],
    ['||', `${READ} return user || (await ${INSERT});`, ABSENT],
    ['&&', `${READ} user && (await ${INSERT});`, PRESENT],
    ['! and &&', `${READ} !user && (await ${INSERT});`, ABSENT],
    ['??=', `let user = await db.user.findUnique({ where: { email } }); user ??= await ${INSERT};`, ABSENT],
    ['||=', `let user = await db.user.findUnique({ where: { email } }); user ||= await ${INSERT};`, ABSENT],
    ['&&=', `let user = await db.user.findUnique({ where: { email } }); user &&= await ${INSERT};`, PRESENT],
    ['a choice of an input', `${READ} return input ? user : await ${INSERT};`, MAYBE],
  ])('%s', (_, body, expected) => {
    expect(traceOf(body)).toEqual(expected);
  });

  it('a variable assigned on one side is one or the other after', () => {
    expect(traceOf(`let user = await db.user.findUnique({ where: { email } });
      if (!user) user = await ${INSERT};
      if (user) await db.post.create({ data: { email } });`)).toEqual([
      'read user', 'insert user if user absent', 'insert post',
    ]);
  });
});

describe('switch', () => {
  it.each([
    ['a case', `${READ} switch (user) { case null: await ${INSERT}; break; default: log(user); }`, ABSENT],
    ['of true', `${READ} switch (true) { case !!user: return user; default: await ${INSERT}; }`, ABSENT],
    ['of an input', `${READ} switch (input.kind) { case 'a': await ${INSERT}; }`, MAYBE],
    ['a case that falls through', `${READ} switch (input.kind) { case 'a': case 'b': if (!user) await ${INSERT}; }`, ABSENT],
  ])('%s', (_, body, expected) => {
    expect([...new Set(traceOf(body))]).toEqual(expected);
  });
});
