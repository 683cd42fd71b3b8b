import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-affected-rows-check.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const found = (code: string | Readonly<Record<string, string>>): readonly string[] => briefOf(findingsOf(rule, code));

const prisma = (body: string): string => `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function redeem(id: string, userId: string, gateway: Gateway) {
  ${body}
}`;
const claim = "prisma.voucher.updateMany({ where: { id, usedAt: null }, data: { usedAt: new Date() } })";
const grant = 'await prisma.grant.create({ data: { userId } });';

describe('a claim that nobody looks at', () => {
  it('is reported where a row is inserted after it', () => {
    const [finding] = findingsOf(rule, prisma(`await ${claim};\n  ${grant}`));
    expect(finding).toMatchObject({ messageId: 'updated', loc: { start: { line: 4 } } });
    expect(finding && textOf(rule, finding)).toBe(
      'Of two runs only one changes `usedAt` of `voucher`, but both go on to insert `grant` (line 5). ' +
        'Read the number of rows changed and stop where it is zero.',
    );
  });

  it('is left alone where the count is compared', () => {
    expect(found(prisma(`const { count } = await ${claim};\n  if (count === 0) return;\n  ${grant}`))).toEqual([]);
    expect(found(prisma(`if ((await ${claim}).count === 0) throw new Error('used');\n  ${grant}`))).toEqual([]);
  });

  it('is left alone where the count is returned or handed on', () => {
    expect(found(prisma(`const { count } = await ${claim};\n  ${grant}\n  return count;`))).toEqual([]);
    expect(found(prisma(`assertOne(await ${claim});\n  ${grant}`))).toEqual([]);
  });

  it('is left alone where nothing comes after it', () => {
    expect(found(prisma(`${grant}\n  await ${claim};`))).toEqual([]);
    expect(found(prisma(`await ${claim};\n  return prisma.voucher.findUnique({ where: { id } });`))).toEqual([]);
  });

  it('is reported where a service is paid through, or a balance changed', () => {
    expect(found(prisma(`await ${claim};\n  await gateway.payOut(userId);`))).toEqual(['4 updated']);
    expect(found(prisma(`await ${claim};
  await prisma.wallet.update({ where: { userId }, data: { balance: { increment: 5 } } });`))).toEqual(['4 updated']);
  });

  it('is left alone where what follows is ignored the second time', () => {
    expect(found(prisma(`await ${claim};
  await prisma.grant.createMany({ data: [{ userId }], skipDuplicates: true });`))).toEqual([]);
  });

  it('is left alone where the row is read again and decides', () => {
    expect(found(prisma(`await ${claim};
  const row = await prisma.voucher.findUnique({ where: { id } });
  if (row?.usedBy !== userId) return;
  ${grant}`))).toEqual([]);
  });

  it('is left alone where something else was won before', () => {
    expect(found(prisma(`const { count } = await prisma.order.updateMany({ where: { id, status: 'open' }, data: { status: 'busy' } });
  if (count !== 1) return;
  await ${claim};
  ${grant}`))).toEqual([]);
  });

  it('is reported where it stands in a helper, and where a helper answers it to nobody', () => {
    const helper = (body: string, call: string): string => `${prisma(`${call};\n  ${grant}`)}
async function take(id: string) { ${body} }`;
    expect(found(helper(`await ${claim};`, 'await take(id)'))).toEqual(['4 updated']);
    expect(found(helper(`return ${claim};`, 'await take(id)'))).toEqual(['4 updated']);
    expect(found(helper(`return ${claim};`, 'if (!(await take(id)).count) return'))).toEqual([]);
  });

  it('is reported among others that are awaited at once', () => {
    expect(found(prisma(`await Promise.all([${claim}, gateway.ping()]);\n  ${grant}`))).toEqual(['4 updated']);
  });
});

