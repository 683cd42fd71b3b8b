import { describe, expect, it } from 'vitest';
import { traceOf } from './traces.js';

const IMPORTS = `import * as O from 'fp-ts/Option';
import * as E from 'fp-ts/Either';
import * as TE from 'fp-ts/TaskEither';
import * as TO from 'fp-ts/TaskOption';
import { pipe } from 'fp-ts/function';
const find = async (email: string) => O.fromNullable(await db.user.findUnique({ where: { email } }));
const get = async (email: string) => {
  const user = await db.user.findUnique({ where: { email } });
  return user ? E.right(user) : E.left('missing');
};`;
const INSERT = 'db.user.create({ data: { email } })';
const ABSENT = ['read user', 'insert user if user absent'];
const PRESENT = ['read user', 'insert user if user present'];

const trace = (body: string): readonly string[] => traceOf(body, IMPORTS);

describe('Option', () => {
  it.each([
    ['isNone', `if (O.isNone(await find(email))) await ${INSERT};`, ABSENT],
    ['isSome and an exit', `if (O.isSome(await find(email))) return; await ${INSERT};`, ABSENT],
    ['isSome', `if (O.isSome(await find(email))) await ${INSERT};`, PRESENT],
    ['match', `pipe(await find(email), O.match(() => ${INSERT}, user => user));`, ABSENT],
    ['fold', `await pipe(await find(email), O.fold(async () => { await ${INSERT}; }, async () => {}));`, ABSENT],
    ['map', `pipe(await find(email), O.map(() => ${INSERT}));`, PRESENT],
    ['getOrElse', `pipe(await find(email), O.getOrElse(() => ${INSERT}));`, ABSENT],
    ['toNullable', `const user = O.toNullable(await find(email)); if (!user) await ${INSERT};`, ABSENT],
  ])('%s', (_, body, expected) => {
    expect(trace(body)).toEqual(expected);
  });
});

describe('Either', () => {
  it.each([
    ['isLeft', `if (E.isLeft(await get(email))) await ${INSERT};`, ABSENT],
    ['isRight and an exit', `const user = await get(email); if (E.isRight(user)) return user.right; await ${INSERT};`, ABSENT],
    ['isLeft and an exit', `if (E.isLeft(await get(email))) return; await ${INSERT};`, PRESENT],
    ['orElse', `pipe(await get(email), E.orElse(() => E.right(${INSERT})));`, ABSENT],
  ])('%s', (_, body, expected) => {
    expect(trace(body)).toEqual(expected);
  });
});

describe('tasks', () => {
  it.each([
    ['TaskEither.tryCatch', `const made = await TE.tryCatch(() => db.user.findUniqueOrThrow({ where: { email } }), String)(); if (E.isLeft(made)) await ${INSERT};`, ABSENT],
    ['TaskOption', `await pipe(() => find(email), TO.match(() => ${INSERT}, user => user))();`, ABSENT],
  ])('%s', (_, body, expected) => {
    expect(trace(body)).toEqual(expected);
  });
});
