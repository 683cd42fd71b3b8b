import { describe, expect, it } from 'vitest';
import { inOneTransaction } from '../../../src/analysis/protection.js';
import { operationsOf } from '../operations-of.js';

const operations = (body: string) =>
  operationsOf(
    {
      'app.ts': `import mongoose, { model } from 'mongoose';\nconst User = model('User', s); const Log = model('Log', s);\nexport async function run(email) { ${body} }`,
    },
    'app.ts',
  );

describe('sessions of mongoose', () => {
  it('runs one transaction in withTransaction()', () => {
    const all = operations(`
      const session = await mongoose.startSession();
      await session.withTransaction(async () => {
        await User.create([{ email }], { session });
        await Log.updateOne({ email }, { seen: true }).session(session);
      });`);
    const [first, second] = all;
    expect(all.map(({ scopes }) => scopes.map(({ kind }) => kind))).toEqual([
      ['transaction'],
      ['transaction'],
    ]);
    expect(first && second && inOneTransaction(first, second, all)).toBe(true);
  });

  it('does not take a session that is not passed on for a transaction', () => {
    const all = operations(`
      await mongoose.connection.transaction(async session => {
        await User.create([{ email }], { session });
        await Log.create({ email });
      });`);
    const [first, second] = all;
    expect(first && second && inOneTransaction(first, second, all)).toBe(false);
  });

  it('records the borders of a transaction', () => {
    const all = operations(`
      const session = await mongoose.startSession();
      session.startTransaction();
      const user = await User.findOne({ email }).session(session);
      user.seen = true;
      await user.save();
      await session.commitTransaction();
      session.endSession();`);
    expect(all.map(({ kind }) => kind)).toEqual(['begin', 'read', 'update', 'commit']);
    const [, read, update] = all;
    expect(read && update && inOneTransaction(read, update, all)).toBe(true);
  });
});
