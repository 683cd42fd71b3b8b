import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const ENTITIES = `
import { BaseEntity, Column, Entity, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity('users')
export class User {
  @PrimaryGeneratedColumn() id: number;
  @Column() email: string;
  @Column() status: string;
}

@Entity()
export class Seat {
  @PrimaryGeneratedColumn('uuid') seatId: string;
  @ManyToOne(() => User) user: User;
}

@Entity()
export class Coupon {
  @PrimaryColumn() code: string;
  @Column() used: number;
}

abstract class Named extends BaseEntity {
  @PrimaryGeneratedColumn() id: number;
}

@Entity('tags')
export class Tag extends Named {
  name: string;
  constructor(fields?: Partial<Tag>) { super(); Object.assign(this, fields); }
}
`;

/** Operations of a method body in a service that has a repository of each entity injected. */
export function inService(body: string): readonly Operation[] {
  const service = `
import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { Brackets, DataSource, Equal, In, IsNull, MoreThan, Not, Repository } from 'typeorm';
import { Coupon, Seat, Tag, User } from './entities';

@Injectable()
export class Service {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    @InjectRepository(Seat) private readonly seats: Repository<Seat>,
    @InjectRepository(Coupon) private readonly coupons: Repository<Coupon>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async run(email, id, dto, status) { ${body} }
}
`;
  return operationsOf({ 'entities.ts': ENTITIES, 'service.ts': service }, 'service.ts');
}

export const summariesOf = (body: string): readonly string[] => inService(body).map(summaryOf);
