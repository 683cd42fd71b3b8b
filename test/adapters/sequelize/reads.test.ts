import { describe, expect, it } from 'vitest';
import { inApp, summariesOf } from './in-app.js';

describe('reads of sequelize', () => {
  it.each([
    ['User.findOne({ where: { email } })', 'read users by email = email'],
    ['User.findByPk(id)', 'read users by id = id'],
    ['Wallet.findByPk(id)', 'read Wallet by owner = id'],
    ['User.findAll({ where: { email, status } })', 'read users by email = email, status = status'],
    ['User.findAll()', 'read users'],
    ['User.findAndCountAll({ where: { email } })', 'read users by email = email'],
    ['User.count({ where: { email } })', 'read users by email = email'],
    ['User.max("visits", { where: { status } })', 'read users by status = status of visits'],
    ['User.min("visits")', 'read users of visits'],
    ['User.sum("visits", { where: { status } })', 'read users by status = status of visits'],
    ['User.aggregate("visits", "max", { where: { status } })', 'read users by status = status of visits'],
    ['User.findOne(dto)', 'read users by ...'],
    ['User.findOne({ where: dto })', 'read users by ...'],
    ['User.findOne({ where: { ...dto, email } })', 'read users by email = email, ...'],
    ['User.scope("x").findOne({ where: { email } })', 'read users by email = email'],
    [
      'User.unscoped().scope({ method: ["of", id] }).count({ where: { email } })',
      'read users by email = email',
    ],
    ['User.withScope("x").findAll({ where: { email } })', 'read users by email = email'],
    ['sequelize.models.User.findOne({ where: { email } })', 'read User by email = email'],
    ['sequelize.model("User").findOne({ where: { email } })', 'read User by email = email'],
    ['Order.findOne({ where: { userId: id } })', 'read Order by userId = id'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await ${call};`)).toEqual([expected]);
  });

  it.each([
    ['{ email: { [Op.eq]: email } }', 'email = email'],
    ['{ email: { [Op.is]: null } }', 'email = null'],
    ['{ email: null }', 'email = null'],
    ['{ email: [email, "b"] }', 'email~'],
    ['{ email: dto.map(one => one.email) }', 'email~'],
    ['{ email: { [Op.iLike]: email } }', 'email~'],
    ['{ visits: { [Op.gt]: 1, [Op.lt]: 5 } }', 'visits~'],
    ['{ [Op.or]: [{ email }, { status }] }', 'email~, status~'],
    ['{ [Op.and]: [{ email }, { status }] }', 'email = email, status = status'],
    ['{ [Op.or]: { email, status } }', 'email~, status~'],
    ['{ [Op.not]: { email } }', 'email~'],
    ['{ email, [Op.or]: [{ status }] }', 'email = email, status~'],
    ['{ "settings.theme": status }', 'settings~'],
    ['{ "$author.name$": status }', '$author.name$~'],
    ['[{ email }, { status }]', 'email = email, status = status'],
    ['where(fn("lower", col("email")), email)', 'email = email'],
    ['where(fn("lower", col("User.email")), { [Op.eq]: email })', 'email = email'],
    ['where(fn("lower", col("email")), Op.like, email)', 'email~'],
    ['where(fn("length", col("email")), 3)', '...'],
    ['Sequelize.and({ email }, sequelize.where(col("status"), status))', 'email = email, status = status'],
    ['literal("email = 1")', '...'],
    ['{ email, status: Sequelize.literal("x") }', 'email = email, status~'],
    ['{ email: { $ne: email } }', 'email~'],
    ['{ email: undefined, status }', 'status = status'],
  ])('compares in %s', (condition, expected) => {
    expect(summariesOf(`await User.findOne({ where: ${condition} });`)).toEqual([
      `read users by ${expected}`,
    ]);
  });

  it('throws where it is told to when nothing is found', () => {
    const [, insert] = inApp(
      'await User.findByPk(id, { rejectOnEmpty: true }); await Post.create({ authorId: id });',
    );
    expect(insert?.guards).not.toEqual([]);
    const [, other] = inApp(
      'await User.findByPk(id, { rejectOnEmpty: false }); await Post.create({ authorId: id });',
    );
    expect(other?.guards).toHaveLength(0);
  });
});

describe('row locks of sequelize', () => {
  it.each([
    ['{ transaction, lock: true }', true],
    ['{ transaction, lock: transaction.LOCK.UPDATE }', true],
    ['{ transaction, lock: Transaction.LOCK.NO_KEY_UPDATE }', true],
    ['{ transaction, lock: { level: transaction.LOCK.UPDATE, of: User } }', true],
    ['{ ...dto.context, lock: transaction.LOCK.UPDATE }', true],
    ['{ transaction, lock: transaction.LOCK.SHARE }', undefined],
    ['{ transaction, lock: transaction.LOCK.KEY_SHARE }', undefined],
    ['{ lock: true }', undefined],
    ['{ lock: true, transaction: undefined }', undefined],
    ['{ transaction }', undefined],
  ])('%s', (options, expected) => {
    expect(inApp(`await User.findOne(${options});`)[0]?.rowLock).toBe(expected);
  });

  it('are held in a transaction that calls find by themselves', () => {
    const [ambient] = inApp(
      'await sequelize.transaction(async () => { await User.findByPk(id, { lock: true }); });',
    );
    expect(ambient?.rowLock).toBe(true);
    const [passed] = inApp(
      'await sequelize.transaction(async t => { await User.findByPk(id, { lock: true }); });',
    );
    expect(passed?.rowLock).toBeUndefined();
  });
});

describe('findOrCreate', () => {
  it('looks, and inserts where nothing is found', () => {
    const operations = inApp('await User.findOrCreate({ where: { email }, defaults: { status } });');
    expect(summariesOf('await User.findOrCreate({ where: { email }, defaults: { status } });')).toEqual([
      'read users by email = email',
      'upsert users by email = email (email, status) ignored',
    ]);
    expect(operations[1]?.guards).toHaveLength(1);
  });

  it('says whether it has inserted', () => {
    const body =
      'const [user, created] = await User.findCreateFind({ where: { email } }); if (!created) return; await Post.create({ authorId: user.id });';
    expect(inApp(body)[2]?.guards).toHaveLength(1);
  });

  it('writes nothing as findOrBuild', () => {
    expect(summariesOf('await User.findOrBuild({ where: { email } });')).toEqual([
      'read users by email = email',
    ]);
  });
});
