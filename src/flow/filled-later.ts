import type { TSESTree } from '@typescript-eslint/utils';
import { object } from '../values/make.js';
import type { ObjectValue, Value } from '../values/value.js';
import type { Assignment } from './assignments.js';
import type { World } from './world.js';

/** An object of the top level with what is put into it by assignments. */
export function filledLater(
  value: ObjectValue,
  assignments: readonly Assignment[],
  world: World,
  evaluate: (node: TSESTree.Node) => Value,
): ObjectValue {
  if (assignments.length === 0) return value;
  const entries = new Map(value.entries);
  let isOpen = false;
  for (const { target, value: assigned } of assignments) {
    if (target.type !== 'MemberExpression') continue;
    const { property } = target;
    if (property.type === 'Identifier' && !target.computed) entries.set(property.name, evaluate(assigned));
    else if (property.type === 'Literal') entries.set(String(property.value), evaluate(assigned));
    else isOpen = true;
  }
  if (!isOpen) return object(entries, value.spreads, value.open);
  const registries = [...entries.values()].flatMap(entry =>
    entry.kind === 'handle' ? (world.adapter(entry.adapter)?.registry?.(entry) ?? []) : [],
  );
  return object(entries, [...registries, ...value.spreads], true);
}
