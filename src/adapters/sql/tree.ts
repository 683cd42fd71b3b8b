/**
 * Syntax tree as the parser gives it: what has variants is an object whose only key names the variant, or its bare
 * name where it holds nothing. What the text does not have is left out or empty.
 */
export type Tree = string | number | boolean | null | undefined | readonly Tree[] | Fields;

export interface Fields {
  readonly [field: string]: Tree;
}

export const isFields = (tree: Tree): tree is Fields => typeof tree === 'object' && tree !== null && !Array.isArray(tree);

/** What stands at the end of a path of fields. */
export function get(tree: Tree, ...path: readonly string[]): Tree {
  return path.reduce<Tree>((inner, field) => (isFields(inner) ? inner[field] : undefined), tree);
}

export const listOf = (tree: Tree): readonly Tree[] => (Array.isArray(tree) ? (tree as readonly Tree[]) : []);

/** Name of the variant: `BinaryOp`. */
export function kindOf(tree: Tree): string {
  if (typeof tree === 'string') return tree;
  return isFields(tree) ? (Object.keys(tree)[0] ?? '') : '';
}

/** What the variant holds. */
export const bodyOf = (tree: Tree): Tree => (isFields(tree) ? Object.values(tree)[0] : undefined);

export const childrenOf = (tree: Tree): readonly Tree[] => (isFields(tree) ? Object.values(tree) : listOf(tree));

/** The expression without parentheses and casts. */
export function unwrap(tree: Tree): Tree {
  const kind = kindOf(tree);
  if (kind === 'Nested') return unwrap(bodyOf(tree));
  return kind === 'Cast' ? unwrap(get(bodyOf(tree), 'expr')) : tree;
}

export const isColumn = (tree: Tree): boolean => kindOf(tree) === 'Identifier' || kindOf(tree) === 'CompoundIdentifier';

/** Last name of `schema.table`, without quotes. */
export function nameOf(tree: Tree): string | undefined {
  if (isColumn(tree)) return nameOf(bodyOf(tree));
  if (Array.isArray(tree)) return nameOf(listOf(tree).at(-1));
  const value = get(tree, 'value');
  return typeof value === 'string' ? value : undefined;
}

/** What every variant of a name below the tree holds, subqueries included. */
export function findAll(tree: Tree, kind: string): readonly Tree[] {
  const own = isFields(tree) && isFields(tree[kind]) ? [tree[kind]] : [];
  return [...own, ...childrenOf(tree).flatMap(child => findAll(child, kind))];
}

/** Arguments of a function call; `*` is `Wildcard`. */
export const argumentsOf = (call: Tree): readonly Tree[] =>
  listOf(get(call, 'args', 'List', 'args')).map(argument => {
    const given = kindOf(argument) === 'Unnamed' ? bodyOf(argument) : get(bodyOf(argument), 'arg');
    return kindOf(given) === 'Expr' ? bodyOf(given) : given;
  });
