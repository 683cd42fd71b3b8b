import { describe, expect, it } from 'vitest';
import { inApp, summariesOf } from './in-app.js';

describe('writes of sequelize', () => {
  it.each([
    ['User.create({ email, status })', 'insert users (email, status)'],
    ['User.create(dto)', 'insert users (...)'],
    ['User.create({ ...dto, email })', 'insert users (email, ...)'],
    ['User.create({ email }, { ignoreDuplicates: true })', 'insert users (email) ignored'],
    ['User.bulkCreate([{ email }, { email: "b" }])', 'insert users (email)'],
    [
      'User.bulkCreate(dto.map(one => ({ email: one.email })), { ignoreDuplicates: true })',
      'insert users (email) ignored',
    ],
    [
      'User.bulkCreate([{ email, status }], { updateOnDuplicate: ["status"] })',
      'upsert users (email, status) updated',
    ],
    [
      'User.bulkCreate([{ email, status }], { updateOnDuplicate: ["status"], conflictAttributes: ["email"] })',
      'upsert users by email = email (email, status) updated',
    ],
    ['User.upsert({ email, status })', 'upsert users (email, status) updated'],
    [
      'User.upsert({ email, status }, { conflictFields: ["email"] })',
      'upsert users by email = email (email, status) updated',
    ],
    ['User.update({ status }, { where: { id } })', 'update users by id = id (status)'],
    [
      'User.update({ status }, { where: { id, status: "open" } })',
      'update users by id = id, status = open (status)',
    ],
    ['User.update({ status }, { where: { id: [1, 2] } })', 'update users by id~ (status)'],
    ['User.increment("visits", { where: { id } })', 'update users by id = id (visits)'],
    ['User.increment({ visits: 2 }, { where: { id } })', 'update users by id = id (visits)'],
    [
      'User.decrement(["visits", "rank"], { by: 2, where: { id } })',
      'update users by id = id (visits, rank)',
    ],
    ['User.destroy({ where: { email } })', 'delete users by email = email'],
    ['User.destroy({ truncate: true })', 'delete users'],
    ['User.truncate()', 'delete users'],
    ['User.restore({ where: { id } })', 'update users by id = id (deletedAt)'],
    ['User.register(email)', 'insert users (email)'],
    ['User.scope("x").register(email)', 'insert users (email)'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it('writes nothing when a row is built', () => {
    expect(summariesOf('User.build({ email }); new User({ email }); User.bulkBuild([{ email }]);')).toEqual(
      [],
    );
  });

  it.each([
    ['User.increment("visits", { by: 2, where: { id } })'],
    ['User.update({ visits: literal("visits + 1") }, { where: { id } })'],
    ['User.update({ visits: sequelize.literal("visits + 1") }, { where: { id } })'],
    ['User.update({ visits: Sequelize.fn("greatest", col("visits"), 1) }, { where: { id } })'],
  ])('leaves sums to the database: %s', call => {
    expect(inApp(`await ${call};`)[0]?.columns.entries.get('visits')).toMatchObject({ callee: 'atomic' });
  });

  it.each([
    ['const [affected] = await User.update({ status }, { where: { id } });', 'affected === 0'],
    ['const count = await User.destroy({ where: { id } });', 'count < 1'],
    ['const [[, count]] = await User.increment("visits", { where: { id } });', '!count'],
    ['const [user] = await User.upsert({ email });', 'user.status === status'],
  ])('answers what was written: %s', (write, test) => {
    expect(
      inApp(`${write} if (${test}) return; await Post.create({ authorId: id });`)[1]?.guards,
    ).toHaveLength(1);
  });
});

describe('hooks of sequelize', () => {
  const runs = (declared: string): readonly string[] =>
    summariesOf(`
      const Label = sequelize.define('Label', {}, ${declared});
      await Label.create({ name: email });
      await Label.build({ name: email }).save();
    `);

  it('run before an insert and may refuse it', () => {
    const hook =
      '{ hooks: { beforeCreate: async row => { if (await Tag.findOne({ where: { name: row.name } })) throw new Error(); } } }';
    expect(runs(hook)).toEqual([
      'read tags by name = email',
      'insert Label (name)',
      'read tags by name = email',
      'insert Label (name)',
    ]);
  });

  it('are validators of the model too, with the row as this', () => {
    const validate = '{ validate: { async isFree() { await Tag.count({ where: { name: this.name } }); } } }';
    expect(runs(validate)[0]).toBe('read tags by name = email');
  });
});
