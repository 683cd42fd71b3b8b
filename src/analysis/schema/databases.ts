import { join, sep } from 'node:path';
import { readSqlChanges } from '../../adapters/sql/ddl/read-sql-changes.js';
import type { ModuleProblem, Project } from '../../modules/project.js';
import type { Operation } from '../../operations/operation.js';
import { applyChanges } from '../../schema/apply-changes.js';
import { readPrismaSchema } from '../../schema/prisma/read-prisma-schema.js';
import type { SchemaChange } from '../../schema/schema-change.js';
import type { Table } from '../../schema/table.js';
import { resourceName } from '../same-fact.js';
import { migrationGroups, nearest, prismaGroups, stemOf, type SchemaGroup } from './schema-groups.js';

/** https://www.prisma.io/docs/orm/reference/prisma-schema-reference#datasource */
const PROVIDERS = new Set(['postgresql', 'postgres', 'mysql', 'sqlite', 'sqlserver', 'mongodb', 'cockroachdb']);

const ASIDE = /^.*?[\\/](?:__)?(?:tests?|fixtures?|examples?|e2e|mocks?|seeds?)(?:__)?[\\/]/iu;

const isUnder = (file: string, path: string): boolean => file === path || file.startsWith(path + sep);

/** In a text without its double quotes. */
const LOCAL_IMPORT = /(?:\brequire\s*\(|\bfrom)\s*'?\./u;

/** What the project's files say of the tables that operations touch, read when it is asked for. */
export class Databases {
  /** Everything learnt, by what it was learnt from; dropped when a file has changed. */
  private readonly texts = new Map<string, string>();
  private readonly normalised = new Map<string, string>();
  private readonly found = new Map<string, readonly Table[]>();
  private readonly changes = new Map<string, readonly SchemaChange[]>();
  private readonly prisma = new Map<string, ReadonlyMap<string, Table>>();
  private readonly unreadable = new Map<string, ModuleProblem>();
  private generation = -1;

  constructor(
    private readonly project: Project,
    /** Changes that a migration written in code makes. */
    private readonly migrate: (file: string) => readonly SchemaChange[],
    /** Absolute paths of the only files and folders that count, where the settings name them. */
    private readonly named?: readonly string[],
  ) {}

  /** What of the schema files could not be read, one for each file. */
  problems(): readonly ModuleProblem[] {
    return [...this.unreadable.values(), ...this.missing()];
  }

  /** Paths in the settings under which nothing was found. */
  private missing(): readonly ModuleProblem[] {
    return (this.named ?? [])
      .filter(path => ![...this.texts.keys()].some(file => isUnder(file, path)) && !this.describes(path))
      .map(path => ({
        file: path,
        message: 'settings.idempotency.schema names it, and there is no schema in it.',
        remedy: 'Name a .prisma or .sql file, or a folder that holds some or migrations in code.',
      }));
  }

  private describes(path: string): boolean {
    const anchor = join(path, 'schema');
    return [...this.project.schemas(anchor), ...this.project.sources(anchor)].some(file => isUnder(file, path));
  }

  /**
   * Every description of the operation's table: of a model declared in code, of a Prisma schema, of migrations.
   * Empty: the project says nothing of it.
   */
  tables({ resource, library, file }: Operation): readonly Table[] {
    if (resource.kind !== 'table') return [];
    this.forgetChanged();
    const declared = resource.declared?.();
    const { name } = resource;
    const own = declared ? [declared] : [];
    const names = [declared?.databaseName, declared?.name, name].filter(known => known !== undefined);
    if (names.length === 0) return own;
    const key = [library, file, ...names].join('\0');
    const known = this.found.get(key) ?? this.described(names, library, file);
    this.found.set(key, known);
    return [...own, ...known];
  }

  private described(names: readonly string[], library: string, file: string): readonly Table[] {
    const inPrisma = library === 'prisma' ? names.flatMap(name => this.inPrisma(name, file)) : [];
    // Migrations of a Prisma project name tables as the schema maps them.
    const mapped = inPrisma.flatMap(({ databaseName }) => databaseName ?? []);
    const wanted = [...new Set([...mapped, ...names])];
    return [...inPrisma, ...this.inMigrations(wanted, file)];
  }

  private inPrisma(name: string, file: string): readonly Table[] {
    const files = this.schemas(file).filter(path => path.endsWith('.prisma'));
    const groups = prismaGroups(files, path => /^\s*datasource\s/mu.test(this.text(path)));
    const having = groups.filter(group => this.prismaTables(group).has(resourceName(name)));
    return nearest(having, file).flatMap(group => this.prismaTables(group).get(resourceName(name)) ?? []);
  }

  private schemas(file: string): readonly string[] {
    return this.project.schemas(file).filter(path => this.counts(path) && (this.named !== undefined || this.concerns(path, file)));
  }

  /** Whether the settings leave the file in. */
  private counts(file: string): boolean {
    return !this.named || this.named.some(path => isUnder(file, path));
  }

  /** A schema that tests or examples have for themselves says nothing of code elsewhere. */
  private concerns(schema: string, file: string): boolean {
    const folder = ASIDE.exec(schema.slice(this.project.root.length))?.[0];
    return folder === undefined || file.startsWith(this.project.root + folder);
  }

  private isMigration(file: string): boolean {
    return this.named ? this.counts(file) : /[\\/]migrations?[\\/]/iu.test(file);
  }

  private prismaTables(group: SchemaGroup): ReadonlyMap<string, Table> {
    const key = group.files.join('\0');
    const known = this.prisma.get(key);
    if (known) return known;
    const { tables, provider, problems } = readPrismaSchema(group.files.map(file => ({ file, text: this.text(file) })));
    for (const problem of problems) this.note({ ...problem, remedy: 'Correct it; until then its models are not known.' });
    if (provider !== undefined && !PROVIDERS.has(provider)) this.noteProvider(group, provider);
    const byName = new Map(tables.map(table => [resourceName(table.name), { ...table, system: provider }]));
    this.prisma.set(key, byName);
    return byName;
  }

  private note(problem: ModuleProblem): void {
    this.unreadable.set(problem.file, problem);
  }

  /** What the constraints of a database are worth that is not known cannot be said. */
  private noteProvider({ files: [file = ''] }: SchemaGroup, provider: string): void {
    const message = `The provider "${provider}" is not known; known are ${[...PROVIDERS].join(', ')}.`;
    this.note({ file, message, remedy: 'Correct the datasource; its constraints are taken as those of PostgreSQL.' });
  }

  private inMigrations(names: readonly string[], file: string): readonly Table[] {
    const files = [
      ...this.schemas(file).filter(path => path.endsWith('.sql')),
      ...this.project.sources(file).filter(path => this.isMigration(path)),
    ];
    const stems = new Set(this.project.sources(file).map(stemOf));
    const candidates = migrationGroups(files, stems).map(group => ({ ...group, table: this.migrated(group, names) }));
    const having = candidates.filter(({ table }) => table !== undefined);
    return nearest(having, file).flatMap(group => having.find(({ folder }) => folder === group.folder)?.table ?? []);
  }

  /** The table after all steps of the group that name it, whatever it was called before. */
  private migrated({ files }: SchemaGroup, names: readonly string[]): Table | undefined {
    const wanted = new Set(names.map(resourceName));
    for (;;) {
      const changes = files.filter(file => this.mentions(file, wanted)).flatMap(file => this.changesOf(file));
      const older = changes.flatMap(change =>
        change.kind === 'rename-table' && wanted.has(resourceName(change.to)) ? resourceName(change.table) : [],
      );
      if (older.every(name => wanted.has(name)))
        return applyChanges(changes).find(table => names.some(name => resourceName(table.name) === resourceName(name)));
      for (const name of older) wanted.add(name);
    }
  }

  private mentions(file: string, names: ReadonlySet<string>): boolean {
    const known = this.normalised.get(file);
    const text = known ?? this.text(file).toLowerCase().replace(/[_"`]/gu, '');
    this.normalised.set(file, text);
    // What a helper of the project does to a table is not written in the migration itself.
    return [...names].some(name => text.includes(name)) || (!file.endsWith('.sql') && LOCAL_IMPORT.test(text));
  }

  private changesOf(file: string): readonly SchemaChange[] {
    const known = this.changes.get(file);
    if (known) return known;
    const text = this.text(file);
    const changes = file.endsWith('.sql') ? readSqlChanges(text, file).changes : this.migrate(file);
    this.changes.set(file, changes);
    return changes;
  }

  private text(file: string): string {
    const text = this.project.plainText(file) ?? '';
    this.texts.set(file, text);
    return text;
  }

  /** Looks at the files again when the project does. */
  private forgetChanged(): void {
    if (this.generation === this.project.generation) return;
    this.generation = this.project.generation;
    const isSame = [...this.texts].every(([file, text]) => this.project.plainText(file) === text);
    if (!isSame) for (const known of [this.normalised, this.changes, this.prisma, this.texts, this.unreadable])
        known.clear();
    this.found.clear();
  }
}
