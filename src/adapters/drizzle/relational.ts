import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Client } from './client.js';
import { newQuery, queryHandle } from './query.js';
import { namedTable, tableHandle, tableIn, type TableReference } from './table.js';

/** `db.query.users` */
interface Relational {
  readonly client: Client;
  /** Key of the schema that the client was made with. */
  readonly name: string;
}

export const relationalHandle = (client: Client, name: string): Handle =>
  handle('drizzle', 'relational', { client, name } satisfies Relational);

/**
 * `findFirst({ where })` and `findMany({ where })`, whose conditions are operators, a function of the table
 * and the operators, or, in version 1, an object. Relations are loaded by the same statement.
 * https://orm.drizzle.team/docs/rqb
 */
export function relationalMethod(
  target: Handle,
  name: string,
  [config]: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (name !== 'findFirst' && name !== 'findMany') return undefined;
  const { client, name: key } = target.data as Relational;
  const table = tableUnder(key, client, site);
  const where = config && site.property(config, 'where');
  const condition =
    where?.kind === 'function'
      ? site.run(where, [tableHandle(table), handle('drizzle', 'operators')])
      : where;
  return queryHandle({
    ...newQuery(client, 'read', table, site),
    conditions: condition ? [condition] : [],
    answers: name === 'findFirst' ? 'row' : 'rows',
  });
}

function tableUnder(key: string, { schema }: Client, site: CallSite): TableReference {
  return tableIn(schema && site.property(schema, key)) ?? namedTable(key);
}
