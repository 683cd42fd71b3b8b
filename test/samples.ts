/** A check-then-insert in one function: the insert is on line 6. */
export const checkThenInsert = `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function register(email: string): Promise<void> {
  const user = await prisma.user.findUnique({ where: { email } });
  if (!user) {
    await prisma.user.create({ data: { email } });
  }
}
`;

/** The same in plain CommonJS. */
export const checkThenInsertCommonJs = `const { PrismaClient } = require('@prisma/client');
const prisma = new PrismaClient();
exports.register = async email => {
  const user = await prisma.user.findUnique({ where: { email } });
  if (!user) {
    await prisma.user.create({ data: { email } });
  }
};
`;

/** The same over two files: the read and the insert stand in `users.ts`. */
export const acrossFiles = {
  'src/users.ts': `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export const findUser = (email: string) => prisma.user.findUnique({ where: { email } });
export const insertUser = (email: string) => prisma.user.create({ data: { email } });
`,
  'src/register.ts': `import { findUser, insertUser } from './users.js';
export async function register(email: string): Promise<void> {
  const user = await findUser(email);
  if (!user) {
    await insertUser(email);
  }
}
`,
};

/** The insert answers a duplicate by itself. */
export const upsert = `import { PrismaClient } from '@prisma/client';
const prisma = new PrismaClient();
export async function register(email: string): Promise<void> {
  await prisma.user.upsert({ where: { email }, create: { email }, update: { email } });
}
`;
