import { describe, expect, it } from 'vitest';
import { traceOf } from './traces.js';

const INSERT = 'db.user.create({ data: { email } })';
const ABSENT = ['read user', 'insert user if user absent'];
const PRESENT = ['read user', 'insert user if user present'];

const GET = `async function getUser(email: string) {
  const user = await db.user.findUnique({ where: { email } });
  if (!user) throw new Error('missing');
  return user;
}
async function refuseTaken(email: string) {
  if (await db.user.findUnique({ where: { email } })) throw new Error('taken');
}`;

describe('a helper that throws', () => {
  it('when the row is there leads to the absent side', () => {
    expect(traceOf(`await refuseTaken(email); await ${INSERT};`, GET)).toEqual(ABSENT);
  });

  it('when it is not leads to the present side', () => {
    expect(traceOf(`const user = await getUser(email); await ${INSERT};`, GET)).toEqual(PRESENT);
  });

  it('in a condition holds on both sides of it', () => {
    expect(traceOf(`if ((await getUser(email)).active) await ${INSERT};`, GET)).toEqual(PRESENT);
  });

  it('is what a method of the library can be as well', () => {
    expect(traceOf(`await db.user.findUniqueOrThrow({ where: { email } }); await ${INSERT};`)).toEqual(PRESENT);
  });
});

describe('catch', () => {
  it('is the absent side of a helper that throws when nothing is found', () => {
    expect(traceOf(`try { return await getUser(email); } catch { return await ${INSERT}; }`, GET)).toEqual(ABSENT);
  });

  it('that ends leaves the present side after it', () => {
    expect(traceOf(`try { await getUser(email); } catch { return; } await ${INSERT};`, GET)).toEqual(PRESENT);
  });

  it('that goes on leaves both', () => {
    expect(traceOf(`try { await getUser(email); } catch (error) { log(error); } await ${INSERT};`, GET)).toEqual([
      'read user', 'insert user',
    ]);
  });

  it('that answers null makes of it a lookup', () => {
    expect(traceOf(`const user = await find(email); if (!user) await ${INSERT};`, `${GET}
async function find(email: string) { try { return await getUser(email); } catch { return null; } }`)).toEqual(ABSENT);
  });

  it('of a promise does the same', () => {
    expect(traceOf(`const user = await getUser(email).catch(() => null); if (!user) await ${INSERT};`, GET)).toEqual(ABSENT);
  });

  it('of something that cannot be read is undecided', () => {
    expect(traceOf(`try { await input.load(); } catch { await ${INSERT}; }`)).toEqual(['insert user']);
  });

  it('keeps the assignments of what was tried', () => {
    expect(traceOf(`let user;
      try { user = await db.user.findUnique({ where: { email } }); } catch (error) { throw error; }
      if (!user) await ${INSERT};`)).toEqual(ABSENT);
  });
});

describe('finally', () => {
  it('runs either way', () => {
    expect(traceOf(`try { await getUser(email); } finally { await ${INSERT}; }`, GET)).toEqual(['read user', 'insert user']);
  });

  it('does not stop what was thrown', () => {
    expect(traceOf(`try { await getUser(email); } finally { log(); } await ${INSERT};`, GET)).toEqual(PRESENT);
  });
});
