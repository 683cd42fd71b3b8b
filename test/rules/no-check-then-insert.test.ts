import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { briefOf, findingsOf, textOf } from './findings-of.js';

const START = `import { PrismaClient } from '@prisma/client';
const db = new PrismaClient();
export async function register(email: string, input: Input) {
`;
/** Findings in the body of a function; its first line is the fourth. */
const found = (body: string): readonly string[] => briefOf(findingsOf(rule, `${START}${body}\n}`));

const FIND = 'db.user.findUnique({ where: { email } })';
const INSERT = 'db.user.create({ data: { email } })';

describe('a row that is looked for and inserted where it is missing', () => {
  it('is reported at the insert, with the columns and the place of the read', () => {
    const [finding, ...more] = findingsOf(rule, `${START}const user = await ${FIND};
if (user) throw new Error('taken');
await ${INSERT};
}`);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      messageId: 'checkThenInsert',
      loc: { start: { line: 6, column: 6 }, end: { line: 6, column: 41 } },
      related: [{ label: 'reads user', loc: { start: { line: 4 } } }, { label: 'inserts user', loc: { start: { line: 6 } } }],
    });
    expect(finding && textOf(rule, finding)).toBe(
      'Two runs at once both miss `user` by email (line 4) and both insert it. Insert first on a unique constraint and on conflict answer the row that is there.',
    );
  });

  it('is reported once, whatever else is read before', () => {
    expect(found(`if (await db.user.count({ where: { email } })) return;
const user = await ${FIND};
if (user) return;
await ${INSERT};`)).toEqual(['7 checkThenInsert']);
  });

  it('is reported in each place that inserts it', () => {
    expect(found(`const user = await ${FIND};
if (user) return;
if (input.a) await ${INSERT};
else await db.user.create({ data: { email, isGuest: true } });`)).toEqual(['6 checkThenInsert', '7 checkThenInsert']);
  });
});

