import type { Operation } from '../../../src/operations/operation.js';
import type { Value } from '../../../src/values/value.js';
import { some } from '../../../src/values/traits.js';
import { operationsOf, summaryOf } from '../operations-of.js';

const CLIENT = `import { PrismaClient } from '@prisma/client';\nconst prisma = new PrismaClient();\n`;

/** Operations of a file that has a Prisma client `prisma`. */
export const operations = (text: string): readonly Operation[] => operationsOf({ 'app.ts': CLIENT + text }, 'app.ts');

/** Each operation in short, with the broker that delivers what it works on. */
export const summaries = (all: readonly Operation[]): readonly string[] =>
  all.map(operation => {
    const [library] = operation.scopes.flatMap(scope => (scope.kind === 'receive' ? [scope.library] : []));
    return library === undefined ? summaryOf(operation) : `${library}: ${summaryOf(operation)}`;
  });

/** Columns whose value leads back to the message delivered. */
export function columnsOfMessage({ columns, scopes }: Operation): readonly string[] {
  const messages = scopes.flatMap(scope => (scope.kind === 'receive' ? [scope.message] : []));
  const isOfMessage = (value: Value): boolean => some(value, part => messages.includes(part));
  return [...columns.entries].flatMap(([name, value]) => (isOfMessage(value) ? [name] : []));
}
