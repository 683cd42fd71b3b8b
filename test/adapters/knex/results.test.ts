import { expect, it } from 'vitest';
import { sideOf, type Side } from '../../../src/analysis/absence.js';
import { operationsOf } from '../operations-of.js';

/** On which outcome of the first operation the last one depends. */
function sideIn(body: string): Side | undefined {
  const text = `import knex from 'knex';\nconst db = knex({ client: 'pg' });\nexport async function run(email: string, id: number) { ${body} }`;
  const operations = operationsOf({ 'a.ts': text }, 'a.ts');
  const [first, last] = [operations[0], operations.at(-1)];
  return first && last && sideOf(first, last);
}

const INSERT = "await db('users').insert({ email })";

it.each([
  `const user = await db('users').where({ email }).first(); if (!user) ${INSERT};`,
  `const [user] = await db('users').where({ email }).limit(1); if (!user) ${INSERT};`,
  `const rows = await db('users').where({ email }); if (rows.length === 0) ${INSERT};`,
  `const ids = await db('users').where({ email }).pluck('id'); if (ids.length) return; ${INSERT};`,
  `const [{ count }] = await db('users').where({ email }).count('* as count'); if (Number(count) === 0) ${INSERT};`,
  `const [{ count }] = await db('users').where({ email }).count(); if (parseInt(count, 10) > 0) return; ${INSERT};`,
  `const found = await db('users').where({ email }).count({ total: '*' }).first(); if (!(Number(found?.total) > 0)) ${INSERT};`,
  `const found = await db('users').where({ email }).count('id', { as: 'n' }).first(); if (found.n == 0) ${INSERT};`,
  `const found = await db('users').where({ email }).count().first(); if (+found['count(*)'] === 0) ${INSERT};`,
  `const found = await db('users').where({ email }).select(db.raw('COUNT(*)::int AS total')).first(); if (found.total) return; ${INSERT};`,
  `const query = db('users').count('* as count'); query.where({ email }); const [{ count }] = await query; const total = typeof count === 'number' ? count : parseInt(count); if (total) return; ${INSERT};`,
  `const changed = await db('users').where({ email }).update({ id }); if (!changed) ${INSERT};`,
  `const changed = await db('users').where({ email }).update({ id }, ['id']); if (changed.length === 0) ${INSERT};`,
  `if (!(await db('users').where({ email }).del())) ${INSERT};`,
  `const [created] = await db('users').insert({ email }).onConflict('email').ignore().returning('*'); if (!created) ${INSERT};`,
  `await db('users').where({ email }).first().then(async user => { if (user) return; ${INSERT}; });`,
])('%s', body => {
  expect(sideIn(body)).toBe('absent');
});

it.each([
  `const rows = await db('users').where({ email }).select('org').count('* as n').groupBy('org'); if (rows.length) ${INSERT};`,
  `const changed = await db('users').where({ email }).increment('visits'); if (changed === 1) ${INSERT};`,
])('present: %s', body => {
  expect(sideIn(body)).toBe('present');
});

it.each([
  `const { last } = await db('users').where({ email }).max('n as last').first(); ${INSERT};`,
  `const [{ count }] = await db('users').where({ email }).count('* as count'); console.log(count); ${INSERT};`,
])('either: %s', body => {
  expect(sideIn(body)).toBe('either');
});
