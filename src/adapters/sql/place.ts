import { clauseMarker, inlinedName } from './markers.js';

/** How a spliced value is written into the text, and how much of the text before it gives way. */
export interface Place {
  readonly marker: string;
  readonly drop: number;
}

/** `FROM ${table}`, `schema.${table}`; in `FOR UPDATE ${wait}` no name follows. */
const BEFORE_NAME = /(?:\b(?:from|into|join|table|only|using|as)|(?<!\bfor\s)\bupdate|\.)$/iu;
/** `INSERT INTO orders (${columns}`, `ON CONFLICT (${target}`. */
const BEFORE_COLUMN = /(?:\binto\s+\S+|\bconflict)\s*\((?:[^()]*,)?$/iu;
const VALUE_WORDS = [
  'select', 'distinct', 'like', 'ilike', 'limit', 'offset', 'by', 'between', 'and', 'or', 'when', 'then', 'else', 'where',
  'is', 'on', 'not', 'having', 'returning', 'any', 'all', 'first', 'next', 'top', 'escape', 'case', 'zone',
];
const BEFORE_VALUE = new RegExp(String.raw`(?:[=<>+\-/%(,|~\[]|(?<!\bselect\s+)\*|\b(?:${VALUE_WORDS.join('|')}))$`, 'iu');

/**
 * Finds what the grammar takes where the code splices a value in: a name after FROM, an assignment after SET, a
 * parameter where a value can stand, and nothing but a comment where only a whole clause fits.
 */
export function placeOf(before: string, after: string, index: number): Place {
  const name = inlinedName(index);
  const parameter = `:${name}`;
  const written = (marker: string): Place => ({ marker, drop: 0 });
  if (isInQuotes(before)) return written(name);
  // `$${n}`: the number of a parameter is made at run time.
  if (before.endsWith('$')) return { marker: parameter, drop: 1 };
  if (/[\w.]$/u.test(before) || /^[\w.]/u.test(after)) return written(name);
  const bare = closed(before).trimEnd();
  if (/\binterval$/iu.test(bare)) return written(`'${name}'`);
  if (BEFORE_NAME.test(bare) || BEFORE_COLUMN.test(bare)) return written(name);
  if (/\b(?:values|in)$/iu.test(bare)) return written(`(${parameter})`);
  if (isAssignment(bare)) return written(/^\s*=/u.test(after) ? name : `${name} = NULL`);
  return written(BEFORE_VALUE.test(bare) ? parameter : clauseMarker(index));
}

/** Text without what stands in quotes, and without comments. */
const closed = (text: string): string =>
  text.replaceAll(/'(?:[^'\\]|\\[\s\S]|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//gu, "''");

const isInQuotes = (text: string): boolean =>
  /['"`]/u.test(text.replaceAll(/'(?:[^'\\]|\\[\s\S]|'')*'|"[^"]*"|`[^`]*`|--[^\n]*|\/\*[\s\S]*?\*\//gu, ''));

/** After SET, or after a comma of its list. */
function isAssignment(text: string): boolean {
  if (/\bset$/iu.test(text)) return true;
  if (!text.endsWith(',')) return false;
  const [last] = [...text.matchAll(/\b(?:set|where|from|values|select|returning|by|into|with)\b/giu)].slice(-1);
  if (last?.[0].toLowerCase() !== 'set') return false;
  const rest = text.slice(last.index);
  return rest.split('(').length === rest.split(')').length;
}
