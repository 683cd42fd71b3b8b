import { describe, expect, it } from 'vitest';
import { traceOf } from './traces.js';

const FIND = 'db.user.findUnique({ where: { email } })';
const INSERT = 'db.user.create({ data: { email } })';
const ABSENT = ['read user', 'insert user if user absent'];

describe('Promise.all', () => {
  it('destructured gives each its own', () => {
    expect(traceOf(`const [user, team] = await Promise.all([${FIND}, db.team.findUnique({ where: { email } })]);
      if (!team) return;
      if (!user) await ${INSERT};`)).toEqual(['read user', 'read team', 'insert user if user absent, team present']);
  });

  it('of tasks pushed one by one', () => {
    expect(traceOf(`const tasks = [${FIND}]; const found = await Promise.all(tasks); if (!found[0]) await ${INSERT};`)).toEqual(ABSENT);
    expect(traceOf(`const tasks = [${FIND}]; if (!(await tasks[0])) await ${INSERT};`)).toEqual(ABSENT);
  });

  it('settled has the value in each', () => {
    expect(traceOf(`const [found] = await Promise.allSettled([${FIND}]); if (!found.value) await ${INSERT};`)).toEqual(ABSENT);
  });
});

describe('then', () => {
  it('is handed what was awaited', () => {
    expect(traceOf(`return ${FIND}.then(user => user ?? ${INSERT});`)).toEqual(ABSENT);
  });

  it('passes on what it answers', () => {
    expect(traceOf(`return ${FIND}.then(user => !user).then(isNew => isNew && ${INSERT});`)).toEqual(ABSENT);
  });

  it('takes a named function', () => {
    expect(traceOf(`return ${FIND}.then(orCreate);`, `const orCreate = (user: User) => user || db.user.create({ data: {} });`)).toEqual(ABSENT);
  });

  it('can be awaited before its end', () => {
    expect(traceOf(`const user = await ${FIND}.then(row => row).finally(() => log()); if (!user) await ${INSERT};`)).toEqual(ABSENT);
  });
});

describe('new Promise', () => {
  it('comes to what it is resolved with', () => {
    expect(traceOf(`const user = await new Promise(resolve => ${FIND}.then(resolve)); if (!user) await ${INSERT};`)).toEqual(ABSENT);
    expect(traceOf(`const isFree = await new Promise(async resolve => { const user = await ${FIND}; resolve(!user); });
      if (isFree) await ${INSERT};`)).toEqual(ABSENT);
  });
});
