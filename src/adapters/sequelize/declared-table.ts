import type { Column, Table } from '../../schema/table.js';
import { undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { attributeConstraints, newConstraint } from './attribute-constraints.js';
import type { Attribute } from './attributes.js';
import { decoratedIndexes } from './decorated.js';
import { isFalse, isTrue, modelIn, option } from './handles.js';
import { newIndex, uniqueIndex, type Index } from './indexes.js';
import { factsOf, type ModelFacts } from './model-facts.js';

/** What `sync` would make of a model, and what its migrations are taken to have made. */
export function declaredTable(on: Handle, site: CallSite): Table | undefined {
  const facts = factsOf(on, site);
  const { name, tableName, attributes, place } = facts;
  if (name === undefined || (attributes.isOpen && attributes.list.length === 0)) return undefined;
  const naming = databaseNaming(facts, site);
  const columns = attributes.list.map(attribute => columnOf(attribute, naming));
  const codeName = (field: string): string =>
    columns.find(({ databaseName }) => databaseName === field)?.name ?? field;
  const { indexes, isOpen } = indexesOf(on, facts, site);
  const keys = attributes.list.filter(({ isPrimaryKey }) => isPrimaryKey);
  // A model without a primary key is given an `id` that counts up.
  const isGiven = keys.length > 0 || attributes.isOpen;
  return {
    name,
    databaseName: tableName,
    columns: isGiven
      ? columns
      : [{ name: 'id', databaseName: 'id', isNullable: false, isGenerated: true }, ...columns],
    uniques: [
      ...(isGiven ? [] : [newConstraint('primary-key', ['id'], place)]),
      ...attributeConstraints(attributes.list, place, ({ name: own }) => own),
      ...indexes.flatMap(index => uniqueIndex(index, codeName, site) ?? []),
    ],
    isOpen: attributes.isOpen || isOpen,
    place,
  };
}

function columnOf(
  { name, field, isNullable, isGenerated }: Attribute,
  naming: (name: string) => string | undefined,
): Column {
  return { name, databaseName: field ?? naming(name), isNullable, isGenerated };
}

/** `underscored` may also be set for all models where the connection is made: silence says nothing. */
function databaseNaming({ options }: ModelFacts, site: CallSite): (name: string) => string | undefined {
  const underscored = options
    .map(value => option(value, 'underscored', site))
    .find(value => value !== undefined);
  const snake = (name: string): string =>
    name.replace(/[A-Z]/gu, (letter, index) => `${index === 0 ? '' : '_'}${letter.toLowerCase()}`);
  return name => {
    if (!/[A-Z]/u.test(name) || isFalse(underscored)) return name;
    return isTrue(underscored) ? snake(name) : undefined;
  };
}

function indexesOf(
  on: Handle,
  { options, place }: ModelFacts,
  site: CallSite,
): { indexes: readonly Index[]; isOpen: boolean } {
  const { class: value } = modelIn(on);
  const lists = options.flatMap(given => unlessMissing(site.property(given, 'indexes')));
  const declared = lists.flatMap(list => (list.kind === 'array' ? list.elements : []));
  const indexes = declared.flatMap((index): readonly Index[] => {
    if (index.kind !== 'object') return [];
    return [newIndex(index, fieldsOf(site.property(index, 'fields')), site.placeOf(index) ?? place, site)];
  });
  return {
    indexes: [...indexes, ...(value ? decoratedIndexes(value, site) : [])],
    isOpen:
      lists.some(list => list.kind !== 'array' || list.open) ||
      declared.some(({ kind }) => kind !== 'object'),
  };
}

/** What cannot be read may hold any number. */
const unlessMissing = (value: Value): readonly Value[] => (value === undefinedValue ? [] : [value]);

const fieldsOf = (value: Value): readonly Value[] =>
  value.kind === 'array' && !value.open ? value.elements : [];
