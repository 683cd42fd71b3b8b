import { describe, expect, it } from 'vitest';
import rule from '../../rules/no-ack-before-commit.js';
import { briefOf, findingsOf } from './findings-of.js';

/** The body of the consumer is line 4. */
const onMessage = (body: string, options = '{}') =>
  briefOf(findingsOf(rule, `import type { Channel } from 'amqplib';
import { Pool } from 'pg';
const pool = new Pool();
export const start = (channel: Channel) => channel.consume('orders', async message => { ${body} }, ${options});`));

const WORK = "await pool.query('INSERT INTO orders (no) VALUES ($1)', [message.content]);";
const ACK = 'channel.ack(message);';

describe('no-ack-before-commit', () => {
  it('tells the order of ack and work', () => {
    expect(onMessage(ACK + WORK)).toEqual(['4 early']);
    expect(onMessage(WORK + ACK)).toEqual([]);
  });

  it('is silent where the ack is on another way than the work', () => {
    expect(onMessage(`if (!message.content) { ${ACK} return; } ${WORK} ${ACK}`)).toEqual([]);
    expect(onMessage(`if (await isOld(message)) { ${ACK} return; } ${WORK} ${ACK}`)).toEqual([]);
    expect(onMessage(`if (message.a) { ${ACK} } else { ${WORK} ${ACK} }`)).toEqual([]);
  });

  it('is silent where the message was stored or handed on before', () => {
    expect(onMessage(`await pool.query('INSERT INTO inbox (body) VALUES ($1)', [message.content]); ${ACK} ${WORK}`)).toEqual([]);
    expect(onMessage(`channel.sendToQueue('work', message.content); ${ACK} ${WORK}`)).toEqual([]);
  });

  it('reports work behind noAck', () => {
    expect(onMessage(WORK, '{ noAck: true }')).toEqual(['4 auto']);
    expect(onMessage(WORK, '{ noAck: false }')).toEqual([]);
  });

  it('reports an ack of what failed, unless something is kept of it', () => {
    const failing = (rescue: string) => onMessage(`try { ${WORK} ${ACK} } catch (error) { ${rescue} }`);
    expect(failing(`console.error(error); ${ACK}`)).toEqual(['4 failed']);
    expect(failing('channel.nack(message);')).toEqual([]);
    expect(failing(`channel.sendToQueue('dead', message.content); ${ACK}`)).toEqual([]);
    expect(failing(`if (error.code === '23505') ${ACK} else channel.nack(message);`)).toEqual([]);
    expect(onMessage(`try { JSON.parse(message.content); } catch { ${ACK} return; } ${WORK} ${ACK}`)).toEqual([]);
  });

  it('reports a webhook that is answered first', () => {
    const hook = (body: string) => briefOf(findingsOf(rule, `import { Pool } from 'pg';
import { stripe } from 'unread';
const pool = new Pool();
export async function route(req, res) { const message = stripe.webhooks.constructEvent(req.body, req.headers.sig, key); ${body} }`));
    expect(hook(`res.status(200).send(); ${WORK}`)).toEqual(['4 answered']);
    expect(hook(`${WORK} res.status(200).send();`)).toEqual([]);
    expect(hook(`if (!message.data) { res.status(200).send(); return; } ${WORK}`)).toEqual([]);
  });
});
