import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { adapters } from '../../src/adapters/index.js';
import { Reach } from '../../src/flow/reach.js';
import { Project } from '../../src/modules/project.js';
import { temporaryProject } from '../temporary-project.js';

function reaches(text: string): boolean {
  const root = temporaryProject({ 'package.json': '{}', 'a.ts': text });
  return new Reach(new Project(root), adapters, new Set()).reaches(path.join(root, 'a.ts'));
}

describe('a file without a client is walked', () => {
  it.each(['idempotencyKey', 'Idempotency-Key', 'MessageDeduplicationId', 'dedup_key', 'PayPal-Request-Id', 'jobId'])(
    'for a key named %s',
    name => {
      expect(reaches(`send({ '${name}': crypto.randomUUID() });`)).toBe(true);
    },
  );

  it('not for the interval in which a hook loads once', () => {
    expect(reaches("useSWR('/api/teams', load, { dedupingInterval: 1000 });")).toBe(false);
  });
});
