import { array, member, object, result } from '../../values/make.js';
import type { Operation } from '../../operations/operation.js';
import type { Value } from '../../values/value.js';
import type { Builder } from './builder.js';
import { rawIn } from './raw.js';

/** `count('* as total')`, `max('position as last')`. */
export interface Aggregate {
  readonly function: string;
  readonly column: string;
  readonly alias: string | undefined;
}

const ALIASED = /^(?<column>.*?)(?:\s+as\s+["`]?(?<alias>\w+)["`]?)?$/iu;
const IN_SQL =
  /^\s*(?<function>count|max|min|sum|avg)\s*\((?<column>.*?)\)(?:::\w+)?(?:\s+(?:as\s+)?["`]?(?<alias>\w+)["`]?)?\s*$/iu;

/** Arguments of `count`, `max` and the like. */
export function readAggregates(name: string, args: readonly Value[]): readonly Aggregate[] {
  const [what, options] = args;
  const kind = /^count/u.test(name) ? 'count' : name.replace(/Distinct$/u, '');
  const given = options?.kind === 'object' ? options.entries.get('as') : undefined;
  if (what?.kind === 'object') {
    return [...what.entries].map(([alias, column]) => ({
      function: kind,
      column: column.kind === 'constant' ? String(column.value) : '*',
      alias,
    }));
  }
  const groups = what?.kind === 'constant' ? ALIASED.exec(String(what.value))?.groups : undefined;
  const alias = given?.kind === 'constant' ? String(given.value) : groups?.['alias'];
  return [{ function: kind, column: groups?.['column'] ?? '*', alias }];
}

/** An aggregate selected as raw SQL: `select(db.raw('count(*) as total'))`. */
export function rawAggregate(value: Value): Aggregate | undefined {
  const text = rawIn(value)?.text;
  const groups = text?.kind === 'constant' ? IN_SQL.exec(String(text.value))?.groups : undefined;
  return (
    groups && {
      function: groups['function']?.toLowerCase() ?? '',
      column: groups['column'] ?? '*',
      alias: groups['alias'],
    }
  );
}

/** The one row that aggregates without groups give, whose columns are the numbers. */
export function aggregateRow(operation: Operation, { aggregates, answersOneRow }: Builder): Value {
  const row = object(
    aggregates.flatMap(aggregate => {
      const value =
        aggregate.function === 'count'
          ? result(operation, 'count')
          : member(result(operation, 'row'), aggregate.alias ?? aggregate.function);
      return namesOf(aggregate).map((name): [string, Value] => [name, value]);
    }),
  );
  return answersOneRow ? row : array([row]);
}

/** Without an alias PostgreSQL names the column `count`, MySQL and SQLite `count(*)`. */
const namesOf = ({ function: name, column, alias }: Aggregate): readonly string[] =>
  alias === undefined ? [name, `${name}(${column})`, `${name}(\`${column}\`)`] : [alias];

/** Column whose highest value is read. */
export const aggregatedColumn = ({ aggregates }: Builder): string | undefined =>
  aggregates.find(({ function: name }) => name !== 'count')?.column;
