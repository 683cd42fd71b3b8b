import { describe, expect, it } from 'vitest';
import insertRule from '../../rules/no-check-then-insert.js';
import rule from '../../rules/no-read-then-update.js';
import { briefOf, findingsOf } from './findings-of.js';

const code = (body: string): string => `import { DataSource, Entity, PrimaryGeneratedColumn, Column, ManyToOne, OneToMany } from 'typeorm';
import { omit, pick } from '@shop/unread';
@Entity() class Country { @PrimaryGeneratedColumn() id: number; @Column() name: string; }
@Entity() class Line { @PrimaryGeneratedColumn() id: number; @ManyToOne(() => Order, order => order.lines) order: Order; }
@Entity() class Order {
  @PrimaryGeneratedColumn() id: number; @Column() code: string; @ManyToOne(() => Country) country: Country;
  @OneToMany(() => Line, line => line.order) lines: Line[]; @Column('simple-json') options: Options;
}
export async function run(source: DataSource, id: number, code: string, input: Input) {
const orders = source.getRepository(Order);
const order = await orders.findOneOrFail({ where: { id }, relations: { lines: true, country: true } });
${body}
}`;
const updates = (body: string): readonly string[] => briefOf(findingsOf(rule, code(body)));
const inserts = (body: string): readonly string[] => briefOf(findingsOf(insertRule, code(body)));

describe('a list of a row that is changed and left out', () => {
  const price = `order.lines = order.lines.filter(line => line.id > 1);
await orders.save(omit(order, ['lines']));`;

  it('is not written', () => {
    expect(updates(price)).toEqual([]);
    expect(updates(price.replace("omit(order, ['lines'])", 'order'))).toEqual(['13 computed']);
    expect(updates(price.replace("omit(order, ['lines'])", "pick(order, ['id', 'code'])"))).toEqual([]);
  });
});

describe('a related row that is put back with more to it', () => {
  const move = `order.country = { ...order.country, name: code };
await orders.save(order);`;

  it('stays the related row', () => {
    expect(updates(move)).toEqual([]);
    expect(updates(move.replaceAll('country', 'options'))).toEqual(['13 computed']);
  });
});

describe('a row that was read and is saved', () => {
  const rename = `const other = await orders.findOne({ where: { code } });
if (other) throw new Error('taken');
const row = await orders.findOne({ where: { id } }).then(found => found ?? undefined);
if (!row) return;
row.code = code;
await orders.save(row);`;

  it('is no insert, however its absence is told', () => {
    expect(inserts(rename)).toEqual([]);
    expect(inserts(rename.replace('found ?? undefined', 'found || null'))).toEqual([]);
    expect(inserts(rename.replace('row.code = code;\nawait orders.save(row)', 'await orders.save({ code })'))).toEqual([
      '16 noConstraint',
    ]);
  });

  it('is no insert where it is picked with its id', () => {
    const picked = rename.replace('save(row)', "save(pick(row, ['id', 'code']))");
    expect(inserts(picked)).toEqual([]);
    expect(inserts(picked.replace("pick(row, ['id', 'code'])", "pick(input, ['code'])"))).toEqual(['17 checkThenInsertPossibly']);
  });
});
