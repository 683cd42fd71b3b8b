import { call, constant, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { SqlColumn, SqlExpression, SqlOperand } from './facts.js';
import { inlinedName } from './markers.js';
import { IDENTIFIER_MARK } from './split.js';
import type { SqlText } from './text.js';

/** Parameters as the call passes them: listed, as one array or object, or none. */
export type Parameters = readonly Value[] | Value | undefined;

const isList = (parameters: Parameters): parameters is readonly Value[] => Array.isArray(parameters);

/** The nth parameter, where the code lists them. */
function positional(parameters: Parameters, index: number): Value | undefined {
  if (isList(parameters)) return parameters[index];
  return parameters?.kind === 'array' ? parameters.elements[index] : undefined;
}

/** Answers what value an operand has at the call. */
export function valueReader(
  inlined: readonly Value[],
  parameters: Parameters,
  named: Value | undefined,
  site: CallSite,
): (operand: SqlOperand) => Value {
  const names = named ?? (isList(parameters) ? parameters.find(({ kind }) => kind === 'object') : parameters);
  const valueOf = (operand: SqlOperand): Value => {
    switch (operand.kind) {
      case 'parameter':
        return positional(parameters, operand.index) ?? unknown;
      case 'inlined':
        return inlined[operand.index] ?? unknown;
      case 'named':
        return names && names.kind !== 'array' ? site.property(names, operand.name) : unknown;
      case 'constant':
        return constant(operand.value);
      case 'column':
        return call('sql', undefined, [constant(qualified(operand))], site.node);
      case 'expression':
        return expressionValue(operand);
    }
  };
  const expressionValue = ({ text, operands, current }: SqlExpression): Value => {
    // A call by a name that values are known by to be made anew.
    const made = current === undefined ? [] : [call(current === 'uuid' ? 'randomUUID' : 'now', undefined, [], site.node)];
    return call('sql', undefined, [constant(text), ...operands.map(valueOf), ...made], site.node);
  };
  return operand => valueOf(operand);
}

const qualified = ({ table, name }: SqlColumn): string => (table === undefined ? name : `${table}.${name}`);

/** Writes the names that `??` takes from parameters into the text; a name that is no constant is spliced in. */
export function resolveIdentifiers(source: SqlText, parameters: Parameters): SqlText {
  if (!source.text.includes('??')) return source;
  const inlined = [...source.inlined];
  let index = 0;
  const text = source.text.replaceAll(/\?\??/gu, token => {
    const value = positional(parameters, index++);
    if (token === '?') return token;
    const name = value?.kind === 'constant' ? String(value.value) : undefined;
    if (name !== undefined && /^[\w.]+$/u.test(name)) return `${name}${IDENTIFIER_MARK}`;
    inlined.push(value ?? unknown);
    return `${inlinedName(inlined.length - 1)}${IDENTIFIER_MARK}`;
  });
  return { text, inlined };
}
