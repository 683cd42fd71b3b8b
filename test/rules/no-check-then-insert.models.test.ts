import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { briefOf, findingsOf } from './findings-of.js';

const found = (files: Readonly<Record<string, string>>): readonly string[] =>
  briefOf(findingsOf(rule, files));

const BASE = `import { Model } from 'sequelize-typescript';
export class Base extends Model {
  static async ensure(where) {
    return (await this.findOne({ where })) ?? this.create(where);
  }
}`;
const MODELS = `import { Table } from 'sequelize-typescript';
import { Base } from './base';
@Table({ tableName: 'pins' }) export class Pin extends Base {}
@Table({ tableName: 'users' }) export class User extends Base {}
@Table({ tableName: 'posts' }) export class Post extends Base {}`;

const inApp = (body: string): Readonly<Record<string, string>> => ({
  'app.ts': `import { sequelize } from './db';
import { Pin, Post, User } from './models';
${body}`,
  'models.ts': MODELS,
  'base.ts': BASE,
  'db.ts': `import { Sequelize } from 'sequelize-typescript';\nexport const sequelize = new Sequelize('postgres://localhost/app');`,
});

describe('a static method that models inherit', () => {
  it('is reported where it is called, since it does something else for each model', () => {
    expect(found(inApp('export const pin = (documentId: string) => Pin.ensure({ documentId });'))).toEqual([
      '3 checkThenInsert',
    ]);
  });

  it('is reported by its own file where that is the file of the model', () => {
    const file = `import { Model } from 'sequelize-typescript';
class Pin extends Model {
  static async ensure(where) {
    return (await this.findOne({ where })) ?? this.create(where);
  }
}
export const pin = (documentId: string) => Pin.ensure({ documentId });`;
    expect(found({ 'app.ts': file })).toEqual(['4 checkThenInsertPossibly']);
  });
});

describe('a locked row', () => {
  const run = (lock: string, where = '{ userId: user.id }'): readonly string[] =>
    found(
      inApp(`export const follow = (id: string, topic: string) => sequelize.transaction(async transaction => {
  const user = await User.findByPk(id, ${lock});
  if (!user) return;
  const post = await Post.findOne({ where: ${where}, transaction });
  if (!post) await Post.create(${where}, { transaction });
});`),
    );

  it('keeps a second run out that looks up what belongs to it', () => {
    expect(run('{ transaction, lock: true }')).toEqual([]);
    expect(run('{ transaction, lock: true }', '{ userId: id, topic }')).toEqual([]);
  });

  it('keeps nobody out without the transaction, or who looks up something else', () => {
    expect(run('{ lock: true }')).toEqual(['7 checkThenInsert']);
    expect(run('{ transaction }')).toEqual(['7 checkThenInsert']);
    expect(run('{ transaction, lock: true }', '{ topic }')).toEqual(['7 checkThenInsert']);
  });
});

describe('handlers of routes', () => {
  it('are bodies of their own', () => {
    const routes = `import Router from 'koa-router';
const router = new Router();
router.post('pins.read', async ctx => { await Pin.findOne({ where: { title: 'a' }, rejectOnEmpty: true }); });
router.post('pins.create', async ctx => { await Pin.create({ title: 'a' }); });
router.post('pins.ensure', async ctx => {
  if (!(await Pin.findOne({ where: { title: ctx.title } }))) await Pin.create({ title: ctx.title });
});`;
    expect(found(inApp(routes))).toEqual(['8 checkThenInsert']);
  });
});
