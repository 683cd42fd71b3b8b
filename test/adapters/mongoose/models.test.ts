import { describe, expect, it } from 'vitest';
import { operationsOf, summaryOf } from '../operations-of.js';

const summaries = (files: Readonly<Record<string, string>>): readonly string[] =>
  operationsOf(files, 'app.ts').map(summaryOf);

describe('models of mongoose', () => {
  it('comes from another file as its default export', () => {
    const files = {
      'models/user.ts': `import mongoose from 'mongoose'; export default mongoose.model('User', new mongoose.Schema({}));`,
      'app.ts': `import User from './models/user'; export const run = async (email) => { await User.create({ email }); };`,
    };
    expect(summaries(files)).toEqual(['insert User (email)']);
  });

  it('may be defined already', () => {
    const app = `
      import mongoose, { models, model } from 'mongoose';
      const User = mongoose.models.User || mongoose.model('User', schema);
      const Order = models.Order ?? model('Order', schema);
      export async function run(email) { await new User({ email }).save(); await Order.findOne({ email }); }`;
    expect(summaries({ 'app.ts': app })).toEqual(['insert User (email)', 'read Order by email = email']);
  });

  it('comes from CommonJS', () => {
    const app = `const { Schema, model } = require('mongoose'); const User = model('User', new Schema({}));
      module.exports.run = async function (email) { await User.findOne({ email }); };`;
    expect(summaries({ 'app.ts': app })).toEqual(['read User by email = email']);
  });

  it('is injected by NestJS', () => {
    const app = `
      import { InjectModel } from '@nestjs/mongoose';
      import { Model } from 'mongoose';
      class Cat {}
      export class Cats {
        constructor(@InjectModel(Cat.name) private readonly cats: Model<Cat>) {}
        async add(name: string) { return (await new this.cats({ name }).save()).toJSON(); }
        async update(id: string) { return this.cats.updateOne({ _id: id }, { seen: true }).exec(); }
      }`;
    expect(summaries({ 'app.ts': app })).toEqual(['insert Cat (name)', 'update Cat by _id = id (seen)']);
  });

  it('is handed to a base repository', () => {
    const files = {
      'base.ts': `
        import { Model } from 'mongoose';
        export abstract class Base<T> {
          constructor(protected readonly model: Model<T>) {}
          async create(document: T) { const made = new this.model({ ...document }); return (await made.save()).toJSON(); }
        }`,
      'app.ts': `
        import { InjectModel } from '@nestjs/mongoose';
        import { Model } from 'mongoose';
        import { Base } from './base';
        class User {}
        class Users extends Base<User> { constructor(@InjectModel(User.name) model: Model<User>) { super(model); } }
        export class Service { constructor(private users: Users) {} async add(email: string) { await this.users.create({ email }); } }`,
    };
    expect(summaries(files)).toContain('insert User (email)');
  });

  it('is read through a copy', () => {
    const app = `
      import { plainToInstance } from 'class-transformer';
      import { model } from 'mongoose';
      const User = model('User', schema);
      class UserEntity {}
      const toEntity = document => plainToInstance(UserEntity, JSON.parse(JSON.stringify(document)));
      export async function run(id) { const user = toEntity(await User.findById(id)); await User.updateOne({ _id: user._id }, { seen: true }); }`;
    expect(summaries({ 'app.ts': app })).toEqual([
      'read User by _id = id',
      'update User by _id = row._id (seen)',
    ]);
  });

  it('is made by Typegoose', () => {
    const app = `
      import { getModelForClass, ReturnModelType } from '@typegoose/typegoose';
      class User {}
      export const UserModel = getModelForClass(User);
      export async function run(id: string) { await UserModel.findById(id); }
      export class Users { constructor(private readonly model: ReturnModelType<typeof User>) {} async all() { return this.model.find(); } }`;
    expect(summaries({ 'app.ts': app })).toEqual(['read User by _id = id', 'read User']);
  });

  it('belongs to a connection', () => {
    const app = `
      import { createConnection, Types } from 'mongoose';
      const connection = createConnection('mongodb://localhost');
      const User = connection.model('User', schema);
      export async function run(id) { await User.findOne({ _id: new Types.ObjectId(id) }); }`;
    expect(summaries({ 'app.ts': app })).toEqual(['read User by _id = id']);
  });
});
