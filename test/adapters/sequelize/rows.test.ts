import { describe, expect, it } from 'vitest';
import { inApp, summariesOf } from './in-app.js';

describe('rows of sequelize', () => {
  const found = 'const user = await User.findOne({ where: { email } });';
  const read = 'read users by email = email';

  it.each([
    ['user.status = status; await user.save();', 'update users by id = row.id (status)'],
    ['await user.save({ transaction });', 'update users by id = row.id'],
    ['user.set({ status }); await user.save();', 'update users by id = row.id (status)'],
    [
      'user.set("status", status); user.visits = 1; await user.save();',
      'update users by id = row.id (status, visits)',
    ],
    ['user.setDataValue("status", status); await user.save();', 'update users by id = row.id (status)'],
    ['await user.update({ status });', 'update users by id = row.id (status)'],
    ['user.visits += 1; await user.save();', 'update users by id = row.id (visits)'],
    ['await user.increment("visits", { by: 2 });', 'update users by id = row.id (visits)'],
    ['await user.decrement({ visits: 1 });', 'update users by id = row.id (visits)'],
    ['await user.destroy();', 'delete users by id = row.id'],
    ['await user.restore();', 'update users by id = row.id (deletedAt)'],
    ['await user.reload({ transaction, lock: true });', 'read users by id = row.id locked'],
    ['await user.activate();', 'update users by id = row.id (status)'],
    ['await (user).activate({ transaction });', 'update users by id = row.id (status)'],
  ])('%s', (body, expected) => {
    expect(summariesOf(`${found} ${body}`)).toEqual([read, expected]);
  });

  it.each([
    ['await User.build({ email }).save();', 'insert users (email)'],
    [
      'const user = new User({ email }); user.status = status; await user.save();',
      'insert users (email, status)',
    ],
    [
      'const user = User.build(dto); user.set("email", email); await user.save();',
      'insert users (email, ...)',
    ],
  ])('inserts what was built: %s', (body, expected) => {
    expect(summariesOf(body)).toEqual([expected]);
  });

  it('updates what was inserted', () => {
    expect(summariesOf('const user = await User.create({ email }); await user.update({ status });')).toEqual([
      'insert users (email)',
      'update users by id = written.id (status)',
    ]);
  });

  it('tests the version of a model that has one', () => {
    const [, update] = inApp(
      'const wallet = await Wallet.findByPk(id); wallet.note = status; await wallet.save();',
    );
    expect(update).toMatchObject({ versioned: true });
  });

  it('goes on with what was read again', () => {
    const body = `${found} await user.reload({ transaction, lock: true }); await Post.create({ authorId: user.id });`;
    const author = inApp(body)[2]?.columns.entries.get('authorId');
    expect(author).toMatchObject({ object: { operation: { rowLock: true } } });
  });

  it('reads columns by name', () => {
    const body = `${found} if (user.get("status") === status) return; await user.update({ status });`;
    expect(inApp(body)[1]?.guards).toHaveLength(1);
  });

  it('are what a method of the model has as this', () => {
    const model = `
      class Invoice extends Model { async pay() { if (this.status === 'paid') return; this.status = 'paid'; await this.save(); } }
      Invoice.init({ status: 'x' }, { sequelize, tableName: 'invoices' });`;
    const body = `${model} const invoice = await Invoice.findByPk(id); await invoice.pay();`;
    const update = inApp(`const { Model } = require('sequelize'); ${body}`).find(
      ({ kind }) => kind === 'update',
    );
    expect(update?.guards.length).toBeGreaterThan(0);
    expect([...(update?.columns.entries.keys() ?? [])]).toEqual(['status']);
  });
});

describe('associations of sequelize', () => {
  it.each([
    ['user.createPost({ title: status })', 'insert posts (title, authorId)'],
    ['user.$create("post", { title: status })', 'insert posts (title, authorId)'],
    ['user.getPosts({ where: { title: status } })', 'read posts by title = status, authorId = row.id'],
    ['user.$get("posts")', 'read posts by authorId = row.id'],
    ['user.countPosts()', 'read posts by authorId = row.id'],
    ['user.hasPost(id)', 'read posts by authorId = row.id'],
    ['user.addPost(dto)', 'update posts by id = dto.id (authorId)'],
    ['user.setPosts([dto])', 'update posts by id~ (authorId)'],
    ['user.removePost(dto)', 'update posts by id = dto.id (authorId)'],
    ['user.getFavourite()', 'read tags by userId = row.id'],
    ['user.createFavourite({ name: status })', 'insert tags (name, userId)'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`const user = await User.findByPk(id); await ${call};`)).toEqual([
      'read users by id = id',
      expected,
    ]);
  });

  it.each([
    ['post.getAuthor()', ['read users by id = row.authorId']],
    ['post.setAuthor(dto)', ['update posts by id = row.id (authorId)']],
    ['post.createAuthor({ email })', ['insert users (email)', 'update posts by id = row.id (authorId)']],
    ['post.getTags()', ['read tags']],
    ['post.countTags()', ['read post_tags by postId = row.id']],
    ['post.addTag(dto)', ['upsert post_tags by postId = row.id (postId) ignored']],
    ['post.$add("tags", dto)', ['upsert post_tags by postId = row.id (postId) ignored']],
    ['post.createTag({ name: status })', ['insert tags (name)', 'insert post_tags (postId)']],
    ['post.removeTag(dto)', ['delete post_tags by postId = row.id, *~']],
    ['post.getComments()', []],
  ])('%s', (call, expected) => {
    expect(summariesOf(`const post = await Post.findByPk(id); await ${call};`).slice(1)).toEqual(expected);
  });
});
