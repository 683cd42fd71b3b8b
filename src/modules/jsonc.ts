import type { TSESTree } from '@typescript-eslint/utils';
import { isParseFailure, parseModule, withoutByteOrderMark, type ParseFailure } from './source-module.js';

/** A value of a JSON text. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Reads JSON as tsconfig files have it, with comments and trailing commas: an expression of JavaScript. */
export function readJson(source: string): { readonly value: Json } | ParseFailure {
  const text = withoutByteOrderMark(source);
  const parsed = parseModule('json.js', `(${text.trim() === '' ? '{}' : text}\n)`);
  if (isParseFailure(parsed)) return parsed;
  const [statement] = parsed.ast.body;
  return { value: statement?.type === 'ExpressionStatement' ? valueOf(statement.expression) : null };
}

/** The member of an object, `undefined` for anything else. */
export function member(value: Json | undefined, key: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, key) ? (value as { readonly [key: string]: Json })[key] : undefined;
}

/** The strings in a list, or the one string. */
export function strings(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** The members of an object, none for anything else. */
export function members(value: Json | undefined): [string, Json][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

function valueOf(node: TSESTree.Node): Json {
  switch (node.type as string) {
    case 'Literal': {
      const { value } = node as TSESTree.Literal;
      return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? value
        : null;
    }
    case 'ArrayExpression':
      return (node as TSESTree.ArrayExpression).elements.map(element => (element ? valueOf(element) : null));
    case 'ObjectExpression':
      return Object.fromEntries(
        (node as TSESTree.ObjectExpression).properties.flatMap(property => entryOf(property)),
      );
    default:
      return null;
  }
}

function entryOf(property: TSESTree.ObjectExpression['properties'][number]): [string, Json][] {
  if (property.type !== 'Property') return [];
  const { key, value } = property;
  if (key.type === 'Literal') return [[String(key.value), valueOf(value)]];
  return key.type === 'Identifier' ? [[key.name, valueOf(value)]] : [];
}
