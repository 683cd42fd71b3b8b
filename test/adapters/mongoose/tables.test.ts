import { describe, expect, it } from 'vitest';
import { tableText } from '../../schema/table-text.js';
import { declaredTables } from '../operations-of.js';

type Files = Readonly<Record<string, string>>;
const texts = (files: Files, columns: 'columns' | 'constraints' = 'constraints'): readonly string[] =>
  declaredTables(files, 'app.ts').map(table => tableText(table, columns));

/** A model in a file of its own; the definition starts on line 2, `after` on the line after the schema. */
function declared(definition: string, after = '', options = ''): readonly string[] {
  const model = `import mongoose, { Schema } from 'mongoose';
const schema = new Schema({ ${definition} }${options && `, ${options}`});
${after}
export const Row = mongoose.models.Row || mongoose.model('Row', schema);`;
  return texts({
    'row.ts': model,
    'app.ts': "import { Row } from './row'; export const run = async values => Row.create(values);",
  });
}

const rowOf = (constraint: string): string =>
  `Row: primary key (_id) @2${constraint === '' ? '' : `; ${constraint}`}`;

describe('unique paths of a Mongoose schema', () => {
  it.each([
    ['email: { type: String, unique: true }', 'unique (email) nulls equal @2'],
    ["email: { type: String, unique: [true, 'Taken'], required: true }", 'unique (email) nulls equal @2'],
    ['email: { type: String, index: { unique: true } }', 'unique (email) nulls equal @2'],
    ["email: { type: String, index: { unique: true, name: 'mail' } }", 'unique mail (email) nulls equal @2'],
    ['email: { type: String, unique: true, sparse: true }', 'unique (email) where { email: { $exists: true } } @2'],
    [
      'email: { type: String, index: { unique: true, sparse: true } }',
      'unique (email) where { email: { $exists: true } } @2',
    ],
    [
      "email: { type: String, index: { unique: true, partialFilterExpression: { email: { $type: 'string' } } } }",
      "unique (email) where { email: { $type: 'string' } } @2",
    ],
    [
      'email: { type: String, index: { unique: true, partialFilterExpression: { deletedAt: null } } }',
      'unique (email) where { deletedAt: null } nulls equal @2',
    ],
    ['address: { city: { type: String, unique: true } }', 'unique (address.city) nulls equal @2'],
    ['address: { type: { city: { type: String, unique: true } } }', 'unique (address.city) nulls equal @2'],
    ['address: new Schema({ city: { type: String, unique: true } })', 'unique (address.city) nulls equal @2'],
    ['address: { type: new Schema({ city: { type: String, unique: true } }), excludeIndexes: true }', ''],
    ['tags: [{ type: String, unique: true }]', 'unique (tags) nulls equal @2'],
    ['lines: [new Schema({ sku: { type: String, unique: true } })]', 'unique (lines.sku) nulls equal @2'],
    ['type: { type: String, unique: true }', 'unique (type) nulls equal @2'],
    [
      "a: { type: String, index: { name: 'key', unique: true } }, b: { type: String, index: { name: 'key' } }",
      'unique key (a, b) nulls equal @2',
    ],
    ['email: { type: String, unique: false, index: true }', ''],
    ['email: String, tags: [String]', ''],
  ])('%s', (definition, expected) => {
    expect(declared(definition)).toEqual([rowOf(expected)]);
  });

  it('are not known where the definition is not', () => {
    expect(declared('email: { type: String, unique: isUnique }')).toEqual(['Row...: primary key (_id) @2']);
    expect(declared('...elsewhere(), a: { type: String, unique: true }')).toEqual([
      'Row...: primary key (_id) @2; unique (a) nulls equal @2',
    ]);
  });
});

