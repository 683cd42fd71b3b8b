import { describe, expect, it } from 'vitest';
import { columnsOfMessage, operations, summaries } from './delivered.js';

describe('bullmq', () => {
  it('delivers a job to its worker', () => {
    const all = operations(`
      import { Worker } from 'bullmq';
      new Worker('mail', async job => { await prisma.mail.create({ data: { jobId: job.id, to: job.data.to, sent: true } }); });`);
    expect(summaries(all)).toEqual(['bullmq: insert mail (jobId, to, sent)']);
    expect(all[0] && columnsOfMessage(all[0])).toEqual(['jobId', 'to']);
  });

  it('delivers to workers made by a field and by a constructor', () => {
    const all = operations(`
      import { Worker } from 'bullmq';
      export class Mails {
        private readonly first = new Worker('a', async job => { await prisma.mail.create({ data: { id: job.id } }); });
        constructor() { new Worker('b', job => this.send(job.data)); }
        private async send(data) { await prisma.letter.create({ data: { to: data.to } }); }
      }`);
    expect(summaries(all)).toContain('bullmq: insert mail (id)');
    expect(summaries(all)).toContain('bullmq: insert letter (to)');
  });

  it('adds jobs', () => {
    const all = operations(`
      import { FlowProducer, Queue } from 'bullmq';
      const queue = new Queue('mail');
      export async function run(id) {
        await queue.add('welcome', { to: 'a' }, { jobId: id, attempts: 3 });
        await queue.addBulk([{ name: 'x', data: {}, opts: { jobId: id } }]);
        await new FlowProducer().add({ name: 'root', queueName: 'flow', data: {} });
      }`);
    expect(summaries(all)).toEqual(['send mail (name, data, jobId, attempts)', 'send mail (name, data, jobId)', 'send flow (name, data)']);
  });

  it('knows Bull', () => {
    const all = operations(`
      import Bull from 'bull';
      const queue = new Bull('mail');
      queue.process('welcome', 5, async job => { await prisma.mail.create({ data: { id: job.id } }); });
      export const add = () => queue.add({ to: 'a' }, { jobId: 'b' });`);
    expect(summaries(all)).toEqual(['bullmq: insert mail (id)', 'send mail (data, jobId)']);
  });

  it('delivers to the processors of Nest', () => {
    const all = operations(`
      import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
      import { Process } from '@nestjs/bull';
      import { Queue, Job } from 'bullmq';
      @Processor('mail')
      export class Mails extends WorkerHost {
        constructor(@InjectQueue('audit') private readonly audit: Queue) { super(); }
        async process(job: Job) { await prisma.mail.create({ data: { id: job.id } }); await this.audit.add('sent', {}); }
        async other(id: string) { await prisma.mail.delete({ where: { id } }); }
      }
      @Processor('old')
      export class Old {
        @Process('welcome') async welcome(job) { await prisma.letter.create({ data: { id: job.id } }); }
      }`);
    expect(summaries(all)).toEqual([
      'bullmq: insert mail (id)',
      'bullmq: send audit (name, data)',
      'delete mail by id = id',
      'bullmq: insert letter (id)',
    ]);
  });

  it('delivers to a function of the job type', () => {
    const all = operations(`
      import type { Job } from 'bullmq';
      export default async function (job: Job<{ to: string }>) { await prisma.mail.create({ data: { id: job.id } }); }`);
    expect(summaries(all)).toEqual(['bullmq: insert mail (id)']);
  });
});
