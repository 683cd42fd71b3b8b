import type { Transaction } from '../../operations/operation.js';
import { array, handle, member, object, result, unknown } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { recordOn } from '../sql/connection.js';
import { firstColumnOf } from '../sql/first-column.js';
import type { RecordedStatement } from '../sql/record.js';
import { rowCountOf, rowsOf } from '../sql/rows.js';
import { driverViolationTest } from '../violation-test.js';

/**
 * better-sqlite3, node:sqlite and bun:sqlite. Their calls block the process until the statement is done, so
 * that two requests of one process only come between each other where the code awaits something. What
 * another process does to the file is not looked at. `transaction(fn)` answers a function that runs `fn`
 * between BEGIN and COMMIT.
 * https://github.com/WiseLibs/better-sqlite3/blob/master/docs/api.md
 * https://nodejs.org/api/sqlite.html
 * https://bun.com/docs/api/sqlite
 */
export const sqlite: Adapter = {
  name: 'better-sqlite3',
  packages: ['better-sqlite3', 'better-sqlite3-multiple-ciphers', 'node:sqlite', 'bun:sqlite'],
  client: 'Database',

  violationTest: driverViolationTest,

  exported: name => (CLASSES.test(name) ? handle('better-sqlite3', 'class') : undefined),
  typed: name => (TYPES.test(name) ? database() : undefined),
  construct: callee => (callee.type === 'class' ? database() : undefined),
  invoke: (callee, args, site) =>
    callee.type === 'class'
      ? database()
      : callee.type === 'transaction'
        ? runTransaction(callee.data as InTransaction, args, site)
        : undefined,
  member: (target, name) => (target.type === 'class' && CLASSES.test(name) ? target : undefined),

  method(target, name, args, site) {
    switch (target.type) {
      case 'database':
        return onDatabase(target, name, args, site);
      case 'statement':
        return onStatement(target, target.data as Prepared, name, args, site);
      case 'transaction':
        return /^(?:default|deferred|immediate|exclusive)$/u.test(name)
          ? runTransaction(target.data as InTransaction, args, site)
          : undefined;
      default:
        return undefined;
    }
  },
};

const CLASSES = /^(?:default|Database|DatabaseSync|require)$/u;
const TYPES = /^(?:\w+\.)?(?:Database|DatabaseSync|SqliteDatabase)$/u;

const database = (): Handle => handle('better-sqlite3', 'database', { isSynchronous: true });

interface InTransaction {
  readonly callback: Value;
}

interface Prepared {
  readonly database: Handle;
  readonly text: Value;
  readonly bound: readonly Value[];
  /** Answers the first column in place of the row. */
  readonly isPlucked: boolean;
}

function onDatabase(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, ...rest] = args;
  if (!first) return undefined;
  switch (name) {
    case 'prepare':
    case 'query':
      return handle('better-sqlite3', 'statement', {
        database: target,
        text: first,
        bound: [],
        isPlucked: false,
      } satisfies Prepared);
    case 'exec':
      recordOn(target, first, undefined, site, 'sqlite');
      return target;
    case 'run':
      return changesOf(recordOn(target, first, parametersOf(rest), site, 'sqlite').at(-1));
    case 'transaction':
      return handle('better-sqlite3', 'transaction', { callback: first } satisfies InTransaction);
    default:
      return undefined;
  }
}

/**
 * Whoever has read what another has written in the meantime is refused:
 * https://www.sqlite.org/isolation.html
 */
function runTransaction({ callback }: InTransaction, args: readonly Value[], site: CallSite): Value {
  const transaction: Transaction = { isolation: 'serializable', node: site.node, isAmbient: true };
  return site.run(callback, args, { kind: 'transaction', transaction });
}

function onStatement(
  target: Handle,
  prepared: Prepared,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const { database: on, text, bound, isPlucked } = prepared;
  const perform = (): RecordedStatement | undefined =>
    recordOn(on, text, parametersOf([...bound, ...args]), site, 'sqlite').at(-1);
  switch (name) {
    case 'bind':
      return handle('better-sqlite3', 'statement', { ...prepared, bound: args });
    case 'pluck':
      return handle('better-sqlite3', 'statement', { ...prepared, isPlucked: true });
    case 'safeIntegers':
    case 'setReadBigInts':
    case 'as':
      return target;
    case 'run':
      return changesOf(perform());
    case 'get': {
      const recorded = perform();
      if (!recorded) return unknown;
      return isPlucked ? firstColumnOf(recorded, site) : site.property(rowsOf(recorded), '0');
    }
    case 'all':
    case 'values':
    case 'iterate': {
      const recorded = perform();
      return recorded ? rowsOf(recorded) : unknown;
    }
    default:
      return undefined;
  }
}

/** `get(a, b)`, `get([a, b])` and `get({ a, b })`. */
const parametersOf = (args: readonly Value[]): readonly Value[] | Value | undefined => {
  const [first] = args;
  return args.length === 1 && first?.kind === 'array' ? first : args.length > 0 ? args : array([]);
};

function changesOf(recorded: RecordedStatement | undefined): Value {
  if (!recorded) return unknown;
  const { operation } = recorded;
  return object(
    [
      ['changes', rowCountOf(recorded)],
      ['lastInsertRowid', operation ? member(result(operation, 'written'), 'id') : unknown],
    ],
    [],
    true,
  );
}
