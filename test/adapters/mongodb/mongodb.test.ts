import { describe, expect, it } from 'vitest';
import { changesOf, operationsOf, summaryOf } from '../operations-of.js';

const HEAD = `
import { MongoClient, ObjectId } from 'mongodb';
const client = new MongoClient('mongodb://localhost');
const db = client.db('shop');
const users = db.collection('users');
const orders = db.collection('orders');
`;

const run = (body: string) =>
  operationsOf({ 'app.ts': `${HEAD}export async function run(id, email, status, dto) { ${body} }` }, 'app.ts');

const summariesOf = (body: string): readonly string[] => run(body).map(summaryOf);

describe('the mongodb driver', () => {
  it.each([
    ['users.findOne({ email })', 'read users by email = email'],
    ['users.findOne({ _id: new ObjectId(id) })', 'read users by _id = id'],
    ['users.find({ email }).sort({ at: 1 }).limit(1).toArray()', 'read users by email = email'],
    ['users.find({ email }).next()', 'read users by email = email'],
    ['users.find({ email }).hasNext()', 'read users by email = email'],
    ['users.find({ $or: [{ email }, { status }] }).toArray()', 'read users by email~, status~'],
    ['users.countDocuments({ email })', 'read users by email = email'],
    ['users.estimatedDocumentCount()', 'read users'],
    ['users.distinct("email", { status })', 'read users by status = status'],
    ['users.aggregate([{ $match: { email } }, { $limit: 1 }]).toArray()', 'read users by email = email'],
    ['users.insertOne({ email, status })', 'insert users (email, status)'],
    ['users.insertMany([{ email }], { ordered: false })', 'insert users (email)'],
    ['users.updateOne({ _id: id }, { $set: { status } })', 'update users by _id = id (status)'],
    ['users.updateMany({ status: "open" }, { $inc: { visits: 1 } })', 'update users by status = open (visits)'],
    ['users.updateOne({ email }, { $setOnInsert: { email, status } }, { upsert: true })', 'upsert users by email = email (email, status) updated'],
    ['users.replaceOne({ _id: id }, { email })', 'update users by _id = id (email)'],
    ['users.findOneAndUpdate({ _id: id, status: "open" }, { $set: { status } })', 'update users by _id = id, status = open (status)'],
    ['users.findOneAndUpdate({ email }, { $set: { status } }, { upsert: true })', 'upsert users by email = email (status) updated'],
    ['users.findOneAndDelete({ email })', 'delete users by email = email'],
    ['users.deleteOne({ _id: id })', 'delete users by _id = id'],
    ['client.db().collection("users").deleteMany({ status })', 'delete users by status = status'],
    ['users.bulkWrite([{ updateOne: { filter: { email }, update: { $set: { status } }, upsert: true } }])', 'upsert users by email = email (status) updated'],
    ['users.bulkWrite(dto.list.map(one => ({ insertOne: { document: { email: one.email } } })))', 'insert users (email)'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it('does each of a bulk', () => {
    expect(summariesOf('await users.bulkWrite([{ insertOne: { document: { email } } }, { deleteOne: { filter: { _id: id } } }]);')).toEqual([
      'insert users (email)',
      'delete users by _id = id',
    ]);
  });

  it.each([
    ['if (await users.findOne({ email })) return;'],
    ['if ((await users.find({ email }).toArray()).length > 0) return;'],
    ['if (await users.find({ email }).hasNext()) return;'],
    ['if ((await users.countDocuments({ email })) !== 0) return;'],
    ['const { modifiedCount } = await users.updateOne({ email }, { $set: { status } }); if (modifiedCount === 0) return;'],
    ['const { deletedCount } = await users.deleteOne({ email }); if (!deletedCount) return;'],
    ['const found = await users.findOneAndUpdate({ email }, { $set: { status } }); if (!found) return;'],
    ['const found = await users.findOneAndUpdate({ email }, { $set: { status } }, { includeResultMetadata: true }); if (!found.value) return;'],
  ])('answers what a condition can test: %s', check => {
    const [, insert] = run(`${check} await orders.insertOne({ email });`);
    expect(insert?.guards).toHaveLength(1);
  });

  it('reads while it is iterated over', () => {
    expect(summariesOf('for await (const user of users.find({ status })) await users.updateOne({ _id: user._id }, { $set: { status: "x" } });')).toEqual([
      'read users by status = status',
      'update users by _id = element._id (status)',
    ]);
  });

  it('is in the transaction of the session that it is given', () => {
    const [inside, outside] = run(`
      const session = client.startSession();
      await session.withTransaction(async () => {
        await users.insertOne({ email }, { session });
        await orders.insertOne({ email });
      });`);
    expect(inside?.transaction).toMatchObject({ isolation: 'repeatable-read' });
    expect(outside?.transaction).toBeUndefined();
    expect(summariesOf('const session = client.startSession(); session.startTransaction(); await users.insertOne({ email }, { session }); await session.commitTransaction();')).toEqual(['begin', 'insert users (email)', 'commit']);
  });

  it('is known by declared types', () => {
    const files = {
      'app.ts': `
        import { Collection, Db } from 'mongodb';
        import { User } from './user';
        export class Users {
          private users: Collection<User>;
          constructor(private readonly db: Db) { this.users = db.collection<User>('users'); }
          find(email) { return this.db.collection('users').findOne({ email }); }
          add(email) { return this.users.insertOne({ email }); }
        }`,
      'user.ts': 'export interface User { email: string }',
    };
    expect(operationsOf(files, 'app.ts').map(summaryOf)).toEqual(['read users by email = email', 'insert User (email)']);
  });

  it('takes no name from a type that many collections share', () => {
    const app = `
      import { Collection, Document } from 'mongodb';
      export class Store<T> {
        constructor(private readonly users: Collection<Document>, private readonly orders: Collection<T>) {}
        async run(email) { await this.users.findOne({ email }); await this.orders.insertOne({ email }); }
      }`;
    expect(operationsOf({ 'app.ts': app }, 'app.ts').map(({ resource }) => resource.name)).toEqual([undefined, undefined]);
  });

  it('is reached from mongoose', () => {
    const app = `
      import mongoose from 'mongoose';
      const User = mongoose.model('User', new mongoose.Schema({}));
      export async function run(email) {
        await mongoose.connection.collection('users').findOne({ email });
        await mongoose.connection.db.collection('users').findOne({ email });
        await User.collection.insertOne({ email });
      }`;
    expect(operationsOf({ 'app.ts': app }, 'app.ts').map(summaryOf)).toEqual([
      'read users by email = email',
      'read users by email = email',
      'insert User (email)',
    ]);
  });

  it.each([
    ['users.createIndex({ email: 1 }, { unique: true })', { parts: ['email'], where: undefined, areNullsEqual: true, name: undefined }],
    ['users.createIndex("email", { unique: true, sparse: true, name: "one" })', { parts: ['email'], where: undefined, areNullsEqual: false, name: 'one' }],
    ['users.createIndex([["tenant", 1], ["email", 1]], { unique: true })', { parts: ['tenant', 'email'], where: undefined, areNullsEqual: true, name: undefined }],
    [
      'users.createIndex({ email: 1 }, { unique: true, partialFilterExpression: { deleted: false } })',
      { parts: ['email'], where: '{"deleted": false}', areNullsEqual: true, name: undefined },
    ],
    ['users.createIndexes([{ key: { email: 1 }, unique: true }, { key: { at: 1 } }])', { parts: ['email'], where: undefined, areNullsEqual: true, name: undefined }],
    ['db.createIndex("users", { email: 1 }, { unique: true })', { parts: ['email'], where: undefined, areNullsEqual: true, name: undefined }],
  ])('defines a unique index: %s', (call, expected) => {
    const changes = changesOf({ 'app.ts': `${HEAD}export async function up() { await ${call}; }` }, 'app.ts');
    expect(changes).toHaveLength(1);
    const [change] = changes;
    expect(change).toMatchObject({ kind: 'add-unique', table: 'users', unique: { kind: 'unique' } });
    if (change?.kind !== 'add-unique') throw new Error('No unique index');
    const { parts, where, areNullsEqual, name } = change.unique;
    expect({ parts: parts.map(({ column }) => column), where, areNullsEqual, name }).toEqual(expected);
  });

  it.each(['users.createIndex({ email: 1 })', 'users.createIndex({ email: 1 }, { unique: false })', 'users.createIndex(dto, { unique: true })'])(
    'defines nothing: %s',
    call => {
      expect(summariesOf(`await ${call};`)).toEqual([]);
    },
  );

  it('drops an index by its name', () => {
    expect(changesOf({ 'app.ts': `${HEAD}export const down = () => users.dropIndex('email_1');` }, 'app.ts')).toEqual([
      { kind: 'drop-unique', table: 'users', name: 'email_1' },
    ]);
  });
});
