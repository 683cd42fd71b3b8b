import { noColumns, type Columns } from '../../operations/operation.js';
import { member, nullValue, object, result, undefinedValue } from '../../values/make.js';
import type { Result, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { isDraft } from '../draft.js';
import { associationMethod } from './associations.js';
import { changed, modelOf } from './draft-row.js';
import { isFalse, modelIn, option, textOf } from './handles.js';
import { runBeforeInsert } from './hooks.js';
import { factsOf } from './model-facts.js';
import { read } from './reads.js';
import { record } from './record.js';
import { incrementedColumns, writtenColumns } from './written.js';

type Changes = ReadonlyMap<string, Value>;

/** `row.name(...args)`, `changes` being what was assigned since it was read or built. */
export function rowMethod(
  row: Result,
  name: string,
  args: readonly Value[],
  site: CallSite,
  changes: Changes,
): Value | undefined {
  const [first, second] = args;
  const on = modelOf(row.operation);
  const self = changed(row, changes);
  switch (name) {
    case 'save':
      return save(row, first, site, changes);
    case 'update':
    case 'updateAttributes':
      return update(row, first, second, site, changes);
    case 'set':
    case 'setDataValue':
    case 'setAttributes': {
      const next = changed(row, new Map([...changes, ...settings(first, second, site)]));
      site.replace(row, next);
      return next;
    }
    case 'get':
    case 'getDataValue':
      return textOf(first) === undefined ? self : site.property(self, textOf(first) ?? '');
    case 'toJSON':
    case 'validate':
    case 'equals':
      return name === 'toJSON' ? self : undefined;
    case 'changed':
      return first && second ? undefinedValue : undefined;
    case 'reload': {
      const reloaded = result(read(on, keyOf(row, site), first, site), 'row');
      site.replace(row, reloaded);
      return reloaded;
    }
    case 'destroy':
      record(on, 'delete', first, site, { filter: keyOf(row, site) });
      return self;
    case 'restore':
      record(on, 'update', first, site, { filter: keyOf(row, site), columns: one('deletedAt', nullValue) });
      return self;
    case 'increment':
    case 'decrement': {
      // `SET stock = stock + n`: https://sequelize.org/docs/v6/core-concepts/model-instances/
      const columns = incrementedColumns(first, option(second, 'by', site), site);
      record(on, 'update', second, site, { filter: keyOf(row, site), columns });
      return self;
    }
    default:
      return (
        associationMethod(on, { row: self, name, args, site }) ?? ownMethod(row, name, args, site, changes)
      );
  }
}

/** A method that the project's class declares. */
function ownMethod(
  row: Result,
  name: string,
  args: readonly Value[],
  site: CallSite,
  changes: Changes,
): Value | undefined {
  const { class: value } = modelIn(modelOf(row.operation));
  const method = value && site.methodOf(value, name, changed(row, changes));
  return method && site.call(method, args);
}

const one = (name: string, value: Value): Columns => ({ ...noColumns, entries: new Map([[name, value]]) });

/** The row by its primary key. */
function keyOf(row: Result, site: CallSite): Columns {
  const { keys } = factsOf(modelOf(row.operation), site);
  return { ...noColumns, entries: new Map(keys.map(key => [key, member(row, key)])) };
}

/** `set('name', value)`, `set({ name: value })`. */
function settings(first: Value | undefined, second: Value | undefined, site: CallSite): Changes {
  const name = textOf(first);
  return name === undefined
    ? writtenColumns(first, site).entries
    : new Map([[name, second ?? undefinedValue]]);
}

/** Inserts a row that was built; of one that was read it sends what has changed, by its primary key. */
function save(row: Result, options: Value | undefined, site: CallSite, changes: Changes): Value {
  const on = modelOf(row.operation);
  const columns = writtenColumns(object(changes), site);
  if (!isDraft(row.operation)) {
    record(on, 'update', options, site, {
      filter: keyOf(row, site),
      columns,
      versioned: factsOf(on, site).isVersioned || undefined,
    });
    return changed(row, changes);
  }
  if (!isFalse(option(options, 'hooks', site))) runBeforeInsert(on, changed(row, changes), options, site);
  const { rest } = row.operation.columns;
  const operation = record(on, 'insert', options, site, { columns: { ...columns, rest } });
  const saved = object(changes, [result(operation, 'written')]);
  site.replace(row, saved);
  return saved;
}

/** `row.update(values)` sends the given columns, by primary key. */
function update(
  row: Result,
  values: Value | undefined,
  options: Value | undefined,
  site: CallSite,
  changes: Changes,
): Value {
  const on = modelOf(row.operation);
  const columns = writtenColumns(values, site);
  record(on, 'update', options, site, {
    filter: keyOf(row, site),
    columns,
    versioned: factsOf(on, site).isVersioned || undefined,
  });
  const next = changed(row, new Map([...changes, ...columns.entries]));
  site.replace(row, next);
  return next;
}