describe('indexes that are added to a Mongoose schema', () => {
  it.each([
    ['schema.index({ a: 1, b: -1 }, { unique: true });', 'unique (a, b) nulls equal @3'],
    ["schema.index({ a: 1 }, { unique: true, name: 'key' });", 'unique key (a) nulls equal @3'],
    [
      'schema.index({ a: 1, b: 1 }, { unique: true, sparse: true });',
      'unique (a, b) where { $or: [{ a: { $exists: true } }, { b: { $exists: true } }] } nulls equal @3',
    ],
    [
      'schema.index({ a: 1 }, { unique: true, partialFilterExpression: { a: { $exists: true } } });',
      'unique (a) where { a: { $exists: true } } @3',
    ],
    ["schema.index({ 'a.b': 1 }, { unique: true });", 'unique (a.b) nulls equal @3'],
    ['schema.index({ a: 1 });', ''],
    ["schema.path('a').index({ unique: true });", 'unique (a) nulls equal @3'],
    ["schema.path('a').unique(true);", 'unique (a) nulls equal @3'],
    ['schema.add({ c: { type: String, unique: true } });', 'unique (c) nulls equal @3'],
    ['schema.add(new Schema({ c: { type: String, unique: true } }));', 'unique (c) nulls equal @3'],
    ["schema.add({ c: { type: String, unique: true } }, 'inner.');", 'unique (inner.c) nulls equal @3'],
    ['schema.plugin(target => target.index({ a: 1 }, { unique: true }));', 'unique (a) nulls equal @3'],
    [
      'schema.plugin(coded, { by: "a" }); function coded(target, { by }) { target.index({ [by]: 1 }, { unique: true }); }',
      'unique (a) nulls equal @3',
    ],
    [
      'index({ a: 1 }, { unique: true }); function index(fields, options) { schema.index(fields, options); }',
      'unique (a) nulls equal @3',
    ],
    ["for (const name of []) {} [schema].forEach(one => one.index({ a: 1 }, { unique: true }));", 'unique (a) nulls equal @3'],
    ['schema.index({ a: 1 }, { unique: true }); schema.index({ a: 1 }, { unique: true });', 'unique (a) nulls equal @3'],
  ])('%s', (after, expected) => {
    expect(declared('a: String, b: String', after)).toEqual([rowOf(expected)]);
  });

  it('may be added where the model is made', () => {
    const files = {
      'schema.ts': "import { Schema } from 'mongoose';\nexport const schema = new Schema({ a: String });",
      'row.ts': `import { model } from 'mongoose'; import { schema } from './schema';
schema.index({ a: 1 }, { unique: true });
export default model('Row', schema, 'rows');`,
      'app.ts': "import Row from './row'; export const run = async values => Row.create(values);",
    };
    const [table] = declaredTables(files, 'app.ts');
    expect(table && tableText(table)).toBe('Row = rows: primary key (_id) @2; unique (a) nulls equal @2');
    expect(table?.uniques.map(({ place }) => place.file.split('/').at(-1))).toEqual(['schema.ts', 'row.ts']);
  });

  it('are made by hand with autoIndex: false', () => {
    expect(declared('a: { type: String, unique: true }', '', '{ autoIndex: false }')).toEqual([
      'Row...: primary key (_id) @2',
    ]);
    expect(declared('a: { type: String, unique: true }', "schema.set('autoIndex', false);")).toEqual([
      'Row...: primary key (_id) @2',
    ]);
  });

  it('are part of the file under analysis too', () => {
    const app = `import { Schema, model } from 'mongoose';
      const schema = new Schema({ a: String });
      schema.index({ a: 1 }, { unique: true });
      const Row = model('Row', schema);
      export const run = async values => Row.create(values);`;
    expect(texts({ 'app.ts': app })).toEqual(['Row: primary key (_id) @2; unique (a) nulls equal @3']);
  });

  it('of a discriminator hold its documents only', () => {
    const app = `import { Schema, model } from 'mongoose';
      const Base = model('Base', new Schema({ code: { type: String, unique: true } }, { discriminatorKey: 'kind' }));
      const Child = Base.discriminator('Child', new Schema({ badge: { type: String, unique: true } }));
      export const run = async values => Child.create(values);`;
    expect(texts({ 'app.ts': app })).toEqual([
      "Base: primary key (_id) @3; unique (code) nulls equal @2; unique (badge) where { kind: 'Child' } nulls equal @3",
    ]);
  });
});

describe('columns of a Mongoose collection', () => {
  const columns = (definition: string, options = ''): readonly string[] => {
    const app = `import { Schema, model } from 'mongoose'; import { nanoid } from 'nanoid';
      const Row = model('Row', new Schema({ ${definition} }${options && `, ${options}`}));
      export const run = async values => Row.create(values);`;
    return texts({ 'app.ts': app }, 'columns').map(text => text.replace(/; primary key.*/u, ''));
  };

  it.each([
    ['a: { type: String, required: true }, b: String, c: { type: Number, required: [true, "Missing"] }', 'a b? c _id!'],
    ['_id: { type: String, default: () => nanoid() }', '_id!'],
    ['_id: { type: String, default: nanoid }', '_id!'],
    ['_id: String', '_id'],
    ['a: { b: String, c: { type: Date, required: isNeeded } }', 'a.b? a.c _id!'],
  ])('%s', (definition, expected) => {
    expect(columns(definition)).toEqual([`Row: ${expected}`]);
  });

  it('have the timestamps', () => {
    expect(columns('a: String', "{ timestamps: true, collection: 'rows' }")).toEqual([
      'Row = rows: a? createdAt updatedAt _id!',
    ]);
  });

  it('say what hides documents', () => {
    const app = `import { Schema, model } from 'mongoose'; const softDelete = require('mongoose-delete');
      const schema = new Schema({ a: String }); schema.plugin(softDelete, { overrideMethods: 'all' });
      const Row = model('Row', schema); export const run = async values => Row.create(values);`;
    expect(declaredTables({ 'app.ts': app }, 'app.ts').map(({ softDeletedBy }) => softDeletedBy)).toEqual(['deleted']);
  });
});

