import type { Place } from '../../schema/table.js';
import { constant } from '../../values/make.js';
import type { ClassValue, Value } from '../../values/value.js';
import type { CallSite, DecoratorUse, MemberFacts } from '../adapter.js';
import { isMadeUp, uniqueOf, type Attribute, type Attributes } from './attributes.js';
import { isFalse, isTrue, textOf } from './handles.js';
import { newIndex, type Index } from './indexes.js';

/** Decorators that make a field an attribute: https://github.com/sequelize/sequelize-typescript#column */
const COLUMNS =
  /^(?:Column|PrimaryKey|Unique|Index|AllowNull|NotNull|AutoIncrement|ForeignKey|(?:Cre|Upd)atedAt|DeletedAt)$/u;

/** Attributes of a class of sequelize-typescript, or of version 7, with those of its base classes. */
export function decoratedAttributes(value: ClassValue, site: CallSite): Attributes {
  const levels = [...site.classesOf(value)].reverse().map(level => site.factsOf(level));
  const list = levels.flatMap(({ file, members }) =>
    members.filter(isAttribute).map(member => readMember(member, file, site)),
  );
  return { list: [...new Map(list.map(attribute => [attribute.name, attribute])).values()], isOpen: false };
}

const isAttribute = ({ decorators }: MemberFacts): boolean =>
  decorators.some(({ name, value }) => COLUMNS.test(name) || indexDecorator(value) !== undefined);

function readMember({ name, decorators, line }: MemberFacts, file: string, site: CallSite): Attribute {
  const use = (wanted: string): DecoratorUse | undefined =>
    decorators.find(decorator => decorator.name === wanted);
  const column = use('Column')?.args[0] ?? use('Attribute')?.args[0];
  const part = (key: string): Value | undefined =>
    column?.kind === 'object' ? site.property(column, key) : undefined;
  const isPrimaryKey = use('PrimaryKey') !== undefined || isTrue(part('primaryKey'));
  const unique = use('Unique');
  const nullable = use('AllowNull');
  const isRequired =
    use('NotNull') !== undefined || (nullable ? isFalse(nullable.args[0]) : isFalse(part('allowNull')));
  const place = (line: number): Place => ({ file, line });
  return {
    name,
    field: textOf(part('field')) ?? textOf(use('ColumnName')?.args[0]),
    isPrimaryKey,
    isNullable: !isPrimaryKey && !isRequired,
    isGenerated:
      use('AutoIncrement') !== undefined ||
      isTrue(part('autoIncrement')) ||
      isMadeUp(part('defaultValue')) ||
      isMadeUp(use('Default')?.args[0]),
    unique: unique
      ? unique.args[0]
        ? uniqueOf(unique.args[0], site)
        : true
      : uniqueOf(part('unique'), site),
    place: place(
      unique?.line ?? (isPrimaryKey ? use('PrimaryKey')?.line : undefined) ?? use('Column')?.line ?? line,
    ),
  };
}

/** `const TeamName = createIndexDecorator({ unique: true })`, with what it was given. */
const indexDecorator = (value: Value): { readonly options: Value | undefined } | undefined =>
  value.kind === 'handle' && value.adapter === 'sequelize' && value.type === 'index-decorator'
    ? (value.data as { options: Value | undefined })
    : undefined;

/** `@Index`, `@Index('name')`, `@Index({ name, unique })` and decorators made by `createIndexDecorator`. */
export function decoratedIndexes(value: ClassValue, site: CallSite): readonly Index[] {
  const found = new Map<unknown, Index>();
  const add = (key: unknown, options: Value | undefined, column: string, at: Place): void => {
    const known = found.get(key);
    if (known) found.set(key, { ...known, fields: [...known.fields, constant(column)] });
    else found.set(key, newIndex(options, [constant(column)], at, site));
  };
  for (const level of [...site.classesOf(value)].reverse()) {
    const { file, members } = site.factsOf(level);
    for (const { name, decorators } of members)
      for (const use of decorators) {
        const own = indexDecorator(use.value);
        const at = { file, line: use.line };
        if (own) add(use.value, own.options, name, at);
        else if (use.name === 'Index') add(indexName(use.args[0], site) ?? use, use.args[0], name, at);
      }
  }
  return [...found.values()];
}

const indexName = (options: Value | undefined, site: CallSite): string | undefined =>
  options?.kind === 'object' ? textOf(site.property(options, 'name')) : textOf(options);
