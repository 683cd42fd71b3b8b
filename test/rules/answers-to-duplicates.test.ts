import { describe, expect, it } from 'vitest';
import noErrorOnDuplicate from '../../rules/no-error-on-duplicate.js';
import requireAckOnDuplicate from '../../rules/require-ack-on-duplicate.js';
import { briefOf, findingsOf } from './findings-of.js';

const PG = "import { Pool } from 'pg';\nconst pool = new Pool();\n";
const SEEN = "const { rows } = await pool.query('SELECT state FROM processed_messages WHERE message_id = $1', [message.properties.messageId]);";
const RECORD = "await pool.query('INSERT INTO processed_messages (message_id) VALUES ($1) ON CONFLICT DO NOTHING', [message.properties.messageId]);";

describe('require-ack-on-duplicate', () => {
  const onMessage = (body: string) =>
    briefOf(findingsOf(requireAckOnDuplicate, `${PG}import type { Channel } from 'amqplib';
export const start = (channel: Channel) => channel.consume('orders', async message => { ${body} });`));

  it('tells a nack and an error from an ack', () => {
    expect(onMessage(`${SEEN} if (rows.length > 0) { channel.nack(message); return; } ${RECORD}`)).toEqual(['4 nacked']);
    expect(onMessage(`${SEEN} if (rows.length > 0) throw new Error('again'); ${RECORD}`)).toEqual(['4 thrown']);
    expect(onMessage(`${SEEN} if (rows.length > 0) { channel.ack(message); return; } ${RECORD}`)).toEqual([]);
  });

  it('is silent while the first run is under way, and on other failures', () => {
    expect(onMessage(`${SEEN} if (rows[0]) { if (rows[0].state === 'running') throw new Error('wait'); return; } ${RECORD}`)).toEqual([]);
    expect(onMessage(`${SEEN} if (rows.length > 0) return; try { ${RECORD} } catch (error) { channel.nack(message); }`)).toEqual([]);
  });
});

describe('no-error-on-duplicate', () => {
  const onRequest = (column: string, answer: string) =>
    briefOf(findingsOf(noErrorOnDuplicate, `${PG}export async function pay(req, res) {
  const { rows } = await pool.query('SELECT body FROM payments WHERE ${column} = $1', [req.body.value]);
  if (rows.length > 0) ${answer}
  await pool.query('INSERT INTO payments (${column}) VALUES ($1) ON CONFLICT DO NOTHING', [req.body.value]);
}`));

  it('tells an error from the first answer', () => {
    expect(onRequest('idempotency_key', "throw new ConflictException('duplicate');")).toEqual(['4 key']);
    expect(onRequest('idempotency_key', 'return res.status(409).end();')).toEqual(['4 key']);
    expect(onRequest('idempotency_key', 'return res.json(rows[0].body);')).toEqual([]);
    expect(onRequest('idempotency_key', "return res.status(200).json({ success: false, error: 'duplicate' });")).toEqual([]);
  });

  it('is silent on what a user is told', () => {
    expect(onRequest('email', "throw new ConflictException('taken');")).toEqual([]);
  });
});
