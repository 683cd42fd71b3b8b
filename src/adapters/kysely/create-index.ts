import type { SchemaChange } from '../../schema/schema-change.js';
import type { KeyPart, Place } from '../../schema/table.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Client } from './client.js';
import { expressionBuilder, expressionIn } from './expression.js';
import { columnPart, expressionPart, nameIn, placeOf, tableName, textIn } from './schema-names.js';

/** `createIndex(...)`, `alterTable(...).addIndex(...)` under construction. */
export interface CreateIndex {
  readonly client: Client;
  readonly name: string | undefined;
  readonly table: string | undefined;
  readonly parts: readonly KeyPart[];
  readonly isUnique: boolean;
  /** Some part could not be read. */
  readonly isOpen: boolean;
  readonly predicates: readonly string[];
  readonly areNullsEqual: boolean;
  readonly place: Place;
}

export const newIndex = (
  client: Client,
  name: string | undefined,
  table: string | undefined,
  site: CallSite,
): CreateIndex => ({
  client,
  name,
  table,
  parts: [],
  isUnique: false,
  isOpen: false,
  predicates: [],
  areNullsEqual: false,
  place: placeOf(site),
});

export function onCreateIndex(target: Handle, name: string, args: readonly Value[], site: CallSite): Handle {
  const index = target.data as CreateIndex;
  const [first] = args;
  const changed = (more: Partial<CreateIndex>): Handle =>
    handle('kysely', target.type, { ...index, ...more });
  switch (name) {
    case 'unique':
      return changed({ isUnique: true });
    case 'on':
      return changed({ table: tableName(first) });
    case 'nullsNotDistinct':
      return changed({ areNullsEqual: true });
    case 'column':
    case 'columns': {
      const names = (first?.kind === 'array' ? first.elements : first ? [first] : []).map(nameIn);
      const parts = names.flatMap(part => (part === undefined ? [] : [columnPart(part)]));
      return changed({
        parts: [...index.parts, ...parts],
        isOpen: index.isOpen || parts.length < names.length,
      });
    }
    case 'expression': {
      const text = textIn(first);
      return text === undefined
        ? changed({ isOpen: true })
        : changed({ parts: [...index.parts, expressionPart(text)] });
    }
    case 'where':
      return changed({ predicates: [...index.predicates, predicateOf(args, site)] });
    default:
      return target;
  }
}

/** `where('deleted_at', 'is', null)` as SQL; what cannot be read is a question mark. */
function predicateOf(args: readonly Value[], site: CallSite): string {
  const [first, operator, right] = args;
  if (args.length > 1) return `${partText(first)} ${partText(operator)} ${valueText(right)}`;
  const made = first?.kind === 'function' ? site.run(first, [expressionBuilder()]) : first;
  return partText(made);
}

function partText(value: Value | undefined): string {
  const expression = expressionIn(value);
  switch (expression?.kind) {
    case 'binary':
      return `${partText(expression.left)} ${expression.operator} ${valueText(expression.right)}`;
    case 'and':
    case 'or':
      return expression.parts.map(partText).join(` ${expression.kind} `);
    case 'ref':
      return expression.column;
    default:
      return textIn(value) ?? '?';
  }
}

function valueText(value: Value | undefined): string {
  if (value?.kind === 'constant')
    return typeof value.value === 'string' ? `'${value.value}'` : String(value.value);
  return partText(value);
}

/** An index that is not unique guarantees nothing. */
export function indexChange(index: CreateIndex): readonly SchemaChange[] {
  const { name, table, parts, isUnique, isOpen, predicates, areNullsEqual, place } = index;
  if (!isUnique || table === undefined || isOpen || parts.length === 0) return [];
  const where = predicates.length > 0 ? predicates.join(' and ') : undefined;
  return [
    { kind: 'add-unique', table, unique: { kind: 'unique', name, parts, where, areNullsEqual, place } },
  ];
}
