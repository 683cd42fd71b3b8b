import { describe, expect, it } from 'vitest';
import { checkThenInsert, upsert } from '../samples.js';
import { temporaryProject } from '../temporary-project.js';
import { run } from './run.js';

describe('what cannot be done', () => {
  it('is a file that cannot be parsed: the line and remedy are named, the rest is checked', async () => {
    const root = temporaryProject({ 'bad.ts': 'const a = 1;\nconst b = ;\n', 'good.ts': checkThenInsert });
    const { code, out, error } = await run(root, 'check');
    expect(code).toBe(2);
    expect(error).toMatch(/^bad\.ts:2: .*parse.*\n$/u);
    expect(out).toContain('good.ts\n');
  });

  it('is a path that does not exist', async () => {
    const { code, out, error } = await run(temporaryProject({ 'good.ts': checkThenInsert }), 'check', 'absent', 'good.ts');
    expect(code).toBe(2);
    expect(error).toBe('absent: There is no such file or folder. Correct the path.\n');
    expect(out).toContain('good.ts\n');
  });

  it('is a named file that holds no code', async () => {
    const { code, error } = await run(temporaryProject({ 'readme.md': '# a' }), 'check', 'readme.md');
    expect(code).toBe(2);
    expect(error).toContain('readme.md: This is neither TypeScript nor JavaScript.');
  });

  it('is a broken tsconfig', async () => {
    const root = temporaryProject({
      'tsconfig.json': '{\n  "compilerOptions": {\n    "paths": \n  }\n}\n',
      'src/db.ts': "import { PrismaClient } from '@prisma/client';\nexport const prisma = new PrismaClient();\n",
      'src/a.ts': checkThenInsert.replace(/^import.*\nconst.*$/mu, "import { prisma } from '@/db';\n"),
      'src/b.ts': checkThenInsert,
    });
    const { code, out, error } = await run(root, 'check');
    expect(code).toBe(2);
    expect(error).toMatch(/^tsconfig\.json:\d+: \S.*\n$/u);
    expect(out).toContain('src/b.ts\n');
  });

  it('stays a parsing error in JSON', async () => {
    const { code, out } = await run(temporaryProject({ 'bad.ts': 'const b = ;\n' }), 'check', '--format', 'json');
    expect(code).toBe(2);
    expect(JSON.parse(out)).toMatchObject([
      { errorCount: 1, fatalErrorCount: 1, messages: [{ ruleId: null, fatal: true, severity: 2, line: 1 }] },
    ]);
  });

  it.each([
    [['check', '--unknown'], '--unknown'],
    [['check', '--format', 'xml'], '--format is "xml"; it can be stylish, json.'],
    [['check', '--config', 'all'], '--config is "all"; it can be recommended, strict.'],
    [['check', '--rule', 'no-such'], '--rule is "no-such"; it can be '],
    [['chek'], 'There is no command "chek".'],
    [[], 'No command given.'],
  ])('is a wrong command line: %j', async (args, message) => {
    const { code, out, error } = await run(temporaryProject({ 'a.ts': upsert }), ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toContain(message);
    expect(error).toContain('--help');
  });

  it.each([
    ['broken', 'model Code {\n  value String @unique(((\n}\n', /^prisma\/schema\.prisma:2: .*Correct it; until then its models are not known\.\n$/u],
    [
      'for an unknown database',
      'datasource db {\n  provider = "oracle9"\n}\nmodel Code {\n  value String\n}\n',
      /^prisma\/schema\.prisma: The provider "oracle9" is not known; .*\n$/u,
    ],
  ])('is a schema that is %s: one line, and nothing is claimed of what it does not tell', async (_, schema, line) => {
    const root = temporaryProject({ 'a.ts': checkThenInsert, 'prisma/schema.prisma': schema });
    const { code, error } = await run(root, 'check');
    expect(code).toBe(2);
    expect(error).toMatch(line);
  });
});