describe('how the code takes the absent side', () => {
  it('by an if', () => {
    expect(found(`const user = await ${FIND};\nif (!user) await ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nif (user) await ${INSERT};`)).toEqual([]);
  });

  it('by an else', () => {
    expect(found(`const user = await ${FIND};\nif (user) return user;\nelse return ${INSERT};`)).toEqual(['6 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nif (!user) return user;\nelse return ${INSERT};`)).toEqual([]);
  });

  it('by an early return', () => {
    expect(found(`const user = await ${FIND};\nif (user) return user;\nreturn ${INSERT};`)).toEqual(['6 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nif (user) log(user);\nreturn ${INSERT};`)).toEqual([]);
  });

  it('by an early throw', () => {
    expect(found(`if (await ${FIND}) throw new ConflictError();\nreturn ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`if (!(await ${FIND})) throw new NotFoundError();\nreturn ${INSERT};`)).toEqual([]);
  });

  it('by a ternary', () => {
    expect(found(`const user = await ${FIND};\nreturn user ? user : ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nreturn input ? user : ${INSERT};`)).toEqual([]);
  });

  it('by ??, || and &&', () => {
    expect(found(`return (await ${FIND})\n?? (await ${INSERT});`)).toEqual(['5 checkThenInsert']);
    expect(found(`return (await ${FIND})\n|| (await ${INSERT});`)).toEqual(['5 checkThenInsert']);
    expect(found(`!(await ${FIND})\n&& (await ${INSERT});`)).toEqual(['5 checkThenInsert']);
    expect(found(`(await ${FIND})\n&& (await ${INSERT});`)).toEqual([]);
  });

  it('by ??=', () => {
    expect(found(`let user = await ${FIND};\nuser ??= await ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`let user = await ${FIND};\nuser &&= await ${INSERT};`)).toEqual([]);
  });

  it('by a switch', () => {
    expect(found(`switch (await db.user.count({ where: { email } })) {
case 0:
await ${INSERT};
break;
default:
return;
}`)).toEqual(['6 checkThenInsert']);
    expect(found(`switch (await db.user.count({ where: { email } })) {
case 1:
await ${INSERT};
break;
default:
return;
}`)).toEqual([]);
  });

  it('by then', () => {
    expect(found(`return ${FIND}.then(user => {\nif (user) return user;\nreturn ${INSERT};\n});`)).toEqual(['6 checkThenInsert']);
    expect(found(`return ${FIND}.then(user => {\nif (!user) return user;\nreturn ${INSERT};\n});`)).toEqual([]);
  });

  it('by the not-found error itself', () => {
    const find = 'db.user.findUniqueOrThrow({ where: { email } })';
    expect(found(`try {\nreturn await ${find};\n} catch {\nreturn ${INSERT};\n}`)).toEqual(['7 checkThenInsert']);
    expect(found(`const user = await ${find}.catch(() => null);\nreturn user ?? ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`await ${find};\nreturn ${INSERT};`)).toEqual([]);
  });
});

describe('how the code asks', () => {
  it('by a count', () => {
    const count = 'await db.user.count({ where: { email } })';
    expect(found(`if ((${count}) > 0) return;\nawait ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`if ((${count}) === 0) return;\nawait ${INSERT};`)).toEqual([]);
  });

  it('by the length of a list', () => {
    const rows = 'const rows = await db.user.findMany({ where: { email } });';
    expect(found(`${rows}\nif (rows.length) return;\nawait ${INSERT};`)).toEqual(['6 checkThenInsert']);
    expect(found(`${rows}\nif (!rows.length) return;\nawait ${INSERT};`)).toEqual([]);
  });

  it('by a column of the row', () => {
    expect(found(`const user = await ${FIND};\nif (!user?.id) await ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nif (user?.isGuest) await ${INSERT};`)).toEqual([]);
  });

  it('by a flag', () => {
    expect(found(`const user = await ${FIND};\nconst isNew = !user;\nif (isNew) await ${INSERT};`)).toEqual(['6 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nconst isKnown = !!user;\nif (isKnown) await ${INSERT};`)).toEqual([]);
  });

  it('by whether it was deleted softly', () => {
    expect(found(`const user = await ${FIND};\nif (user && !user.deletedAt) return user;\nreturn ${INSERT};`)).toEqual(['6 checkThenInsert']);
    expect(found(`const user = await ${FIND};\nif (!user || user.deletedAt) return user;\nreturn ${INSERT};`)).toEqual([]);
  });

  it('among the rows of a list', () => {
    const rows = 'const rows = await db.user.findMany();';
    expect(found(`${rows}\nif (rows.some(row => row.email === email)) return;\nawait ${INSERT};`)).toEqual(['6 checkThenInsert']);
    expect(found(`${rows}\nif (!rows.find(row => row.email === email)) await ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`${rows}\nif (rows.find(row => row.email === email)) await ${INSERT};`)).toEqual([]);
  });

  it('in a set or map made of a list', () => {
    const known = 'const known = new Set((await db.user.findMany()).map(row => row.email));';
    expect(found(`${known}\nif (!known.has(email)) await ${INSERT};`)).toEqual(['5 checkThenInsert']);
    expect(found(`${known}\nif (known.has(email)) await ${INSERT};`)).toEqual([]);
    expect(found(`const known = new Map((await db.user.findMany()).map(row => [row.email, row]));
if (!known.get(email)) await ${INSERT};`)).toEqual(['5 checkThenInsert']);
  });

  it('by what is left of a list', () => {
    expect(found(`const known = new Set((await db.user.findMany({ where: { email: { in: input.emails } } })).map(row => row.email));
const wanted = input.emails.filter(one => !known.has(one));
await db.user.createMany({ data: wanted.map(one => ({ email: one })) });`)).toEqual(['6 checkThenInsertPossibly']);
    expect(found(`const known = new Set((await db.user.findMany({ where: { email: { in: input.emails } } })).map(row => row.email));
const wanted = input.emails.filter(one => !known.has(one));
await db.user.createMany({ data: wanted.map(one => ({ email: one })), skipDuplicates: true });`)).toEqual([]);
  });

  it('in a loop', () => {
    expect(found(`for (const one of input.emails) {
const user = await db.user.findUnique({ where: { email: one } });
if (user) continue;
await db.user.create({ data: { email: one } });
}`)).toEqual(['7 checkThenInsert']);
    expect(found(`for (const one of input.emails) {
const user = await db.user.findUnique({ where: { email: one } });
if (!user) continue;
await db.user.create({ data: { email: one } });
}`)).toEqual([]);
  });
});

describe('columns', () => {
  it('that cannot be read make it possible', () => {
    expect(found(`if (await ${FIND}) return;\nawait db.user.create({ data: input });`)).toEqual(['5 checkThenInsertPossibly']);
    expect(found(`if (await ${FIND}) return;\nawait db.user.create({ data: { ...input, email } });`)).toEqual(['5 checkThenInsert']);
  });

  it('that have nothing in common say that it is about something else', () => {
    expect(found(`if (await ${FIND}) return;\nawait db.user.create({ data: { name: input.name } });`)).toEqual([]);
  });

  it('that are the same with another constant say so as well', () => {
    expect(found(`if (await db.user.findFirst({ where: { role: 'OWNER' } })) return;
await db.user.create({ data: { role: 'GUEST' } });`)).toEqual([]);
    expect(found(`if (await db.user.findFirst({ where: { role: 'OWNER' } })) return;
await db.user.create({ data: { role: 'OWNER' } });`)).toEqual(['5 checkThenInsert']);
  });

  it('of a compound key are its parts', () => {
    expect(found(`const like = await db.like.findUnique({ where: { userId_postId: { userId: input.user, postId: input.post } } });
if (!like) await db.like.create({ data: { userId: input.user, postId: input.post } });`)).toEqual(['5 checkThenInsert']);
  });

  it('of a relation are its foreign key', () => {
    expect(found(`const like = await db.like.findFirst({ where: { userId: input.user } });
if (!like) await db.like.create({ data: { user: { connect: { id: input.user } } } });`)).toEqual(['5 checkThenInsert']);
  });

  it('are compared whatever their spelling', () => {
    expect(found(`const [row] = await db.$queryRaw\`SELECT id FROM "Users" WHERE email_address = \${email}\`;
if (!row) await db.users.create({ data: { emailAddress: email } });`)).toEqual(['5 checkThenInsert']);
  });

  it('can be missing where the whole table is asked', () => {
    expect(found(`if (await db.user.count()) return;\nawait ${INSERT};`)).toEqual(['5 checkThenInsert']);
  });
});

describe('the next number', () => {
  const last = "const last = await db.order.findFirst({ orderBy: { no: 'desc' } });";

  it('is reported', () => {
    expect(found(`${last}\nawait db.order.create({ data: { no: last.no + 1 } });`)).toEqual(['5 nextNumber']);
    expect(found(`${last}\nawait db.order.create({ data: { no: (last?.no ?? 0) + 1 } });`)).toEqual(['5 nextNumber']);
    expect(found(`const { _max } = await db.order.aggregate({ _max: { no: true } });
await db.order.create({ data: { no: (_max.no ?? 0) + 1 } });`)).toEqual(['5 nextNumber']);
    expect(found(`const count = await db.order.count();\nawait db.order.create({ data: { no: count + 1 } });`)).toEqual(['5 nextNumber']);
  });

  it('is left alone when the number comes from elsewhere', () => {
    expect(found(`${last}\nawait db.order.create({ data: { no: input.no + 1, after: last.id } });`)).toEqual([]);
  });

  it('is left alone when the rows are locked first', () => {
    expect(found(`await db.$transaction(async tx => {
await tx.$queryRaw\`SELECT id FROM shop WHERE id = \${input.shop} FOR UPDATE\`;
const count = await tx.order.count({ where: { shop: input.shop } });
await tx.order.create({ data: { shop: input.shop, no: count + 1 } });
});`)).toEqual([]);
    expect(found(`await db.$transaction(async tx => {
await tx.$queryRaw\`SELECT id FROM shop WHERE id = \${input.shop}\`;
const count = await tx.order.count({ where: { shop: input.shop } });
await tx.order.create({ data: { shop: input.shop, no: count + 1 } });
});`)).toEqual(['7 nextNumber']);
  });

  it('is left alone when a second run fails and tries again', () => {
    expect(found(`for (;;) {
const count = await db.order.count();
try {
return await db.order.create({ data: { no: count + 1 } });
} catch (error) {
if (error.code !== 'P2002') throw error;
}
}`)).toEqual([]);
  });
});
