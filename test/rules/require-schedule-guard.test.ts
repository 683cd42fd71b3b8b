import { describe, expect, it } from 'vitest';
import rule from '../../rules/require-schedule-guard.js';
import { briefOf, findingsOf } from './findings-of.js';

/** The schedule is line 5. */
const onTick = (body: string) =>
  briefOf(findingsOf(rule, `import { Pool } from 'pg';
import cron from 'node-cron';
import { isLeader, mailer } from 'unread';
const pool = new Pool();
cron.schedule('* * * * *', async () => { ${body} });`));

const DUE = "const { rows } = await pool.query('SELECT email FROM reminders WHERE due_at < now()');";
const MAIL = 'for (const row of rows) await mailer.sendMail({ to: row.email });';

describe('require-schedule-guard', () => {
  it('reports rows that are selected and not claimed, once, at the schedule', () => {
    expect(onTick(`${DUE} ${MAIL} ${MAIL}`)).toEqual(['5 calls']);
    expect(onTick(`${DUE} ${MAIL} await pool.query('UPDATE reminders SET sent = true');`)).toEqual(['5 calls']);
  });

  it('is silent where the rows are claimed or locked', () => {
    expect(onTick(`const { rows } = await pool.query("UPDATE reminders SET state = 'sent' WHERE state = 'due' RETURNING email"); ${MAIL}`)).toEqual([]);
    expect(onTick(`const { rows } = await pool.query('DELETE FROM reminders RETURNING email'); ${MAIL}`)).toEqual([]);
    const locked = "const { rows } = await client.query('SELECT email FROM reminders FOR UPDATE SKIP LOCKED');";
    expect(onTick(`const client = await pool.connect(); await client.query('BEGIN'); ${locked} ${MAIL} await client.query('COMMIT');`)).toEqual([]);
    expect(onTick(`${locked.replace('client', 'pool')} ${MAIL}`)).toEqual(['5 calls']);
  });

  it('is silent where one instance is elected', () => {
    expect(onTick(`if (!(await isLeader())) return; ${DUE} ${MAIL}`)).toEqual([]);
    expect(onTick(`if (process.env.INSTANCE !== '0') return; ${DUE} ${MAIL}`)).toEqual([]);
  });

  it('is silent on what can be done twice', () => {
    expect(onTick("await pool.query('DELETE FROM sessions WHERE expires_at < now()');")).toEqual([]);
    expect(onTick("await pool.query('UPDATE users SET active = false WHERE seen_at < now()');")).toEqual([]);
  });

  it('follows the schedule into methods, and tells decorators', () => {
    const method = (decorator: string) => briefOf(findingsOf(rule, `import { Cron, Timeout } from '@nestjs/schedule';
import { mailer } from 'unread';
export class Jobs {
  ${decorator}
  async run() { await this.all(); }
  private async all() { await mailer.sendMail({ to: 'a' }); }
}`));
    expect(method("@Cron('* * * * *')")).toEqual(['5 calls']);
    expect(method('@Timeout(5)')).toEqual([]);
  });
});
