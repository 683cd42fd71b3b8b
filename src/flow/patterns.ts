import type { TSESTree } from '@typescript-eslint/utils';
import { array, choice, element, object, result, undefinedValue, unknown } from '../values/make.js';
import type { ObjectValue, Value } from '../values/value.js';
import { assignField } from './fields.js';
import { declaredOf } from './properties.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';

/** Binds a pattern of a declaration, parameter or assignment to a value. */
export function bind(
  run: Run,
  pattern: TSESTree.Node,
  value: Value,
  scope: Scope,
  how: 'declare' | 'assign',
): void {
  switch (pattern.type) {
    case 'Identifier':
      return bindName(run, pattern, value, scope, how);
    case 'MemberExpression':
      return assignMember(run, pattern, value, scope);
    case 'ThisExpression': {
      const self = scope.find('this');
      return self && run.assign(self, value);
    }
    case 'AssignmentPattern':
      return bind(
        run,
        pattern.left,
        withDefault(value, () => run.evaluate(pattern.right, scope)),
        scope,
        how,
      );
    case 'ObjectPattern':
      return bindObject(run, pattern, value, scope, how);
    case 'ArrayPattern':
      return pattern.elements.forEach((part, index) => {
        if (part?.type === 'RestElement') bind(run, part.argument, restOf(value, index), scope, how);
        else if (part) bind(run, part, run.property(value, String(index)), scope, how);
      });
    case 'TSParameterProperty':
      return bind(run, pattern.parameter, value, scope, how);
    case 'TSAsExpression':
    case 'TSNonNullExpression':
      return bind(run, pattern.expression, value, scope, how);
    case 'RestElement':
      return bind(run, pattern.argument, value, scope, how);
    default:
  }
}

function bindName(
  run: Run,
  { name }: TSESTree.Identifier,
  value: Value,
  scope: Scope,
  how: 'declare' | 'assign',
): void {
  const known = how === 'assign' ? scope.find(name) : undefined;
  if (known) run.assign(known, value);
  else if (how === 'declare') scope.declare(name, value);
}

/** A default stands in for undefined; where that is not known, for what is given. */
function withDefault(value: Value, fallback: () => Value): Value {
  if (value === undefinedValue) return fallback();
  return value.kind === 'unknown' ? fallback() : value;
}

const restOf = (value: Value, from: number): Value =>
  value.kind === 'array' ? array(value.elements.slice(from), value.open) : array([element(value)], true);

function bindObject(
  run: Run,
  pattern: TSESTree.ObjectPattern,
  value: Value,
  scope: Scope,
  how: 'declare' | 'assign',
): void {
  const taken = new Set<string>();
  for (const part of pattern.properties) {
    if (part.type === 'RestElement') {
      bind(run, part.argument, without(value, taken), scope, how);
      continue;
    }
    const name = keyOf(run, part, scope);
    if (name !== undefined) taken.add(name);
    bind(run, part.value, name === undefined ? unknown : run.property(value, name), scope, how);
  }
}

/** Name of a property as far as it can be read. */
export function keyOf(
  run: Run,
  part: { computed: boolean; key: TSESTree.Node },
  scope: Scope,
): string | undefined {
  if (!part.computed) {
    if (part.key.type === 'Identifier' || part.key.type === 'PrivateIdentifier') return part.key.name;
    return part.key.type === 'Literal' ? String(part.key.value) : undefined;
  }
  const key = run.evaluate(part.key, scope);
  return key.kind === 'constant' ? String(key.value) : undefined;
}

function without(value: Value, names: ReadonlySet<string>): Value {
  if (value.kind !== 'object') return value;
  return object([...value.entries].filter(([name]) => !names.has(name)), value.spreads, value.open);
}

/** `x.status = v`: from here on the variable holds what it held, with another status. */
function assignMember(run: Run, node: TSESTree.MemberExpression, value: Value, scope: Scope): void {
  const name = keyOf(run, { computed: node.computed, key: node.property }, scope);
  const owner = run.evaluate(node.object, scope);
  if (owner.kind === 'instance') {
    if (name !== undefined) assignField(run, owner, name, value);
    return;
  }
  if (owner.kind === 'handle' || owner.kind === 'class' || owner.kind === 'namespace') return;
  noteAssigned(run, owner, object(name === undefined ? [] : [[name, value]], [], name === undefined), node);
  const target =
    node.object.type === 'TSNonNullExpression' || node.object.type === 'TSAsExpression'
      ? node.object.expression
      : node.object;
  if (!/^(?:Identifier|MemberExpression|ThisExpression)$/u.test(target.type)) return;
  bind(run, target, changed(owner, name, value), scope, 'assign');
}

function changed(owner: Value, name: string | undefined, value: Value): Value {
  if (name === undefined)
    return owner.kind === 'object' ? { ...owner, open: true } : object([], [owner], true);
  if (owner.kind === 'object') return object([...owner.entries, [name, value]], owner.spreads, owner.open);
  if (owner.kind === 'choice' && (isRow(owner.whenTrue) || isRow(owner.whenFalse))) {
    return choice(owner.test, changed(owner.whenTrue, name, value), changed(owner.whenFalse, name, value));
  }
  return object([[name, value]], [owner]);
}

/** Tells the library of a row what is assigned to it. */
export function noteAssigned(run: Run, owner: Value, changes: Value, node: TSESTree.Node, depth = 0): void {
  if (owner.kind === 'choice' && depth < 4 && (isRow(owner.whenTrue) || isRow(owner.whenFalse))) {
    run.branch(
      owner.test,
      () => noteAssigned(run, owner.whenTrue, changes, node, depth + 1),
      () => noteAssigned(run, owner.whenFalse, changes, node, depth + 1),
    );
    return;
  }
  const row = overridesOf(owner)?.row;
  if (row?.kind !== 'result') return;
  const { library } = row.operation;
  const adapter = run.world.adapter(library);
  if (!adapter?.assigned) return;
  run.effects++;
  adapter.assigned(row, changes, run.site(node, library));
}

const isRow = (value: Value): boolean =>
  value.kind === 'result' ||
  (value.kind === 'element' && isRow(value.of)) ||
  (value.kind === 'object' && value.spreads.some(isRow));

/** Properties assigned to, or overriding, a spread row: what a `save()` of it would write. */
export function overridesOf(value: Value): { row: Value; changes: ReadonlyMap<string, Value> } | undefined {
  if (value.kind === 'result') return { row: value, changes: new Map() };
  if (value.kind === 'parameter') {
    const declared = declaredOf(value);
    return declared?.kind === 'result' ? { row: declared, changes: new Map() } : undefined;
  }
  // One of the rows that were read.
  if (value.kind === 'element' && value.of.kind === 'result')
    return { row: result(value.of.operation, 'row'), changes: new Map() };
  const inner =
    value.kind === 'object'
      ? value.spreads.map(overridesOf).findLast(found => found !== undefined)
      : undefined;
  return inner && { row: inner.row, changes: new Map([...inner.changes, ...(value as ObjectValue).entries]) };
}
