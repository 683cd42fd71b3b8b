import { parse } from '@typescript-eslint/parser';
import type { TSESTree } from '@typescript-eslint/utils';
import { describe, expect, it } from 'vitest';
import type { CallSite } from '../../../src/adapters/adapter.js';
import { recordSql, type RecordedStatement, type SqlFacts } from '../../../src/adapters/sql/record.js';
import type { Operation, OperationFacts } from '../../../src/operations/operation.js';
import { array, constant, object, parameter, template, unknown } from '../../../src/values/make.js';
import type { Value } from '../../../src/values/value.js';

interface Recorded {
  readonly facts: OperationFacts[];
  readonly statements: readonly RecordedStatement[];
}

const expressionOf = (code: string): TSESTree.Node =>
  (parse(code, { range: true }).body[0] as TSESTree.ExpressionStatement).expression;

function record(sql: string | Value, parameters?: readonly Value[] | Value, facts: SqlFacts = {}, node = expressionOf('run()')): Recorded {
  const recorded: OperationFacts[] = [];
  const site = {
    node,
    record: (operation: OperationFacts) => {
      recorded.push(operation);
      return operation as Operation;
    },
    property: (value: Value, name: string) => (value.kind === 'object' ? (value.entries.get(name) ?? unknown) : unknown),
    resourceOf: (value: Value) => (value.kind === 'constant' ? String(value.value) : undefined),
  } as unknown as CallSite;
  return { statements: recordSql(typeof sql === 'string' ? constant(sql) : sql, parameters, site, facts), facts: recorded };
}

const email = parameter('email');
const name = parameter('name');

