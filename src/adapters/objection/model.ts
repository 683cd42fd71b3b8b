import { handle, member } from '../../values/make.js';
import type { ClassValue, Handle, Result, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { clientHandle, clientIn, declaredClient, openTransaction, type Client } from '../knex/client.js';
import type { Table } from '../knex/table.js';
import { newQuery } from './query.js';

/** What the static methods of a model class are called on. */
export interface Model {
  readonly class: ClassValue | undefined;
  /** Of `User.bindTransaction(trx)`. */
  readonly client: Client;
}

export const model = (of: ClassValue | undefined, client: Client = declaredClient): Handle =>
  handle('objection', 'model', { class: of, client } satisfies Model);

/** A model as an argument: its class, or what it was bound as. */
export const modelIn = (value: Value | undefined): Model | undefined => {
  if (value?.kind === 'class') return { class: value, client: declaredClient };
  return value?.kind === 'handle' && value.type === 'model' ? (value.data as Model) : undefined;
};

/** `static tableName = 'users'`, `static get tableName() { return 'users'; }` */
function tableOf({ class: of }: Model, site: CallSite): Table {
  const name = of && site.property(of, 'tableName');
  const text =
    name?.kind === 'constant' && typeof name.value === 'string' ? name.value.split('.').at(-1) : undefined;
  return { name: text ?? of?.name, alias: undefined, receiver: undefined };
}

const idColumn = ({ class: of }: Model, site: CallSite): string => {
  const id = of && site.property(of, 'idColumn');
  return id?.kind === 'constant' && typeof id.value === 'string' ? id.value : 'id';
};

/** `User.name(...args)`: https://vincit.github.io/objection.js/api/model/static-methods.html */
export function modelMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const on = target.data as Model;
  const [first] = args;
  switch (name) {
    case 'query':
      return newQuery(
        { client: clientIn(first) ?? on.client, table: tableOf(on, site), key: idColumn(on, site) },
        site,
      );
    case 'relatedQuery':
      return newQuery(
        { client: clientIn(args[1]) ?? on.client, table: relatedTable(first, target), key: 'id' },
        site,
      );
    case 'transaction':
    case 'startTransaction': {
      const callback = args.findLast(({ kind }) => kind === 'function');
      const client = clientIn(first) ?? on.client;
      return openTransaction(client, callback ? [callback] : [], site);
    }
    case 'bindKnex':
    case 'bindTransaction':
      return model(on.class, clientIn(first) ?? on.client);
    case 'knex':
      return first ? target : clientHandle(on.client);
    case 'fromJson':
    case 'fromDatabaseJson':
      return first;
    default:
      return undefined;
  }
}

/** The table behind a relation is written in its model's mappings; the relation's name stands for it. */
const relatedTable = (relation: Value | undefined, owner: Value): Table => ({
  name: undefined,
  alias: undefined,
  receiver: member(owner, relation?.kind === 'constant' ? String(relation.value) : 'related'),
});

/** `row.$query(trx)`, `row.$relatedQuery('pets', trx)`: by the primary key of the row. */
export function rowMethod(
  row: Result,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  const [first, second] = args;
  const { resource } = row.operation;
  switch (name) {
    // Without an argument it goes through what the model is bound to, not through what the row was read by.
    case '$query': {
      const table: Table = { name: resource.name, alias: undefined, receiver: resource.receiver };
      return newQuery(
        { client: clientIn(first) ?? declaredClient, table, key: 'id' },
        site,
        member(row, 'id'),
      );
    }
    case '$relatedQuery':
      return newQuery(
        { client: clientIn(second) ?? declaredClient, table: relatedTable(first, row), key: 'id' },
        site,
      );
    case '$clone':
    case '$set':
    case '$setJson':
    case 'toJSON':
    case '$toJson':
      return row;
    default:
      return undefined;
  }
}