describe('classes as NestJS declares collections', () => {
  const nest = (row: string, after: string, injected = '@InjectModel(Row.name) private readonly rows: Model<Row>'): readonly string[] =>
    texts({
      'row.ts': `import { Prop, Schema, SchemaFactory, raw } from '@nestjs/mongoose'; import { HydratedDocument } from 'mongoose';
${row}
${after}
export type RowDocument = HydratedDocument<Row>;`,
      'app.ts': `import { InjectModel } from '@nestjs/mongoose'; import { Model } from 'mongoose'; import { Row, RowDocument } from './row';
        export class Rows { constructor(${injected}) {} run(values) { return this.rows.create(values); } }`,
    });
  const made = 'export const RowSchema = SchemaFactory.createForClass(Row);';

  it.each([
    ['@Prop({ unique: true }) email: string;', made, 'unique (email) nulls equal @2'],
    ['@Prop({ type: String, index: { unique: true, sparse: true } }) email: string;', made, 'unique (email) where { email: { $exists: true } } @2'],
    ['@Prop() email: string;', `${made} RowSchema.index({ email: 1, kind: 1 }, { unique: true });`, 'unique (email, kind) nulls equal @3'],
    ['@Prop(raw({ city: { type: String, unique: true } })) address: Record<string, string>;', made, 'unique (address.city) nulls equal @2'],
    ['@Prop([{ type: String, unique: true }]) tags: string[];', made, 'unique (tags) nulls equal @2'],
    ['@Prop({ unique: true }) email: string;', '', 'unique (email) nulls equal @2'],
    ['email: string;', made, ''],
  ])('%s %s', (members, after, expected) => {
    expect(nest(`@Schema() export class Row { ${members} }`, after)).toEqual([rowOf(expected)]);
  });

  it('are known by the type where the token is a text', () => {
    const row = '@Schema({ collection: "rows" }) export class Row { @Prop({ unique: true }) email: string; }';
    expect(nest(row, made, "@InjectModel('Row') private readonly rows: Model<RowDocument>")).toEqual([
      'Row = rows: primary key (_id) @2; unique (email) nulls equal @2',
    ]);
  });

  it('inherit from classes with @Schema and take in those of paths', () => {
    const row = `@Schema() class Base { @Prop({ unique: true }) code: string; } class Other extends Base { @Prop({ unique: true }) lost: string; }
      @Schema() class Address { @Prop({ unique: true }) city: string; }
      @Schema() export class Row extends Other { @Prop({ type: Address }) home: Address; @Prop() work: Address; @Prop([Address]) more: Address[]; }`;
    expect(nest(row, made)).toEqual([
      'Row: primary key (_id) @4; unique (code) nulls equal @2; unique (home.city) nulls equal @3; unique (work.city) nulls equal @3; unique (more.city) nulls equal @3',
    ]);
  });
});

describe('classes as Typegoose declares collections', () => {
  const typegoose = (row: string): readonly string[] =>
    texts({
      'app.ts': `import { getModelForClass, index, modelOptions, plugin, prop } from '@typegoose/typegoose';
${row}
const Rows = getModelForClass(Row);
export const run = async values => Rows.create(values);`,
    });

  it.each([
    ['class Row { @prop({ unique: true, required: true }) public email!: string; }', 'unique (email) nulls equal @2'],
    ['@index({ a: 1, b: 1 }, { unique: true }) class Row { @prop() a: string; @prop() b: string; }', 'unique (a, b) nulls equal @2'],
    ['class Base { @prop({ unique: true }) code: string; } class Row extends Base { @prop() a: string; }', 'unique (code) nulls equal @2'],
    ['class Address { @prop({ unique: true }) city: string; } class Row { @prop({ type: () => Address }) home: Address; }', 'unique (home.city) nulls equal @2'],
    ['@plugin(schema => schema.index({ a: 1 }, { unique: true })) class Row { @prop() a: string; }', 'unique (a) nulls equal @2'],
    ['class Row { @prop() a: string; }', ''],
  ])('%s', (row, expected) => {
    expect(typegoose(row)).toEqual([rowOf(expected)]);
  });

  it('have their options', () => {
    const row = "@modelOptions({ schemaOptions: { collection: 'rows', autoIndex: false } }) class Row { @prop({ unique: true }) a: string; }";
    expect(typegoose(row)).toEqual(['Row = rows...: primary key (_id) @2']);
  });
});
