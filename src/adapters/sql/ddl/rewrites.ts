import { rewriter, type Rewrite } from '../adapt.js';

const NAME = String.raw`(?:[\w$]+|"[^"]+"|\u0060[^\u0060]+\u0060)`;

/** Carries `NULLS NOT DISTINCT` past the grammar, which does not know it of a column's own key. */
export const NULLS_EQUAL = 'nulls not distinct';

/** Words that the grammar does not know and that say nothing of keys, or the nearest that it takes. */
const ANYWHERE: readonly Rewrite[] = [
  [String.raw`\bon\s+only\b`, 'on'],
  [String.raw`(?<!^create\s+)\bunique\s+(?:key|index)\s+if\s+not\s+exists\b`, 'unique key'],
  [String.raw`\bprimary\s+key\s+using\s+(?:btree|hash)\b`, 'primary key'],
  [String.raw`\bunique\s+nulls\s+not\s+distinct\b(?!\s*\()`, `unique comment '${NULLS_EQUAL}'`],
  [String.raw`\binclude\s*\([^()]*\)|\bwith\s*\([^()]*\)|\bwithout\s+overlaps\b`, ''],
  [String.raw`\b(?:using\s+index\s+)?tablespace\s+${NAME}`, ''],
  [String.raw`\bon\s+conflict\s+(?:rollback|abort|fail|ignore|replace)\b`, ''],
];

const BY_VERB: Readonly<Record<string, readonly Rewrite[]>> = {
  create: [
    [String.raw`^create\s+unlogged\b`, 'create'],
    [String.raw`^create\s+or\s+replace\s+unique\b`, 'create unique'],
    [String.raw`\(\s*like\s+${NAME}(?:\s*\.\s*${NAME})*\s*\)`, match => match.replaceAll(/[()]/gu, ' ')],
  ],
  alter: [
    [String.raw`^alter\s+(?:ignore|online)\b`, 'alter'],
    [String.raw`^alter\s+index\s+if\s+exists\b`, 'alter index'],
    [String.raw`\bdrop\s+(?:key|index)\s+(?:if\s+exists\s+)?`, 'drop index '],
    [String.raw`\bdrop\s+(?:identity|expression)(?:\s+if\s+exists)?\b`, 'drop default'],
    [String.raw`\brename\s+(?:index|key)\b(?=\s+${NAME}\s+to\b)`, 'rename constraint'],
    [String.raw`\brename\s+(?!to\b|as\b)(?=${NAME}\s*(?:,|$))`, 'rename to '],
  ],
  drop: [
    [String.raw`^drop\s+index\s+concurrently\b`, 'drop index'],
    [String.raw`,?\s*\b(?:algorithm|lock)\s*=?\s*\w+`, ''],
  ],
};

const rewriters = new Map(
  Object.entries(BY_VERB).map(([verb, rewrites]) => [
    verb,
    rewriter([...rewrites, ...ANYWHERE].map(keepingLines)),
  ]),
);

function keepingLines([pattern, change]: Rewrite): Rewrite {
  const replace = typeof change === 'function' ? change : () => change;
  return [pattern, match => replace(match) + match.replaceAll(/[^\n]/gu, '')];
}

/** A statement that changes the schema, in words that the grammar takes; each line stays where it is. */
export function adaptDefinition(statement: string): string {
  const verb = /^\w+/u.exec(statement)?.[0].toLowerCase() ?? '';
  return rewriters.get(verb)?.(statement) ?? statement;
}
