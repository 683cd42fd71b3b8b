import type { TSESTree } from '@typescript-eslint/utils';
import type { EditedFile } from '../edits/import-edit.js';
import { applyEdits, type TextEdit } from '../edits/text-edit.js';
import { childrenOf, mentions } from '../syntax/mentions.js';

/** Source text of a node in which a variable has another name. */
export function renamed(target: EditedFile, node: TSESTree.Node, from: string, to: string): string {
  const [start, end] = target.rangeOf(node);
  const edits = usesOf(node, from).map((use): TextEdit => {
    const [first, last] = target.rangeOf(use.node);
    return { file: target.file, range: [first - start, last - start], text: use.isShorthand ? `${from}: ${to}` : to };
  });
  return applyEdits(target.text.slice(start, end), edits);
}

interface Use {
  readonly node: TSESTree.Identifier;
  /** `{ found }`: the name is a property as well. */
  readonly isShorthand: boolean;
}

/** Where the variable is read or written; names of properties are something else. */
function usesOf(node: TSESTree.Node, name: string): readonly Use[] {
  switch (node.type) {
    case 'Identifier':
      return node.name === name ? [{ node, isShorthand: false }] : [];
    case 'MemberExpression':
      return [...usesOf(node.object, name), ...(node.computed ? usesOf(node.property, name) : [])];
    case 'Property':
      if (node.shorthand && node.value.type === 'Identifier')
        return node.value.name === name ? [{ node: node.value, isShorthand: true }] : [];
      return [...(node.computed ? usesOf(node.key, name) : []), ...usesOf(node.value, name)];
    default:
      return childrenOf(node).flatMap(child => usesOf(child, name));
  }
}

/** A name that the code does not use yet: `winner`, `winner2`. */
export function freeName(tree: TSESTree.Node, wanted: string): string {
  let name = wanted;
  for (let count = 2; mentions(tree, known => known === name); count++) name = `${wanted}${String(count)}`;
  return name;
}
