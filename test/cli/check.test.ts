import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { acrossFiles, checkThenInsert, checkThenInsertCommonJs, upsert } from '../samples.js';
import { temporaryProject } from '../temporary-project.js';
import { run } from './run.js';

describe('check', () => {
  it('exits 0 where nothing is found', async () => {
    const { code, out, error } = await run(temporaryProject({ 'src/a.ts': upsert }), 'check');
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toBe('No findings in 1 file.\n');
  });

  it('exits 1 on findings and shows the read and the write', async () => {
    const { code, out } = await run(temporaryProject({ 'src/a.ts': checkThenInsert }), 'check');
    expect(code).toBe(1);
    expect(out).toContain('src/a.ts\n  6:11  no-check-then-insert\n');
    expect(out).toMatch(/reads user.* src\/a\.ts:4:/u);
    expect(out).toContain('> 4 |   const user = await prisma.user.findUnique');
    expect(out).toMatch(/inserts user.* src\/a\.ts:6:/u);
    expect(out).toContain('> 6 |     await prisma.user.create');
    expect(out).toContain('1 finding in 1 file, 1 file checked.');
  });

  it('shows the call and both ends of a finding that spans files', async () => {
    const { out } = await run(temporaryProject(acrossFiles), 'check');
    expect(out).toContain('src/register.ts:5:');
    expect(out).toContain('> 5 |     await insertUser(email);');
    expect(out).toContain('src/users.ts:3:');
    expect(out).toContain('> 3 | export const findUser');
    expect(out).toContain('src/users.ts:4:');
    expect(out).toContain('> 4 | export const insertUser');
  });

  it('reads TypeScript, TSX, JavaScript and CommonJS', async () => {
    const root = temporaryProject({
      'a.ts': checkThenInsert,
      'b.tsx': `${checkThenInsert}export const view = <p>hello</p>;\n`,
      'c.js': checkThenInsertCommonJs,
      'd.cjs': checkThenInsertCommonJs,
      'e.mjs': checkThenInsert.replace('email: string): Promise<void>', 'email)'),
    });
    const { out } = await run(root, 'check');
    expect(out.match(/^\S+\.\w+$/gmu)).toEqual(['a.ts', 'b.tsx', 'c.js', 'd.cjs', 'e.mjs']);
  });

  it('runs only the rules that are named', async () => {
    const root = temporaryProject({ 'a.ts': checkThenInsert });
    expect(await run(root, 'check', '--rule', 'no-read-then-update')).toMatchObject({ code: 0 });
    expect(await run(root, 'check', '--rule', 'no-read-then-update', '--rule', 'no-check-then-insert')).toMatchObject({ code: 1 });
    expect(await run(root, 'check', '--rule', 'idempotency/no-check-then-insert')).toMatchObject({ code: 1 });
  });

  it('runs in an empty folder', async () => {
    expect(await run(temporaryProject({}), 'check')).toEqual({ code: 0, out: 'No findings in 0 files.\n', error: '' });
  });
});

describe('eslint-disable comments', () => {
  const disabled = (comment: string): string => checkThenInsert.replace('    await', `    ${comment}\n    await`);

  it('hide a finding', async () => {
    const root = temporaryProject({ 'a.ts': disabled('// eslint-disable-next-line idempotency/no-check-then-insert') });
    expect(await run(root, 'check')).toMatchObject({ code: 0 });
  });

  it('hide nothing when they name another rule', async () => {
    const root = temporaryProject({ 'a.ts': disabled('// eslint-disable-next-line no-console') });
    expect(await run(root, 'check')).toMatchObject({ code: 1 });
  });

  it('count as such only where they are comments', async () => {
    const root = temporaryProject({ 'a.ts': disabled('"/* eslint-disable */";') });
    expect(await run(root, 'check')).toMatchObject({ code: 1 });
  });

  it('hide a whole file', async () => {
    const root = temporaryProject({ 'a.ts': `/* eslint-disable */\n${checkThenInsert}` });
    expect(await run(root, 'check')).toMatchObject({ code: 0 });
  });

  it('can turn a rule off by configuration', async () => {
    const root = temporaryProject({ 'a.ts': `/* eslint idempotency/no-check-then-insert: off */\n${checkThenInsert}` });
    expect(await run(root, 'check')).toMatchObject({ code: 0 });
  });

  it('of other plugins bring nothing in', async () => {
    const root = temporaryProject({
      'a.ts': `/* eslint no-undef: 2, acme/unknown: 2 */\n/* global foo */\n${checkThenInsert}`,
    });
    const { code, out } = await run(root, 'check', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ errorCount: 1 }]);
  });

  it('are listed with their reason in JSON', async () => {
    const root = temporaryProject({
      'a.ts': disabled('// eslint-disable-next-line idempotency/no-check-then-insert -- one writer'),
    });
    const { out } = await run(root, 'check', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject([
      {
        filePath: path.join(root, 'a.ts'),
        messages: [],
        suppressedMessages: [
          {
            ruleId: 'idempotency/no-check-then-insert',
            suppressions: [{ kind: 'directive', justification: 'one writer' }],
          },
        ],
        errorCount: 0,
      },
    ]);
  });
});
