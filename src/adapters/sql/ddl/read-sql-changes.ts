import type { SqlDialect } from '../../../schema/dialect.js';
import type { SchemaProblem } from '../../../schema/problem.js';
import type { SchemaChange } from '../../../schema/schema-change.js';
import { inlinedName } from '../markers.js';
import { bodyOf, get, kindOf, listOf, type Tree } from '../tree.js';
import { alterTable } from './alter-table.js';
import { createTable } from './create-table.js';
import { DefinitionReader } from './definition-reader.js';
import { parseDefinition, type Definition } from './grammar.js';
import { KeyMaker } from './keys.js';
import { scriptStatements, type ScriptStatement } from './script.js';

export interface SqlChanges {
  /** What the script does to tables and their keys, in order. */
  readonly changes: readonly SchemaChange[];
  readonly problems: readonly SchemaProblem[];
}

/** A statement that makes, changes or drops a table or a unique index. */
const DEFINITION = new RegExp(
  [
    String.raw`^create\s+(?:or\s+replace\s+)?(?:(?:global|local|temp|temporary|unlogged)\s+)*table\b`,
    String.raw`^create\s+(?:or\s+replace\s+)?unique\s+index\b`,
    String.raw`^alter\s+(?:(?:ignore|online)\s+)*(?:table|index)\b`,
    String.raw`^(?:drop\s+(?:table|index)|rename\s+table)\b`,
  ].join('|'),
  'iu',
);

/** Most statements of a migration add a foreign key and nothing else. */
const FOREIGN_KEY = new RegExp(
  [
    String.raw`^alter\s+table\s+(?:only\s+)?\S+\s+add\s+(?:constraint\s+\S+\s+)?foreign\s+key\b`,
    String.raw`(?![^]*,\s*(?:add|alter|change|drop|modify|rename)\b)`,
  ].join(''),
  'iu',
);

/** Statements that run others by conditions: what they change is not known. */
const CONDITIONAL = /^(?:do|if|begin)\b/iu;

/** What a lost piece of a statement has to mention for a key to be lost with it. */
const KEYS = /\b(?:unique|primary\s+key|drop\s+(?:table|index|key|constraint|column))\b/iu;

/**
 * Reads a script of SQL: a migration's way forward, or a dump of a schema. Where nobody knows the dialect,
 * the text's own words tell it. `firstLine` is where the text begins in its file.
 */
export function readSqlChanges(text: string, file: string, dialect?: SqlDialect, firstLine = 1): SqlChanges {
  const changes: SchemaChange[] = [];
  const problems: SchemaProblem[] = [];
  const words = dialect ?? dialectOf(text);
  for (const { text: written, line } of scriptStatements(text, words)) {
    const statement = { text: written, line: line + firstLine - 1 };
    if (DEFINITION.test(statement.text) && !FOREIGN_KEY.test(statement.text)) {
      const read = readDefinition(statement, file, words);
      changes.push(...read.changes);
      problems.push(...read.problems);
    } else if (CONDITIONAL.test(statement.text) && KEYS.test(statement.text)) {
      problems.push({
        file,
        line: statement.line,
        message: 'Keys that a block of code makes or drops are not known.',
      });
    }
  }
  return { changes, problems };
}

/** Words that only one of them has. */
const SIGNS: readonly (readonly [SqlDialect, RegExp])[] = [
  ['sqlite', /\bautoincrement\b|\bwithout\s+rowid\b|^\s*pragma\b/imu],
  ['mysql', /`|\bauto_increment\b|\bengine\s*=|\bunique\s+key\b/iu],
];

const dialectOf = (text: string): SqlDialect =>
  SIGNS.find(([, sign]) => sign.test(text))?.[0] ?? 'postgresql';

function readDefinition(statement: ScriptStatement, file: string, dialect: SqlDialect): SqlChanges {
  const definition = parseDefinition(statement.text, dialect);
  const lost = definition.unread.filter(
    item => KEYS.test(item) || item.includes(inlinedName(0).slice(0, -1)),
  );
  const line = statement.line;
  const message = `Keys in this statement are not known: ${definition.reason}`;
  const problems = lost.length > 0 ? [{ file, line, message }] : [];
  try {
    return {
      changes: changesOf(definition, statement, { file, dialect, isOpen: lost.length > 0 }),
      problems,
    };
  } catch (error) {
    // A shape of tree that is not expected must not end a run.
    return {
      changes: [],
      problems: [{ file, line, message: `This statement could not be read: ${String(error)}` }],
    };
  }
}

interface Surroundings {
  readonly file: string;
  readonly dialect: SqlDialect;
  readonly isOpen: boolean;
}

function changesOf(
  definition: Definition,
  statement: ScriptStatement,
  { file, dialect, isOpen }: Surroundings,
): readonly SchemaChange[] {
  const read = definition.trees.map(parsed => ({
    tree: parsed.tree,
    body: bodyOf(parsed.tree),
    reader: new DefinitionReader(parsed, statement, file, dialect),
  }));
  if (/^create\b[^(]*?\btable\b/iu.test(statement.text))
    return createTable(read, isOpen || copies(definition));
  const isReplacing = /^create\s+or\s+replace\b/iu.test(statement.text);
  return read.flatMap(({ tree, body, reader }) => readStatement(tree, body, reader, isReplacing));
}

/** `LIKE b INCLUDING ALL`. */
const copies = ({ unread }: Definition): boolean =>
  unread.some(item => /^like\b.*\bincluding\s+(?:all|indexes)\b/iu.test(item));

function readStatement(
  tree: Tree,
  body: Tree,
  reader: DefinitionReader,
  isReplacing: boolean,
): readonly SchemaChange[] {
  switch (kindOf(tree)) {
    case 'AlterTable':
      return alterTable(body, reader);
    case 'CreateIndex':
      return createIndex(body, reader, isReplacing);
    case 'AlterIndex':
      return renameIndex(
        reader.nameOf(get(body, 'name')),
        reader.nameOf(get(body, 'operation', 'RenameIndex', 'index_name')),
      );
    case 'Drop':
      return drop(body, reader);
    case 'RenameTable':
      return listOf(body).flatMap(pair => {
        const [table, to] = [reader.nameOf(get(pair, 'old_name')), reader.nameOf(get(pair, 'new_name'))];
        return table === undefined || to === undefined ? [] : [{ kind: 'rename-table', table, to }];
      });
    default:
      return [];
  }
}

function createIndex(body: Tree, reader: DefinitionReader, isReplacing: boolean): readonly SchemaChange[] {
  const table = reader.nameOf(get(body, 'table_name'));
  if (table === undefined || get(body, 'unique') !== true) return [];
  const unique = new KeyMaker(table, reader).ofIndex(body);
  const added: SchemaChange = { kind: 'add-unique', table, unique };
  return isReplacing && unique.name !== undefined
    ? [{ kind: 'drop-unique', table, name: unique.name }, added]
    : [added];
}

const renameIndex = (name: string | undefined, to: string | undefined): readonly SchemaChange[] =>
  name === undefined || to === undefined ? [] : [{ kind: 'rename-unique', table: undefined, name, to }];

function drop(body: Tree, reader: DefinitionReader): readonly SchemaChange[] {
  const names = listOf(get(body, 'names')).flatMap(name => reader.nameOf(name) ?? []);
  const kind = get(body, 'object_type');
  if (kind === 'Table') return names.map(table => ({ kind: 'drop-table', table }));
  const table = reader.nameOf(get(body, 'table'));
  return kind === 'Index' ? names.map(name => ({ kind: 'drop-unique', table, name })) : [];
}
