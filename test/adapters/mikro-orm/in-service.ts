import type { Operation } from '../../../src/operations/operation.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const ENTITIES = `
import { Entity, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/core';
@Entity({ tableName: 'users' })
export class User {
  @PrimaryKey() id!: number;
  @Property() @Unique() email!: string;
  @Property() status!: string;
  @Property() visits!: number;
  @Property({ persist: false }) label!: string;
  cached?: string;
  suspend() { this.status = 'suspended'; }
}
@Entity({ tableName: 'seats' })
export class Seat {
  @PrimaryKey() id!: number;
  @ManyToOne(() => User) user!: User;
  @Property({ version: true }) version!: number;
  @Property() note!: string;
}
`;

/** Operations of a service's method with the given body. */
export function inService(body: string): readonly Operation[] {
  const service = `
    import { EntityManager, EntityRepository, IsolationLevel, LockMode, MikroORM, ref, wrap } from '@mikro-orm/postgresql';
    import { InjectRepository } from '@mikro-orm/nestjs';
    import { Seat, User } from './entities';
    export class Service {
      constructor(
        private readonly em: EntityManager,
        private readonly orm: MikroORM,
        @InjectRepository(User) private readonly users: EntityRepository<User>,
        @InjectRepository(Seat) private readonly seats: EntityRepository<Seat>,
      ) {}
      async run(id, email, status, dto) { ${body} }
    }`;
  return operationsOf({ 'entities.ts': ENTITIES, 'service.ts': service }, 'service.ts');
}

export const summariesOf = (body: string): readonly string[] => inService(body).map(summaryOf);
