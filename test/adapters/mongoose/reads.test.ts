import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const MODEL = `
import mongoose, { Schema, model } from 'mongoose';
const User = model('User', new Schema({ email: String }));
`;

const summaries = (body: string): readonly string[] =>
  operationsOf(
    { 'app.ts': `${MODEL}\nexport async function run(email, id, session) { ${body} }` },
    'app.ts',
  ).map(summaryOf);

describe('reads of mongoose', () => {
  it('records a query when it is awaited', () => {
    expect(summaries('await User.findOne({ email });')).toEqual(['read User by email = email']);
    expect(summaries('User.findOne({ email });')).toEqual([]);
  });

  it('follows a chain up to exec()', () => {
    expect(summaries('User.findOne({ email }).select("name").lean().exec();')).toEqual([
      'read User by email = email',
    ]);
  });

  it('looks up by identity', () => {
    expect(summaries('await User.findById(id).populate("orders");')).toEqual(['read User by _id = id']);
  });

  it('reads conditions of a chain', () => {
    expect(summaries('await User.find().where("email").equals(email).where("age").gt(17);')).toEqual([
      'read User by email = email, age~',
    ]);
  });

  it('tells equality from other tests', () => {
    expect(
      summaries(
        'await User.find({ email, age: { $gte: 18 }, role: { $eq: "admin" }, $or: [{ a: 1 }, { b: 2 }], "address.city": "Oslo" });',
      ),
    ).toEqual(['read User by email = email, role = admin, age~, a~, b~, address~']);
  });

  it('takes a filter that is passed on whole as unknown', () => {
    expect(summaries('await User.countDocuments(email);')).toEqual(['read User by ...']);
  });

  it('reads the first match stages of a pipeline', () => {
    expect(summaries('await User.aggregate([{ $match: { email } }, { $group: { _id: "$x" } }]);')).toEqual([
      'read User by email = email',
    ]);
  });

  it('throws where orFail() finds nothing', () => {
    const [read, update] = operationsOf(
      {
        'app.ts': `${MODEL}\nexport async function run(id) { await User.findById(id).orFail(); await User.updateOne({ _id: id }, { seen: true }); }`,
      },
      'app.ts',
    );
    expect(read?.throwsWhenAbsent).toBe(true);
    expect(update?.guards).not.toHaveLength(0);
  });

  it('runs the callback of old code', () => {
    expect(
      summaries(
        'User.findOne({ email }, (error, user) => { if (!user) new User({ email }).save(() => {}); });',
      ),
    ).toEqual(['read User by email = email', 'insert User (email)']);
  });

  it('runs queries in Promise.all and in then()', () => {
    expect(
      summaries(
        'await Promise.all([User.findOne({ email }), User.exists({ _id: id })]); return User.find({}).then(rows => rows.length);',
      ),
    ).toEqual(['read User by email = email', 'read User by _id = id', 'read User']);
  });

  it('locks what a session reads', () => {
    expect(summaries('await User.findOne({ email }).session(session);')).toEqual([
      'read User by email = email locked',
    ]);
  });
});
