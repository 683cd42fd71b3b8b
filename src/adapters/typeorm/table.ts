import type { Table } from '../../schema/table.js';
import type { ClassValue, Value } from '../../values/value.js';
import type { CallSite, ClassFacts, DecoratorUse } from '../adapter.js';
import { readOptions, textIn, textOf } from '../options.js';
import type { Entity } from './entity.js';
import { readLevel } from './entity-columns.js';
import { EntityReading, ownDecorators } from './entity-reading.js';
import { schemaTable } from './schema-table.js';

/** What an entity declares, read when it is asked for. */
export const declaredBy =
  ({ class: of, schema }: Entity, site: CallSite) =>
  (): Table | undefined => {
    if (schema) return schemaTable(schema, site.aside());
    return of && classTable(of, site);
  };

const tables = new WeakMap<ClassValue, { readonly table: Table | undefined }>();

function classTable(value: ClassValue, site: CallSite): Table | undefined {
  const known = tables.get(value) ?? { table: readClass(value, site.aside()) };
  tables.set(value, known);
  return known.table;
}

const TABLE = /^(?:Entity|ViewEntity|ChildEntity)$/u;

/**
 * A class without `@Entity` has no table of its own: its subclasses get its columns. Single table inheritance
 * puts all subclasses into the table of the class that says so.
 * https://typeorm.io/docs/entity/entity-inheritance
 */
function readClass(value: ClassValue, site: CallSite): Table | undefined {
  const levels = site.classesOf(value).map(level => site.factsOf(level));
  const [own] = levels;
  const use = own && decoratorOf(own, TABLE);
  if (!own || !use) return undefined;
  const isChild = use.name === 'ChildEntity';
  const root = (isChild && levels.find(facts => decoratorOf(facts, /^TableInheritance$/u))) || own;
  const reading = new EntityReading(site);
  const { draft } = reading;
  const depth = levels.indexOf(root);
  for (const [index, facts] of [...levels.entries()].reverse())
    readLevel(facts, { path: '', isPrefixed: false, isOfChild: index < depth }, reading);
  addDiscriminator(root, reading);
  reading.finish();
  // TypeORM takes no entity without a primary key: what declares it could not be read.
  draft.isOpen ||=
    !draft.hasPrimaryKey ||
    use.name === 'ViewEntity' ||
    (isChild && root === own) ||
    !hasKnownBase(levels.at(-1));
  const name = decoratorOf(root, TABLE);
  return draft.table(root.name, name && nameIn(name.args), { file: root.file, line: root.line });
}

const decoratorOf = ({ decorators }: ClassFacts, name: RegExp): DecoratorUse | undefined =>
  ownDecorators(decorators).find(use => name.test(use.name));

/** `@Entity('users')`, `@Entity({ name: 'users', schema })`, `@ViewEntity({ name })`. */
function nameIn([first, second]: readonly Value[]): string | undefined {
  const given = textIn(first) ?? textOf(readOptions(first?.kind === 'object' ? first : second), 'name');
  return given?.split('.').at(-1);
}

function addDiscriminator(root: ClassFacts, { draft }: EntityReading): void {
  const use = decoratorOf(root, /^TableInheritance$/u);
  const column = use && readOptions(readOptions(use.args[0]).entries.get('column'));
  if (!use) return;
  const name =
    (column && textOf(column, 'name')) ?? textIn(readOptions(use.args[0]).entries.get('column')) ?? 'type';
  if (!draft.column(name))
    draft.addColumn({ name, databaseName: name, isNullable: false, isGenerated: false });
}

/** Classes of frameworks that entities extend, none of which has a column. */
const WITHOUT_COLUMNS = /^(?:@nestjs\/\w+|(?:node:)?events)$/u;

function hasKnownBase(last: ClassFacts | undefined): boolean {
  const base = last?.base;
  if (base?.kind !== 'handle') return base === undefined;
  if (base.adapter === 'typeorm') return true;
  return 'specifier' in base.data && WITHOUT_COLUMNS.test(String(base.data.specifier));
}
