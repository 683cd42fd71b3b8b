import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { findingsOf } from './findings-of.js';

const SAVE = `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
async function save(user) {
  return user.id ? db.user.update({ where: { id: user.id }, data: user }) : db.user.create({ data: { email: user.email } });
}
`;
const found = (body: string) => findingsOf(rule, `${SAVE}export async function run(id, email) {\n${body}\n}`);

const TAKEN = "if (await db.user.findUnique({ where: { email } })) throw new Error('taken');";

describe('a function that updates what has a key and inserts what has none', () => {
  it('inserts what was just made', () => {
    expect(found(`${TAKEN} await save({ email });`)).toHaveLength(1);
  });

  it('updates a row that was read', () => {
    expect(found(`${TAKEN} const user = await db.user.findUnique({ where: { id } }); if (!user) throw new Error('missing'); await save({ id: user.id, email });`)).toEqual([]);
    expect(found(`${TAKEN} const user = await db.user.findUnique({ where: { id } }); if (!user) throw new Error('missing'); await save({ id, email });`)).toEqual([]);
  });
});

describe('a number counted on', () => {
  const numbered = (data: string) =>
    found(`const last = await db.user.findFirst({ where: { team: id }, orderBy: { position: 'desc' } }); await db.user.create({ data: ${data} });`);

  it('is of the column that it is written to', () => {
    expect(numbered('{ team: id, position: last.position + 1 }')).toHaveLength(1);
    expect(numbered('{ team: id, label: last.name + 1 }')).toEqual([]);
  });
});
