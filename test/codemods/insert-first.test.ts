import { describe, expect, it } from 'vitest';
import { codemod } from '../../codemods/insert-first.js';
import { rewritten } from './rewritten.js';

const HEAD = `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
`;
const SCHEMA = `datasource db {
  provider = "postgresql"
}
model User {
  id    Int    @id @default(autoincrement())
  email String @unique
  name  String
}
`;
const CAUGHT = "if (!(error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')) throw error;";

const run = (body: string, schema = SCHEMA) =>
  rewritten(codemod, {
    'app.ts': `${HEAD}export async function register(email: string, name: string) {\n${body}\n}\n`,
    'prisma/schema.prisma': schema,
  });

/** The body of the function after the rewrite. */
const bodyOf = (after: string): string => after.slice(after.indexOf('{\n', after.indexOf('register')) + 2, -3);

describe('insert-first', () => {
  it('answers the row of the other run where a row found is answered', () => {
    const { after } = run(`  const existing = await prisma.user.findUnique({ where: { email } });
  // known already
  if (existing) {
    return existing;
  }
  // a new one
  return prisma.user.create({ data: { email, name } });`);
    expect(bodyOf(after)).toBe(`  const existing = await prisma.user.findUnique({ where: { email } });
  // known already
  if (existing) {
    return existing;
  }
  // a new one
  try {
    return await prisma.user.create({ data: { email, name } });
  } catch (error) {
    ${CAUGHT}
    const winner = await prisma.user.findUnique({ where: { email } });
    if (winner) {
      return winner;
    }
    throw error;
  }`);
    expect(after).toMatch(/^import \{ PrismaClient, Prisma \} from '@prisma\/client';\n/u);
  });

  it('keeps the new row known after the try', () => {
    const { after } = run(`  const found = await prisma.user.findFirst({ where: { email } });
  if (found !== null) throw new Error(\`\${found.email} is taken\`);
  const user = await prisma.user.create({
    data: { email, name },
  });
  return { ...user, isNew: true };`);
    expect(bodyOf(after)).toBe(`  const found = await prisma.user.findFirst({ where: { email } });
  if (found !== null) throw new Error(\`\${found.email} is taken\`);
  let user;
  try {
    user = await prisma.user.create({
      data: { email, name },
    });
  } catch (error) {
    ${CAUGHT}
    const winner = await prisma.user.findFirst({ where: { email } });
    if (winner !== null) throw new Error(\`\${winner.email} is taken\`);
    throw error;
  }
  return { ...user, isNew: true };`);
  });

  it('reads again where the variable gets the new row', () => {
    const { after } = run(`  let user = await prisma.user.findUnique({ where: { email } });
  if (!user) {
    user = await prisma.user.create({ data: { email, name } });
  }
  return user.id;`);
    expect(bodyOf(after)).toContain(`    try {
      user = await prisma.user.create({ data: { email, name } });
    } catch (error) {
      ${CAUGHT}
      user = await prisma.user.findUnique({ where: { email } });
      if (!user) throw error;
    }`);
  });

  it('does what the other side does with a row', () => {
    const { after } = run(`  const user = await prisma.user.findUnique({ where: { email } });
  if (!user) {
    await prisma.user.create({ data: { email, name } });
  } else {
    await prisma.user.update({ where: { id: user.id }, data: { name } });
  }`);
    expect(bodyOf(after)).toContain(`    } catch (error) {
      ${CAUGHT}
      const winner = await prisma.user.findUnique({ where: { email } });
      if (!winner) throw error;
      await prisma.user.update({ where: { id: winner.id }, data: { name } });
    }`);
  });

  it('has nothing more to do where the row only has to be there', () => {
    const { after } = run(`  const user = await prisma.user.findUnique({ where: { email } });
  if (user === null) {
    await prisma.user.create({ data: { email, name } });
  }`);
    expect(bodyOf(after)).toContain(`    } catch (error) {
      ${CAUGHT}
    }`);
  });

  it('is silent on what it made, and changes it no more', () => {
    const first = run(`  const existing = await prisma.user.findUnique({ where: { email } });
  if (existing) return existing;
  return prisma.user.create({ data: { email, name } });`);
    const second = rewritten(codemod, { 'app.ts': first.after, 'prisma/schema.prisma': SCHEMA });
    expect(first.done).toHaveLength(1);
    expect(second).toMatchObject({ after: first.after, done: [], left: [] });
  });

  it.each([
    [
      'no constraint',
      `  const found = await prisma.user.findFirst({ where: { name } });
  if (found) return found;
  return prisma.user.create({ data: { email, name } });`,
      'no unique constraint stands behind it; add one first',
    ],
    [
      'more after the insert',
      `  const found = await prisma.user.findUnique({ where: { email } });
  if (!found) {
    await prisma.user.create({ data: { email, name } });
    await greet(email);
  }`,
      'more is done after the insert, which the second run must not do',
    ],
    [
      'a transaction',
      `  return prisma.$transaction(async tx => {
    const found = await tx.user.findUnique({ where: { email } });
    if (found) return found;
    return tx.user.create({ data: { email, name } });
  });`,
      'in a transaction a violation may abort it, so that nothing can be read after',
    ],
    [
      'a promise that nothing waits for',
      `  const found = await prisma.user.findUnique({ where: { email } });
  if (found) return;
  void prisma.user.create({ data: { email, name } }).then(greet);`,
      'nothing waits for the insert, so that its error comes out elsewhere',
    ],
  ])('leaves alone: %s', (_, body, reason) => {
    const { before, after, left } = run(body);
    expect(after).toBe(before);
    expect(left.map(({ text }) => text)).toEqual([reason]);
  });

  it('leaves alone what it knows no schema of', () => {
    const { left } = rewritten(codemod, {
      'app.ts': `${HEAD}export async function register(email: string) {
  const found = await prisma.user.findFirst({ where: { email } });
  if (found) return found;
  return prisma.user.create({ data: { email } });
}
`,
    });
    expect(left.map(({ text }) => text)).toEqual(['the schema of user was not found']);
  });
});
