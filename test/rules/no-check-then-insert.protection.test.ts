import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import type { IdempotencySettings } from '../../src/analysis/settings.js';
import { briefOf, findingsOf } from './findings-of.js';

const START = `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export async function register(email: string, input: Input) {
`;
/** Findings in the body of a function; its first line is the fourth. */
const found = (body: string, settings?: IdempotencySettings): readonly string[] =>
  briefOf(findingsOf(rule, `${START}${body}\n}`, settings));

const CODES = "const CODES = new Set(['P2002', '23505']);";
const CHECK = 'if (await db.user.findUnique({ where: { email } })) return;';
const INSERT = 'db.user.create({ data: { email } })';

describe('an insert that leaves a duplicate to the database', () => {
  it('is left alone when it says so', () => {
    expect(found(`${CHECK}\nawait db.user.createMany({ data: [{ email }], skipDuplicates: true });`)).toEqual([]);
    expect(found(`${CHECK}\nawait db.user.createMany({ data: [{ email }], skipDuplicates: false });`)).toEqual(['5 checkThenInsert']);
  });

  it('is left alone when it is an upsert', () => {
    expect(found(`${CHECK}\nawait db.user.upsert({ where: { email }, create: { email }, update: {} });`)).toEqual([]);
  });

  it('is left alone when it has ON CONFLICT', () => {
    expect(found(`${CHECK}\nawait db.$executeRaw\`INSERT INTO user (email) VALUES (\${email}) ON CONFLICT (email) DO NOTHING\`;`)).toEqual([]);
    expect(found(`${CHECK}\nawait db.$executeRaw\`INSERT INTO user (email) VALUES (\${email})\`;`)).toEqual(['5 checkThenInsert']);
  });
});

describe('a unique violation', () => {
  it('that is caught and told from other errors is handled', () => {
    expect(found(`${CHECK}
try {
await ${INSERT};
} catch (error) {
if (error.code !== 'P2002') throw error;
}`)).toEqual([]);
  });

  it('that is only logged is not', () => {
    expect(found(`${CHECK}
try {
await ${INSERT};
} catch (error) {
logger.error(error);
}`)).toEqual(['6 checkThenInsert']);
  });

  it('that is thrown on, or answered with null, is not', () => {
    expect(found(`${CHECK}\ntry {\nawait ${INSERT};\n} catch (error) {\nthrow new Error('failed', { cause: error });\n}`)).toEqual([
      '6 checkThenInsert',
    ]);
    expect(found(`${CHECK}\ntry {\nawait ${INSERT};\n} catch {\nreturn null;\n}`)).toEqual(['6 checkThenInsert']);
  });

  it('with another code is not', () => {
    expect(found(`${CHECK}\ntry {\nawait ${INSERT};\n} catch (error) {\nif (error.code !== 'P2025') throw error;\n}`)).toEqual([
      '6 checkThenInsert',
    ]);
  });

  it.each([
    ["error.code === '23505'"],
    ["error.code === 'ER_DUP_ENTRY'"],
    ['error.code === 11000'],
    ['error instanceof UniqueConstraintViolationException'],
    ["error.message.includes('duplicate key')"],
    ["['P2002'].includes(error.code)"],
    ["CODES.has(error.code)"],
    ['/duplicate/i.test(error.message)'],
    ['isUniqueViolation(error)'],
  ])('is known by %s', test => {
    expect(found(`${CODES}\n${CHECK}\ntry {\nawait ${INSERT};\n} catch (error) {\nif (${test}) return;\nthrow error;\n}`)).toEqual([]);
  });

  it('can be told in a switch', () => {
    const handled = (code: string): string =>
      `${CHECK}\ntry {\nawait ${INSERT};\n} catch (error) {\nswitch (error.code) { case '${code}': return; default: throw error; }\n}`;
    expect(found(handled('P2002'))).toEqual([]);
    expect(found(handled('P2025'))).toEqual(['6 checkThenInsert']);
  });

  it('can be caught of the promise', () => {
    expect(found(`${CHECK}\nawait ${INSERT}.catch(error => { if (error.code !== 'P2002') throw error; });`)).toEqual([]);
    expect(found(`${CHECK}\nawait ${INSERT}.catch(error => { logger.error(error); });`)).toEqual(['5 checkThenInsert']);
  });

  it('can be told by a helper', () => {
    const code = (test: string): string => `${START}${CHECK}
try { await ${INSERT}; } catch (error) { if (!isTaken(error)) throw error; }
}
function isTaken(error: any) { return ${test}; }`;
    expect(briefOf(findingsOf(rule, code("error.code === 'P2002'")))).toEqual([]);
    expect(briefOf(findingsOf(rule, code("error.code === 'P2025'")))).toEqual(['5 checkThenInsert']);
  });

  it('that is answered like the row that was found is handled', () => {
    expect(found(`if (await db.user.findUnique({ where: { email } })) return { ok: true };
try {
await ${INSERT};
} catch {
return { ok: true };
}`)).toEqual([]);
  });
});

