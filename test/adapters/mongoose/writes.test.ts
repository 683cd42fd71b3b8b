import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const MODEL = `
import mongoose, { Schema, model } from 'mongoose';
const User = model('User', new Schema({ email: String }));
const Order = model('Order', new Schema({ total: Number }, { optimisticConcurrency: true }));
`;

const operations = (body: string) =>
  operationsOf(
    { 'app.ts': `${MODEL}\nexport async function run(email, id, input, session) { ${body} }` },
    'app.ts',
  );
const summaries = (body: string): readonly string[] => operations(body).map(summaryOf);

describe('writes of mongoose', () => {
  it('inserts by create() and insertMany()', () => {
    expect(
      summaries(
        'await User.create({ email }); await User.create([{ email }], { session }); await User.insertMany([{ email, ...input }]);',
      ),
    ).toEqual(['insert User (email)', 'insert User (email)', 'insert User (email, ...)']);
  });

  it('inserts a new document when it is saved', () => {
    expect(
      summaries('const user = new User({ ...input, email }); user.name = "x"; await user.save();'),
    ).toEqual(['insert User (email, name, ...)']);
    expect(summaries('const user = new User({ email });')).toEqual([]);
  });

  it('updates a document that was read by its identity', () => {
    expect(
      summaries('const user = await User.findOne({ email }); user.status = "closed"; await user.save();'),
    ).toEqual(['read User by email = email', 'update User by _id = row._id (status)']);
  });

  it('updates the documents of a list', () => {
    expect(
      summaries(
        'for (const user of await User.find({ due: true })) { user.sent = true; await user.save(); }',
      ),
    ).toEqual(['read User by due = true', 'update User by _id = row._id (sent)']);
  });

  it('inserts or updates what was found or made', () => {
    expect(
      summaries(
        'let user = await User.findOne({ email }); if (!user) { user = new User({ email }); } user.seen = true; await user.save();',
      ),
    ).toEqual([
      'read User by email = email',
      'update User by _id = row._id (seen)',
      'insert User (email, seen)',
    ]);
  });

  it('takes a change of a list for a change on the server', () => {
    const [, update] = operations(
      'const user = await User.findById(id); user.items.push(input); await user.save();',
    );
    expect(update && summaryOf(update)).toBe('update User by _id = row._id (items)');
    expect(update?.columns.entries.get('items')).toMatchObject({ kind: 'call', callee: 'atomic' });
  });

  it('deletes a document that was read', () => {
    expect(summaries('const user = await User.findById(id); await user.deleteOne();')).toEqual([
      'read User by _id = id',
      'delete User by _id = row._id',
    ]);
  });

  it('reads update operators', () => {
    const [update] = operations(
      'await User.updateOne({ _id: id, status: "open" }, { $set: { status: "closed" }, $inc: { count: 1 }, $unset: { token: 1 } });',
    );
    expect(update && summaryOf(update)).toBe('update User by _id = id, status = open (status, count, token)');
    expect(update?.columns.entries.get('count')).toMatchObject({ kind: 'call', callee: 'atomic' });
  });

  it('takes an update without operators for a $set', () => {
    expect(
      summaries(
        'await User.findByIdAndUpdate(id, { status: "closed", "profile.name": email }, { new: true });',
      ),
    ).toEqual(['update User by _id = id (status, profile)']);
  });

  it('upserts where the options say so', () => {
    expect(
      summaries(
        'await User.findOneAndUpdate({ email }, { $setOnInsert: { email } }, { upsert: true, new: true });',
      ),
    ).toEqual(['upsert User by email = email (email) updated']);
  });

  it('deletes by filter', () => {
    expect(summaries('await User.deleteMany({ email }); await User.findByIdAndDelete(id);')).toEqual([
      'delete User by email = email',
      'delete User by _id = id',
    ]);
  });

  it('knows a schema with optimistic concurrency', () => {
    const [, update] = operations(
      'const order = await Order.findById(id); order.total = order.total + 1; await order.save();',
    );
    expect(update?.versioned).toBe(true);
  });

  it('answers the affected count', () => {
    const [, insert] = operations(
      'const { modifiedCount } = await User.updateOne({ _id: id }, { a: 1 }); if (modifiedCount === 0) return; await Order.create({ id });',
    );
    expect(insert?.guards).toHaveLength(1);
  });

  it('says nothing of bulkWrite', () => {
    expect(summaries('await User.bulkWrite([{ insertOne: { document: { email } } }]);')).toEqual([]);
  });
});
