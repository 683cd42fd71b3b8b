import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-read-then-update.js';
import { briefOf, findingsOf } from './findings-of.js';

/** What the rule finds in a function of the shop, by its line there. */
const found = (body: string): readonly string[] =>
  briefOf(findingsOf(rule, `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function run(id: string, input: Input, user: User) {
const row = await prisma.order.findUnique({ where: { id } });
if (!row) throw new Error('none');
${body}
}`));

describe('a comparison with the value that is then written', () => {
  const body = `if (row.name === input.name) throw new Error('same');
await prisma.order.update({ where: { id }, data: { name: input.name } });
await prisma.audit.create({ data: { orderId: id } });`;

  it('only asks whether there is anything to do', () => {
    expect(found(body)).toEqual([]);
  });

  it('is a decision where another value is compared', () => {
    expect(found(body.replace('row.name === input.name', "row.name === 'fixed'"))).toEqual(['7 decided']);
  });
});

describe('a column that is handed to a function', () => {
  it('is a matter of that function', () => {
    expect(found(`if (!mayChange(user, row.role)) throw new Error('forbidden');
await prisma.order.update({ where: { id }, data: { role: input.role } });`)).toEqual([]);
  });

  it('is a decision where the column itself is compared', () => {
    expect(found(`if (row.role !== 'draft') throw new Error('final');
await prisma.order.update({ where: { id }, data: { role: input.role } });`)).toEqual(['7 decided']);
  });
});

describe('a state that the filter names and the update changes', () => {
  const claim = `if (row.email === 'none') throw new Error('none');
await prisma.order.updateMany({ where: { id, status: { not: 'SIGNED' } }, data: { status: 'SIGNED', email: input.email } });`;

  it('guards the other columns too', () => {
    expect(found(claim)).toEqual([]);
  });

  it('is needed for that', () => {
    expect(found(claim.replace(", status: { not: 'SIGNED' }", ''))).toEqual(['7 decided']);
  });
});

describe('a constant', () => {
  const verify = `if (row.verified === false) {
await prisma.order.update({ where: { id }, data: { verified: true } });
}`;

  it('converges where the test only leads to it', () => {
    expect(found(verify)).toEqual([]);
  });

  it('does not where something else comes with it that repeats', () => {
    expect(found(verify.replace('\n}', "\nawait prisma.parcel.create({ data: { orderId: id } });\n}"))).toEqual(['7 decided']);
  });

  it('is a claim where a repeat is refused', () => {
    expect(found(`if (row.used) throw new Error('used');
await prisma.order.update({ where: { id }, data: { used: true } });`)).toEqual(['7 decided']);
  });
});

describe('a time that is pushed on', () => {
  const refresh = `if (row.expires > Date.now()) throw new Error('not yet');
await prisma.order.update({ where: { id }, data: { expires: Date.now() + 1000 } });`;

  it('is no decision', () => {
    expect(found(refresh)).toEqual([]);
  });

  it('is one where it is compared with a time given', () => {
    expect(found(refresh.replace('> Date.now()', '> input.at'))).toEqual(['7 decided']);
  });
});

describe('rows that are counted', () => {
  const count = `const owners = await prisma.order.count({ where: { role: 'owner' } });
if (owners === 1) throw new Error('last');`;

  it('decide on an update of one of them', () => {
    expect(found(`${count}\nawait prisma.order.update({ where: { id }, data: { role: 'guest' } });`)).toEqual(['8 counted']);
  });

  it('decide with what another row is', () => {
    const last = count.replace('owners === 1', "owners === 1 && member.role === 'owner'");
    expect(found(`${last.replace('if', `const member = await prisma.order.findUnique({ where: { id: input.member } });\nif`)}
await prisma.order.delete({ where: { id: input.member } });`)).toEqual(['9 counted']);
  });

  it('say nothing of a row that this run has made', () => {
    expect(found(`${count}
const made = await prisma.order.create({ data: { role: 'owner' } });
await prisma.order.update({ where: { id: made.id }, data: { role: 'guest' } });`)).toEqual([]);
  });
});