describe('a transaction', () => {
  const within = (options: string): string => `await db.$transaction(async tx => {
const user = await tx.user.findUnique({ where: { email } });
if (!user) await tx.user.create({ data: { email } });
}${options});`;

  it('at the default isolation keeps nothing out', () => {
    expect(found(within(''))).toEqual(['6 checkThenInsert']);
    expect(found(within(", { isolationLevel: 'RepeatableRead' }"))).toEqual(['6 checkThenInsert']);
  });

  it('that is serializable keeps the second run out', () => {
    expect(found(within(", { isolationLevel: 'Serializable' }"))).toEqual([]);
    expect(found(`const { Prisma } = require('@prisma/client');
${within(', { isolationLevel: Prisma.TransactionIsolationLevel.Serializable }')}`)).toEqual([]);
  });

  it('of which the read is not a part keeps nothing out', () => {
    expect(found(`${CHECK}
await db.$transaction(async tx => {
await tx.user.create({ data: { email } });
}, { isolationLevel: 'Serializable' });`)).toEqual(['6 checkThenInsert']);
  });

  it('of a wrapper that the settings name is what they say', () => {
    const body = `await inTransaction(async () => {\n${CHECK}\nawait ${INSERT};\n});`;
    expect(found(body, { wrappers: [{ name: 'inTransaction', kind: 'transaction' }] })).toEqual(['6 checkThenInsert']);
    expect(found(body, { wrappers: [{ name: 'inTransaction', kind: 'serializable-transaction' }] })).toEqual([]);
  });
});

describe('a lock', () => {
  it('of the row that is missing locks nothing', () => {
    expect(found(`await db.$transaction(async tx => {
const [user] = await tx.$queryRaw\`SELECT id FROM user WHERE email = \${email} FOR UPDATE\`;
if (!user) await tx.user.create({ data: { email } });
});`)).toEqual(['6 checkThenInsert']);
  });

  it('of the transaction, on a key that is there before, keeps the second run out', () => {
    const body = (lock: string): string => `await db.$transaction(async tx => {
await tx.$executeRaw\`${lock}\`;
const user = await tx.user.findUnique({ where: { email } });
if (!user) await tx.user.create({ data: { email } });
});`;
    expect(found(body('SELECT pg_advisory_xact_lock(hashtext(${email}))'))).toEqual([]);
    expect(found(body('SELECT hashtext(${email})'))).toEqual(['7 checkThenInsert']);
  });

  it('that a wrapper holds keeps the second run out', () => {
    const body = `await withLock(email, async () => {\n${CHECK}\nawait ${INSERT};\n});`;
    expect(found(body, { wrappers: [{ name: 'withLock', kind: 'lock' }] })).toEqual([]);
    expect(found(body)).toEqual(['6 checkThenInsert']);
  });

  it('taken between the read and the insert is too late', () => {
    expect(found(`${CHECK}\nawait withLock(email, async () => {\nawait ${INSERT};\n});`, {
      wrappers: [{ name: 'withLock', kind: 'lock' }],
    })).toEqual(['6 checkThenInsert']);
  });

  it('with the state read again inside is right', () => {
    expect(found(`${CHECK}\nawait withLock(email, async () => {\n${CHECK}\nawait ${INSERT};\n});`, {
      wrappers: [{ name: 'withLock', kind: 'lock' }],
    })).toEqual([]);
  });
});
