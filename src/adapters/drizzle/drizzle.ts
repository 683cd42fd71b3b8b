import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { clientMethod, clientWithMethod, withMethod } from './client-methods.js';
import { clientIn, declaredClient, givenClient, madeClient, type Client } from './client.js';
import { columnBuilderMethod, columnType, newColumn, type ColumnType } from './column-builder.js';
import { constraintMethod } from './constraint.js';
import { driverOf } from './driver.js';
import {
  callCore,
  callFunction,
  callTable,
  exportedByCore,
  exportedByRoot,
  schemaMethod,
} from './exports.js';
import { fragmentMethod } from './fragment.js';
import { perform } from './perform.js';
import { queryIn, subqueryIn } from './query.js';
import { relationalHandle, relationalMethod } from './relational.js';
import { preparedMethod, queryMethod } from './run-query.js';
import { columnOf, tableIn } from './table.js';
import { driverCodeTest } from '../violation-test.js';

/**
 * Drizzle ORM: queries are built by chains and run when they are awaited, in SQLite also by `get`, `all`,
 * `run` and `values`. An insert that meets a unique violation throws the driver's error, from 0.44 on as the
 * `cause` of a `DrizzleQueryError`.
 * https://orm.drizzle.team/docs/overview
 */
export const drizzle: Adapter = {
  name: 'drizzle',
  packages: ['drizzle-orm'],
  client: 'drizzle',

  // Since 0.44 the driver's error is the cause of the library's own.
  violationTest(error, target) {
    const test = driverCodeTest(`${error}.cause`, target);
    const cause = `${error}.cause`;
    return test === undefined
      ? undefined
      : { code: `${error} instanceof Error && ${cause} instanceof Error && 'code' in ${cause} && ${test}`, imports: [] };
  },

  exported(name, specifier) {
    const path = specifier.replace(/^drizzle-orm\/?/u, '');
    if (name === 'drizzle') return handle('drizzle', 'factory', { path, name });
    if (path.endsWith('-core')) return exportedByCore(name, path);
    return path === '' || path.startsWith('sql') ? exportedByRoot(name) : undefined;
  },

  typed: (name, types) => declaredClient(name.split('.').at(-1) ?? '', types),

  given(declared) {
    const client = clientIn(declared);
    return client && givenClient(client);
  },

  invoke(callee, args, site) {
    switch (callee.type) {
      case 'factory':
        return makeClient(callee, args, site);
      case 'table-function':
        return callTable(callee, args, site);
      case 'column-type':
        return newColumn(callee.data as ColumnType, args);
      case 'function':
        return callFunction(nameOf(callee), args, site);
      case 'core-function':
        return callCore(callee, args, site);
      default:
        return undefined;
    }
  },

  member(target, name) {
    switch (target.type) {
      case 'client':
        return clientMember(target.data as Client, name);
      case 'queries':
        return relationalHandle(target.data as Client, name);
      case 'operators':
        return exportedByRoot(name);
      case 'table':
      case 'subquery': {
        const table = tableIn(target) ?? subqueryIn(target)?.query.table;
        return table && columnOf(table, name);
      }
      case 'column-types':
        return columnType(name, coreOf(target));
      default:
        return undefined;
    }
  },

  method(target, name, args, site) {
    return METHODS[target.type]?.(target, name, args, site);
  },

  settle(target, site) {
    const query = queryIn(target);
    return query && perform(query, site);
  },
};

const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');
const coreOf = ({ data }: Handle): string => ('core' in data ? String(data.core) : '');

type Method = (target: Handle, name: string, args: readonly Value[], site: CallSite) => Value | undefined;

/** `t.email.asc()`, `count().mapWith(Number)`, `fragment.as('total')`, `table.enableRLS()`. */
const same: Method = target => target;

const METHODS: Readonly<Record<string, Method>> = {
  client: clientMethod,
  'client-with': clientWithMethod,
  with: withMethod,
  query: queryMethod,
  prepared: preparedMethod,
  relational: relationalMethod,
  operators: (_, name, args, site) => callFunction(name, args, site),
  'column-types': (target, name, args) => newColumn({ name, core: coreOf(target) }, args),
  'column-builder': columnBuilderMethod,
  constraint: (target, name, args) => constraintMethod(target, name, args),
  schema: schemaMethod,
  function: (target, name, args, site) =>
    nameOf(target) === 'sql' ? fragmentMethod(name, args, site) : undefined,
  column: same,
  aggregate: same,
  fragment: same,
  condition: same,
  table: same,
};

function clientMember(client: Client, name: string): Value | undefined {
  if (name === 'query' || name === '_query') return handle('drizzle', 'queries', client);
  return name === '$client' ? client.inner : undefined;
}

function makeClient({ data }: Handle, args: readonly Value[], site: CallSite): Handle {
  const { path } = data as { readonly path: string };
  const [first, ...rest] = args;
  const isNamed = path === '' && first?.kind === 'constant';
  return madeClient(driverOf(isNamed ? String(first.value) : path), isNamed ? rest : args, site);
}
