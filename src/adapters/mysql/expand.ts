import { constant, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import { columnsOf } from '../columns.js';
import { inlinedName } from '../sql/markers.js';
import type { Parameters } from '../sql/parameters.js';
import type { SqlText } from '../sql/text.js';

const TOKEN = /'(?:[^'\\]|\\[\s\S]|'')*'|"(?:[^"\\]|\\[\s\S])*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\/|\?\??/gu;

/**
 * Text as `query` sends it: the driver writes the values into it, and an object becomes assignments (`SET
 * ?`), rows become lists (`VALUES ?`), `??` a name.
 * https://github.com/mysqljs/sqlstring#escaping-query-values Statements without such values stay as they
 * are; their placeholders have the values of the call.
 */
export function expandValues(source: SqlText, parameters: Parameters): SqlText {
  const values = listOf(parameters);
  const isWhole = /\bset\s+\?(?!\s*=)|\bvalues\s+\?(?!\s*\()/iu.test(source.text);
  if (!isWhole && !values.some(value => value.kind === 'object')) return source;
  const inlined = [...source.inlined];
  const mark = (value: Value): string => inlinedName(inlined.push(value) - 1);
  let index = 0;
  const text = source.text.replaceAll(TOKEN, (token, position: number) => {
    if (!token.startsWith('?')) return token;
    const value = values[index++] ?? unknown;
    if (token === '??') return nameIn(value) ?? mark(value);
    return written(value, source.text.slice(0, position), mark);
  });
  return { text, inlined };
}

const listOf = (parameters: Parameters): readonly Value[] => {
  if (!parameters) return [];
  if (!('kind' in parameters)) return parameters;
  return parameters.kind === 'array' ? parameters.elements : [parameters];
};

const nameIn = (value: Value): string | undefined =>
  value.kind === 'constant' && /^[\w.]+$/u.test(String(value.value)) ? String(value.value) : undefined;

function written(value: Value, before: string, mark: (value: Value) => string): string {
  const isAssignment = /\bset\s+$/iu.test(before);
  if (isAssignment || value.kind === 'object') {
    const { entries, rest } = columnsOf(value);
    const known = [...entries].map(([name, part]) => `\`${name}\` = :${mark(part)}`);
    return (
      [...known, ...rest.map(part => `${mark(part)} = NULL`)].join(isAssignment ? ', ' : ' AND ') || ':none'
    );
  }
  if (!/\bvalues\s+$/iu.test(before)) return `:${mark(value)}`;
  const row = value.kind === 'array' ? value.elements[0] : undefined;
  return row?.kind === 'array' && !row.open
    ? `(${row.elements.map(part => `:${mark(part)}`).join(', ')})`
    : `(:${mark(row ?? constant(undefined))})`;
}
