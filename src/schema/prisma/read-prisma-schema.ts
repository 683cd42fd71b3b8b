import type { SchemaProblem } from '../problem.js';
import type { Table } from '../table.js';
import { tableOf } from './model-table.js';
import { parsePrisma } from './parse.js';
import { stringOf, type Block } from './syntax.js';

export interface PrismaSchema {
  /** `postgresql`, `mysql`, `mongodb`, ...; `undefined` where it comes from the environment. */
  readonly provider: string | undefined;
  readonly tables: readonly Table[];
  /** At most one for each file: what follows a broken line is often broken by it. */
  readonly problems: readonly SchemaProblem[];
}

/** Reads the file, or all files of the folder, that make up one Prisma schema. */
export function readPrismaSchema(
  texts: readonly { readonly file: string; readonly text: string }[],
): PrismaSchema {
  const parsed = texts.map(({ file, text }) => ({ file, ...parsePrisma(text, file) }));
  const blocks = parsed.flatMap(({ blocks }) => blocks);
  const provider = providerOf(blocks.find(({ keyword }) => keyword === 'datasource'));
  const models = new Set(blocks.filter(isTable).map(({ name }) => name));
  return {
    provider,
    tables: parsed.flatMap(({ file, blocks }) =>
      blocks.filter(isTable).map(block => tableOf(block, file, { provider, models })),
    ),
    problems: parsed.flatMap(({ problems }) => problems.slice(0, 1)),
  };
}

const isTable = ({ keyword }: Block): boolean => keyword === 'model' || keyword === 'view';

/** Old schemas list several: the first is the one in production. */
function providerOf(datasource: Block | undefined): string | undefined {
  const provider = datasource?.settings.get('provider');
  return stringOf(provider?.kind === 'list' ? provider.items[0] : provider);
}
