import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-atomic-token-consume.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string): readonly string[] => briefOf(findingsOf(rule, code));

const redis = (body: string): string => `import Redis from 'ioredis';
const redis = new Redis();
export async function verify(phone: string, code: string, enter: (id: string) => Promise<void>) {
  const key = \`otp:\${phone}\`;
  ${body}
}`;

describe('a token in redis', () => {
  it('is reported when it is read, compared and removed', () => {
    const [finding] = findingsOf(rule, redis(`const stored = await redis.get(key);
  if (stored !== code) throw new Error('wrong');
  await redis.del(key);`));
    expect(finding).toMatchObject({ messageId: 'removed', loc: { start: { line: 7 } } });
    expect(finding && textOf(rule, finding)).toContain('Two runs with one token both read `otp:` (line 5)');
  });

  it.each([
    "if ((await redis.getdel(key)) !== code) throw new Error('wrong');",
    "if ((await redis.get(key)) !== code) return false;\n  return (await redis.del(key)) === 1;",
    "if ((await redis.get(key)) !== code) return;\n  if (!(await redis.del(key))) throw new Error('used');\n  await enter(phone);",
    "if ((await redis.get(key)) === 'expired') { await redis.del(key); throw new Error('expired'); }",
    "if ((await redis.get(key)) === 'expired') { await redis.del(key); return false; }\n  return true;",
    'if (await redis.get(key)) await redis.del(key);\n  await redis.set(key, code, "EX", 60);',
    'await redis.watch(key);\n  if ((await redis.get(key)) === code) await redis.multi().del(key).exec();',
    'await redis.del(key);',
  ])('is left alone: %s', body => {
    expect(found(redis(body))).toEqual([]);
  });

  it('is left alone when the key says nothing of a token', () => {
    const code = redis('const stored = await redis.get(key);\n  if (stored !== code) return;\n  await redis.del(key);');
    expect(found(code.replace('otp:', 'profile:'))).toEqual([]);
    expect(found(code.replace('otp:', 'otp:attempts:'))).toEqual([]);
    expect(found(code)).toEqual(['7 removed']);
  });

  it('is found when read and removal stand in functions of their own', () => {
    expect(found(redis(`if (!(await holds(key, code))) return false;
  await drop(key);
  return true;`).concat(`
const holds = async (key: string, code: string) => (await redis.get(key)) === code;
async function drop(key: string) {
  await redis.del(key);
  return true;
}`))).toEqual(['11 removed']);
  });
});

describe('a list that is drained', () => {
  const drain = (body: string): string => redis(`const items = await redis.smembers('outbox');\n  ${body}`);

  it('is reported when its members are handed on', () => {
    expect(found(drain("await redis.del('outbox');\n  return items;"))).toEqual(['6 drained']);
  });

  it('is left alone when they are keys of a cache', () => {
    expect(found(drain("await redis.del(...items);\n  await redis.del('outbox');"))).toEqual([]);
  });
});

const prisma = (body: string): string => `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function reset(token: string, password: string, mailer: Mailer) {
  const row = await prisma.passwordReset.findFirst({ where: { token } });
  if (!row) throw new Error('expired');
  ${body}
}`;
const effect = 'await prisma.user.update({ where: { id: row.userId }, data: { password } });';
const removal = 'await prisma.passwordReset.deleteMany({ where: { id: row.id } });';

describe('a token in a table', () => {
  it('is reported when nobody asks whether the removal removed it', () => {
    expect(found(prisma(`${effect}\n  ${removal}`))).toEqual(['7 removed']);
    expect(found(prisma(`${removal}\n  ${effect}`))).toEqual(['6 removed']);
  });

  it.each([
    ['its removal is counted', `const { count } = ${removal}\n  if (count === 0) throw new Error('used');\n  ${effect}`],
    ['its removal throws and comes first', `await prisma.passwordReset.delete({ where: { id: row.id } });\n  ${effect}`],
    ['nothing comes of it', removal],
    ['what comes of it is the same each time', `${effect.replace('{ password }', '{ verified: true }')}\n  ${removal}`],
    ['it is removed because it is too old', `if (row.expires < new Date()) { ${removal} throw new Error('expired'); }\n  ${effect}`],
  ])('is left alone when %s', (_, body) => {
    expect(found(prisma(body))).toEqual([]);
  });

  it('is reported when the removal throws after something that cannot be taken back', () => {
    const late = 'await prisma.passwordReset.delete({ where: { id: row.id } });';
    expect(found(prisma(`await mailer.sendMail(row.email);\n  ${late}`))).toEqual(['7 removed']);
  });

  it('is left to no-read-then-update when it is marked', () => {
    const mark = "if (row.usedAt) throw new Error('used');\n  await prisma.passwordReset.update({ where: { id: row.id }, data: { usedAt: new Date(), token: null } });";
    expect(found(prisma(`${mark}\n  ${effect}`))).toEqual([]);
  });

  it('is no token when it is a session', () => {
    expect(found(prisma(`${effect}\n  ${removal}`).replaceAll('passwordReset', 'session'))).toEqual([]);
  });
});

describe('a token in a column', () => {
  const user = (where: string): string => `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function reset(resetToken: string, password: string) {
  const user = await prisma.user.findFirst({ where: { resetToken } });
  if (!user) throw new Error('expired');
  await prisma.user.updateMany({ where: ${where}, data: { password, resetToken: null } });
}`;

  it('is reported when it is emptied by id', () => {
    expect(found(user('{ id: user.id }'))).toEqual(['6 cleared']);
  });

  it('is left alone when the update asks for it', () => {
    expect(found(user('{ id: user.id, resetToken }'))).toEqual([]);
  });
});
