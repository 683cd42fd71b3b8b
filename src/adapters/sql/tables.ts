import type { Node } from 'sql-parser-cst';
import { inlinedIndex } from './markers.js';
import { nameOf } from './tree.js';

/** The tables a statement names, and which of them it is about. */
export interface Tables {
  /** The table the statement is about, the first of FROM; `undefined` where it has no readable name. */
  readonly main: string | undefined;
  /** The first of FROM, where it is a query. */
  readonly derived: Node | undefined;
  readonly inlined: number | undefined;
  /** Real name of an alias. */
  resolve(qualifier: string): string;
  /** The qualifier means the main table. */
  isMain(qualifier: string): boolean;
  /** Source text of a node. */
  textOf(node: Node): string;
}

interface Relation {
  readonly name: string | undefined;
  readonly alias: string | undefined;
  readonly derived: Node | undefined;
}

/** Tables in the order they are named. */
export function readTables(nodes: readonly Node[], text: string, main?: string): Tables {
  const relations = nodes.flatMap(relationsOf);
  // `DELETE a FROM orders a JOIN ...` names the alias first.
  const first = main === undefined ? relations[0] : relations.find(({ name, alias }) => same(alias, main) || same(name, main));
  const byName = new Map<string, string>();
  for (const { name, alias } of relations) if (name !== undefined && alias !== undefined) byName.set(alias.toLowerCase(), name);
  const inlined = first?.name === undefined ? undefined : inlinedIndex(first.name);
  return {
    main: inlined === undefined ? first?.name : undefined,
    derived: first?.derived,
    inlined,
    resolve: qualifier => byName.get(qualifier.toLowerCase()) ?? qualifier,
    isMain: qualifier => same(first?.alias, qualifier) || same(first?.name, qualifier),
    textOf: node => (node.range ? text.slice(...node.range) : ''),
  };
}

const same = (left: string | undefined, right: string): boolean => left?.toLowerCase() === right.toLowerCase();

function relationsOf(node: Node): readonly Relation[] {
  switch (node.type) {
    case 'list_expr':
      return node.items.flatMap(relationsOf);
    case 'join_expr':
      return [...relationsOf(node.left), ...relationsOf(node.right)];
    case 'alias':
      return relationsOf(node.expr).map(relation => ({ ...relation, alias: node.alias.name }));
    case 'identifier':
    case 'member_expr':
      // PostgreSQL's grammar takes MySQL's `FROM dual` for a table.
      return nameOf(node)?.toLowerCase() === 'dual' ? [] : [{ name: nameOf(node), alias: undefined, derived: undefined }];
    case 'table_with_inheritance':
    case 'table_without_inheritance':
    case 'indexed_table':
    case 'not_indexed_table':
    case 'partitioned_table':
      return relationsOf(node.table);
    case 'lateral_derived_table':
      return relationsOf(node.expr);
    case 'paren_expr':
      return node.expr.type === 'select_stmt' || node.expr.type === 'compound_select_stmt'
        ? [{ name: undefined, alias: undefined, derived: node.expr }]
        : relationsOf(node.expr);
    case 'dual_table':
      return [];
    default:
      return [{ name: undefined, alias: undefined, derived: undefined }];
  }
}
