import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const MODELS = `
import { DataTypes, Model, Sequelize } from 'sequelize';

export const sequelize = new Sequelize('postgres://localhost/app');

export class User extends Model {
  get isActive() { return this.status === 'active'; }
  async activate(options) { this.status = 'active'; return this.save(options); }
  static register(email) { return this.create({ email }); }
}
User.init({ email: DataTypes.STRING, status: DataTypes.STRING, visits: DataTypes.INTEGER }, { sequelize, tableName: 'users' });

export const Order = sequelize.define('Order', { userId: DataTypes.INTEGER, status: DataTypes.STRING });
export const Wallet = sequelize.define('Wallet', { owner: { type: DataTypes.STRING, primaryKey: true } }, { version: true });

export class Post extends Model {}
Post.init({ title: DataTypes.STRING }, { sequelize, tableName: 'posts' });
export class Tag extends Model {}
Tag.init({ name: DataTypes.STRING }, { sequelize, tableName: 'tags' });
export class PostTag extends Model {}
PostTag.init({}, { sequelize, tableName: 'post_tags' });
User.hasMany(Post, { as: 'posts', foreignKey: 'authorId' });
User.hasOne(Tag, { as: 'favourite' });
Post.belongsTo(User, { as: 'author' });
Post.belongsToMany(Tag, { as: 'tags', through: PostTag, foreignKey: 'postId' });
`;

/** Operations of a function body in a file that imports the models. */
export function inApp(body: string): readonly Operation[] {
  const app = `
import { cast, col, fn, literal, Op, QueryTypes, Sequelize, Transaction, where } from 'sequelize';
import { Order, Post, PostTag, sequelize, Tag, User, Wallet } from './models';

export async function run(email, id, dto, status, transaction) { ${body} }
`;
  return operationsOf({ 'models.ts': MODELS, 'app.ts': app }, 'app.ts');
}

export const summariesOf = (body: string): readonly string[] => inApp(body).map(summaryOf);