describe('operations of SQL text', () => {
  it('reads by parameters of an array', () => {
    const { facts: [read] } = record('SELECT id FROM users WHERE name = $2 AND email = $1', array([email, name]));
    expect(read).toMatchObject({ kind: 'read', resource: { kind: 'table', name: 'users' } });
    expect([...read!.filter.entries]).toEqual([['name', name], ['email', email]]);
  });

  it('reads by listed and by named parameters', () => {
    const listed = record('SELECT id FROM users WHERE email = ? AND name = ?', [email, name]);
    const named = record('SELECT id FROM users WHERE email = @email AND name = :name', object([['email', email], ['name', name]]));
    for (const { facts } of [listed, named]) expect([...facts[0]!.filter.entries]).toEqual([['email', email], ['name', name]]);
  });

  it('leaves a parameter unknown that the call does not list', () => {
    expect(record('SELECT id FROM users WHERE email = $1', parameter('values')).facts[0]!.filter.entries.get('email')).toBe(unknown);
  });

  it('inserts what an expression is made of', () => {
    const { facts: [insert] } = record('INSERT INTO users (id, email) VALUES (gen_random_uuid(), lower($1))', [email]);
    expect(insert!.columns.entries.get('email')).toMatchObject({ kind: 'call', callee: 'sql', args: [constant('lower(?)'), email] });
    expect(insert!.columns.entries.get('id')).toMatchObject({ args: [constant('gen_random_uuid()'), { callee: 'randomUUID' }] });
  });

  it('says that an insert without a column list has more columns', () => {
    expect(record('INSERT INTO users VALUES ($1)', [email]).facts[0]!.columns.rest).toHaveLength(1);
    expect(record('INSERT INTO users (email) VALUES ($1)', [email]).facts[0]!.columns.rest).toHaveLength(0);
  });

  it('tells an upsert from an ignored insert', () => {
    const upsert = record('INSERT INTO users (email) VALUES ($1) ON CONFLICT (email) DO UPDATE SET n = 1', [email]).facts[0];
    expect(upsert).toMatchObject({ kind: 'upsert', onConflict: 'updated' });
    expect([...upsert!.filter.entries]).toEqual([['email', email]]);
    expect(record('INSERT IGNORE INTO users (email) VALUES (?)', [email]).facts[0]).toMatchObject({ kind: 'insert', onConflict: 'ignored' });
  });

  it('records inner statements first and answers the outer operation', () => {
    const { facts, statements } = record(
      'WITH moved AS (UPDATE payout SET state = 1 WHERE id = $1 RETURNING id) INSERT INTO event (payout_id) SELECT id FROM moved', [name],
    );
    expect(facts.map(({ kind, resource }) => [kind, resource.name])).toEqual([['update', 'payout'], ['insert', 'event']]);
    expect(statements[0]!.operation).toBe(facts[1]);
  });

  it('answers the inner operation where the outer statement reads only its rows', () => {
    const { facts, statements } = record('WITH gone AS (DELETE FROM queue WHERE id = $1 RETURNING *) SELECT * FROM gone', [name]);
    expect(facts.map(({ kind }) => kind)).toEqual(['delete']);
    expect(statements[0]!.operation).toBe(facts[0]);
  });

  it('names a spliced table by its value, and two by the same value as one', () => {
    const table = parameter('table');
    const sql = template([constant('SELECT 1 FROM '), table, constant(' WHERE email = '), email]);
    const { facts: [read] } = record(sql);
    expect(read!.resource).toEqual({ kind: 'table', name: undefined, receiver: table });
    expect(read!.filter.entries.get('email')).toBe(email);
  });

  it('puts spliced conditions and columns into the rest', () => {
    const changes = parameter('changes');
    const { facts: [update] } = record(template([constant('UPDATE users SET '), changes, constant(' WHERE '), name]));
    expect(update).toMatchObject({ columns: { rest: [changes] }, filter: { rest: [name] } });
  });

  it('resolves names given by `??`', () => {
    const { facts: [read] } = record('SELECT * FROM ?? WHERE ?? = ?', [constant('users'), constant('email'), email]);
    expect(read!.resource.name).toBe('users');
    expect([...read!.filter.entries]).toEqual([['email', email]]);
    expect(record('SELECT * FROM ?? WHERE a = ?', [name, email]).facts[0]).toMatchObject({ resource: { name: undefined, receiver: name } });
  });

  it('takes the values of a tagged template for parameters, also constant ones', () => {
    const node = expressionOf('sql`SELECT 1 FROM users WHERE status = ${"open"} AND email = ${email}`');
    const value = template([constant('SELECT 1 FROM users WHERE status = '), constant('open'), constant(' AND email = '), email]);
    const { facts: [read] } = record(value, undefined, { tagged: true }, node);
    expect([...read!.filter.entries]).toEqual([['status', constant('open')], ['email', email]]);
  });

  it('tells apart the constants that flow has joined in a tagged template', () => {
    const node = expressionOf('sql`SELECT 1 FROM users WHERE a = ${1} AND b = ${"x"}`');
    const { facts: [read] } = record('SELECT 1 FROM users WHERE a = 1 AND b = x', undefined, { tagged: true }, node);
    expect([...read!.filter.entries]).toEqual([['a', constant('1')], ['b', constant('x')]]);
  });
});

describe('borders and locks', () => {
  const connection = parameter('client');

  it('records transaction borders on their connection', () => {
    const { facts } = record('BEGIN ISOLATION LEVEL SERIALIZABLE; SAVEPOINT a; COMMIT', undefined, { connection });
    expect(facts).toMatchObject([{ kind: 'begin', connection, transaction: { isolation: 'serializable' } }, { kind: 'commit', connection }]);
  });

  it('takes a set isolation level for the border of the transaction', () => {
    const { facts } = record('SET TRANSACTION ISOLATION LEVEL SERIALIZABLE', undefined, { connection });
    expect(facts).toMatchObject([{ kind: 'begin', transaction: { isolation: 'serializable' } }]);
  });

  it('records locks by name with their key', () => {
    expect(record('SELECT pg_advisory_xact_lock($1)', [email]).facts).toMatchObject([{ kind: 'lock', resource: { kind: 'lock' }, subject: email }]);
    expect(record("SELECT RELEASE_LOCK('job')").facts).toMatchObject([{ kind: 'unlock', subject: constant('job') }]);
  });

  it('records row locks', () => {
    expect(record('SELECT id FROM users WHERE id = $1 FOR UPDATE', [name]).facts).toMatchObject([{ kind: 'read', rowLock: true }]);
  });

  it('records nothing for statements without effect on a table', () => {
    expect(record('SELECT 1; SELECT now(); CREATE EXTENSION citext').facts).toEqual([]);
    expect(record(parameter('sql')).statements).toEqual([]);
  });
});
