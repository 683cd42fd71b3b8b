import { inlinedIndex } from './markers.js';
import type { Source } from './source.js';
import { bodyOf, get, kindOf, listOf, nameOf, type Tree } from './tree.js';

/** The tables a statement names, and which of them it is about. */
export interface Tables {
  /** The table the statement is about, the first of FROM; `undefined` where it has no readable name. */
  readonly main: string | undefined;
  /** The first of FROM, where it is a query. */
  readonly derived: Tree;
  readonly inlined: number | undefined;
  /** Table hints of SQL Server, by which the rows stay locked. */
  readonly locked: boolean;
  /** Real name of an alias. */
  resolve(qualifier: string): string;
  /** The qualifier means the main table. */
  isMain(qualifier: string): boolean;
  /** Source text of an expression. */
  textOf(tree: Tree): string;
}

/** One table of FROM. */
export interface Relation {
  readonly name: string | undefined;
  readonly alias: string | undefined;
  readonly derived?: Tree;
  readonly locked?: boolean;
}

/** The tables in the order they are named. `main` is the name or alias of the one it is about, if not the first. */
export function tablesOf(relations: readonly Relation[], source: Source, main?: string): Tables {
  // `DELETE a FROM orders a JOIN ...` names the alias first.
  const first = main === undefined ? relations[0] : relations.find(({ name, alias }) => same(alias, main) || same(name, main));
  const byName = new Map<string, string>();
  for (const { name, alias } of relations) if (name !== undefined && alias !== undefined) byName.set(alias.toLowerCase(), name);
  const inlined = first?.name === undefined ? undefined : inlinedIndex(first.name);
  return {
    main: inlined === undefined ? first?.name : undefined,
    derived: first?.derived,
    inlined,
    locked: first?.locked === true,
    resolve: qualifier => byName.get(qualifier.toLowerCase()) ?? qualifier,
    isMain: qualifier => same(first?.alias, qualifier) || same(first?.name, qualifier),
    textOf: tree => source.textOf(tree),
  };
}

const same = (left: string | undefined, right: string): boolean => left?.toLowerCase() === right.toLowerCase();

/** Tables of a FROM clause, those of its joins included. */
export const readJoined = (from: Tree): readonly Relation[] =>
  listOf(from).flatMap(item => [
    ...readRelation(get(item, 'relation')),
    ...listOf(get(item, 'joins')).flatMap(join => readRelation(get(join, 'relation'))),
  ]);

export function readRelation(tree: Tree): readonly Relation[] {
  const body = bodyOf(tree);
  const alias = nameOf(get(body, 'alias', 'name'));
  switch (kindOf(tree)) {
    case 'Table': {
      if (get(body, 'args') !== undefined) return [{ name: undefined, alias }];
      const name = nameOf(get(body, 'name'));
      const locked = listOf(get(body, 'with_hints')).some(hint => /^(?:updlock|xlock)$/iu.test(nameOf(hint) ?? ''));
      // MySQL's `FROM dual` is no table.
      return name?.toLowerCase() === 'dual' ? [] : [{ name, alias, locked }];
    }
    case 'Derived':
      return [{ name: undefined, alias, derived: get(body, 'subquery') }];
    case 'NestedJoin':
      return readJoined([get(body, 'table_with_joins')]);
    default:
      return [{ name: undefined, alias }];
  }
}
