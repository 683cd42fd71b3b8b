import { describe, expect, it } from 'vitest';
import { inService, summariesOf } from './in-service.js';

describe('reads of typeorm', () => {
  it.each([
    ['findOne({ where: { email } })', 'read users by email = email'],
    ['findOneBy({ email, status: undefined })', 'read users by email = email'],
    ['findOneById(id)', 'read users by id = id'],
    ['find()', 'read users'],
    ['find({ where: [{ email }, { status }] })', 'read users by email~, status~'],
    [
      'findBy({ id: In([1, 2]), email: Equal(email), status: Not("a") })',
      'read users by email = email, id~, status~',
    ],
    ['findOneBy({ email: IsNull() })', 'read users by email = null'],
    [
      'findOne({ where: { email }, lock: { mode: "pessimistic_write" } })',
      'read users by email = email locked',
    ],
    ['findOne({ where: { email }, lock: { mode: "pessimistic_read" } })', 'read users by email = email'],
    ['count({ where: { email } })', 'read users by email = email'],
    ['existsBy({ email })', 'read users by email = email'],
    ['maximum("id", { status })', 'read users by status = status of id'],
    ['findOne(dto)', 'read users by ...'],
    ['findOne(id)', 'read users by id = id'],
    ['findOne({ email })', 'read users by email = email'],
    ['findOne({ email }, { lock: { mode: "pessimistic_write" } })', 'read users by email = email locked'],
    ['findOne({ ...dto, where: { email } })', 'read users by email = email'],
    ['query("SELECT id FROM users WHERE email = $1", [email])', 'read users by email = email'],
  ])('%s', (call, expected) => {
    expect(summariesOf(`await this.users.${call};`)).toEqual([expected]);
  });

  it('compares the foreign key of a relation', () => {
    expect(summariesOf('await this.seats.findOneBy({ user: { id } });')).toEqual([
      'read Seat by userId = id',
    ]);
    expect(summariesOf('await this.seats.findOneBy({ seatId: id }); await this.seats.findOne(id);')).toEqual([
      'read Seat by seatId = id',
      'read Seat by seatId = id',
    ]);
  });

  it('tells what absence looks like', () => {
    const shapes = [
      'findOneBy({ email })',
      'exists({ where: { email } })',
      'countBy({ email })',
      'findAndCount({ where: { email } }).then(([, n]) => n)',
    ];
    for (const call of shapes) {
      const [, insert] = inService(
        `const found = await this.users.${call}; if (!found) await this.users.insert({ email });`,
      );
      expect(insert?.guards).toHaveLength(1);
    }
  });

  it('leaves where findOneOrFail finds nothing', () => {
    const [read, insert] = inService(
      'await this.users.findOneOrFail({ where: { id } }); await this.seats.insert({ user: { id } });',
    );
    expect(read?.throwsWhenAbsent).toBe(true);
    expect(insert?.guards).not.toEqual([]);
  });
});