describe('a write that claims nothing', () => {
  it('is by key alone', () => {
    expect(found(prisma(`await prisma.voucher.updateMany({ where: { id }, data: { usedAt: new Date() } });\n  ${grant}`))).toEqual([]);
  });

  it('goes over all rows of a parent', () => {
    expect(found(prisma(`await prisma.address.updateMany({ where: { userId, isDefault: true }, data: { isDefault: false } });
  await prisma.address.create({ data: { userId, isDefault: true } });`))).toEqual([]);
  });

  it('cleans up', () => {
    expect(found(prisma(`await prisma.token.deleteMany({ where: { userId, used: true } });
  await prisma.token.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  await prisma.token.create({ data: { userId } });`))).toEqual([]);
  });

  it('tests another column than it writes', () => {
    expect(found(prisma(`await prisma.voucher.updateMany({ where: { id, userId }, data: { note: 'x' } });\n  ${grant}`))).toEqual([]);
  });

  it('throws where no row fits', () => {
    expect(found(prisma(`await prisma.voucher.update({ where: { id, usedAt: null }, data: { usedAt: new Date() } });\n  ${grant}`))).toEqual([]);
  });

  it('only pushes a time on', () => {
    expect(found(prisma(`await prisma.session.updateMany({ where: { id, lastSeenAt: { lt: soon } }, data: { lastSeenAt: new Date() } });\n  ${grant}`))).toEqual([]);
  });

  it('takes back in a catch clause', () => {
    expect(found(prisma(`try { await gateway.payOut(userId); } catch (error) {
    await prisma.voucher.updateMany({ where: { id, status: 'busy' }, data: { status: 'open' } });
    await gateway.sendEmail(userId);
  }`))).toEqual([]);
  });
});

describe('a delete', () => {
  const consume = "prisma.code.deleteMany({ where: { token: id, status: 'open' } })";

  it('is reported where it consumes', () => {
    expect(found(prisma(`await ${consume};\n  ${grant}`))).toEqual(['4 deleted']);
  });

  it('is left alone where its count decides, or by key alone', () => {
    expect(found(prisma(`if ((await ${consume}).count === 0) return;\n  ${grant}`))).toEqual([]);
    expect(found(prisma(`await prisma.code.deleteMany({ where: { id } });\n  ${grant}`))).toEqual([]);
  });
});

describe('raw SQL', () => {
  const pg = (body: string): string => `import { Pool } from 'pg';
const pool = new Pool();
export async function take(id: string) {
  ${body}
  await pool.query('INSERT INTO grants (voucher_id) VALUES ($1)', [id]);
}`;
  const update = "pool.query('UPDATE vouchers SET used_at = now() WHERE id = $1 AND used_at IS NULL RETURNING id', [id])";

  it('is reported', () => {
    expect(found(pg(`await ${update};`))).toEqual(['4 updated']);
  });

  it('is left alone where the rows returned or their number are read', () => {
    expect(found(pg(`const { rows } = await ${update};\n  if (rows.length === 0) return;`))).toEqual([]);
    expect(found(pg(`const { rowCount } = await ${update};\n  if (rowCount === 0) return;`))).toEqual([]);
  });

  it('is left alone where the row was locked before in the same transaction', () => {
    const locked = (lock: string): string => `import { Pool } from 'pg';
const pool = new Pool();
export async function take(id: string) {
  const client = await pool.connect();
  await client.query('BEGIN');
  const { rows } = await client.query('SELECT * FROM vouchers WHERE id = $1 ${lock}', [id]);
  if (rows[0].used_at) throw new Error('used');
  await client.query('UPDATE vouchers SET used_at = now() WHERE id = $1 AND used_at IS NULL', [id]);
  await client.query('INSERT INTO grants (voucher_id) VALUES ($1)', [id]);
  await client.query('COMMIT');
}`;
    expect(found(locked('FOR UPDATE'))).toEqual([]);
    expect(found(locked(''))).toEqual(['8 updated']);
  });
});
