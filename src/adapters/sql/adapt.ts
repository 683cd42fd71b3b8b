/** Text in which nothing is syntax. */
const KEPT = String.raw`(?<kept>'(?:[^'\\]|\\[\s\S]|'')*'|"[^"]*"|\u0060[^\u0060]*\u0060|--[^\n]*|\/\*[\s\S]*?\*\/)`;
const OF_TABLES = String.raw`\s+of\s+[\w".]+(?:\s*,\s*[\w".]+)*`;

/** A pattern, and what the text that fits becomes. */
export type Rewrite = readonly [pattern: string, change: string | ((match: string) => string)];

/** Syntax that the grammar does not know or misreads, and the nearest that it takes. */
const REWRITES: readonly Rewrite[] = [
  [String.raw`^table(?=\s)`, 'select * from'],
  [String.raw`\bfor\s+no\s+key\s+update\b(?:${OF_TABLES})?|\bfor\s+update${OF_TABLES}`, 'for update'],
  [String.raw`\bfor\s+key\s+share\b(?:${OF_TABLES})?|\bfor\s+share${OF_TABLES}|\block\s+in\s+share\s+mode\b`, 'for share'],
  [String.raw`(?<=\b(?:update|from|join|using))\s+only\b(?=\s+[\w"])`, ''],
  [String.raw`\boverriding\s+(?:system|user)\s+value\b`, ''],
  [String.raw`\bbetween\s+symmetric\b`, 'between'],
  [String.raw`\bglob\b(?=\s*['$:])`, 'like'],
  // The grammar knows these, and takes all that follows for their right side.
  [String.raw`\bis\s+distinct\s+from\b|\bis\s+not(?=\s+[$:]\w)`, '<>'],
  [String.raw`\bis\s+not\s+distinct\s+from\b|\bis(?=\s+[$:]\w)`, '<=>'],
  [
    String.raw`\bon\s+conflict\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:\s*where\b[\s\S]*?)?(?=\s*\bdo\b)`,
    conflictTarget,
  ],
];

/** Puts rewrites to work, one after the other; text in quotes and comments stays as it is. */
export function rewriter(rewrites: readonly Rewrite[]): (text: string) => string {
  const compiled = rewrites.map(([pattern, change]) => ({
    pattern: new RegExp(`${KEPT}|${pattern}`, 'giu'),
    change: typeof change === 'function' ? change : () => change,
  }));
  return text =>
    compiled.reduce(
      (current, { pattern, change }) =>
        current.replaceAll(pattern, (match: string, kept: string | undefined) => (kept === undefined ? change(match) : match)),
      text,
    );
}

/** The statement in words that the grammar takes. */
export const adapt = rewriter(REWRITES);

/** `ON CONFLICT (lower(email), name COLLATE "C") WHERE active`: the target's columns alone. */
function conflictTarget(clause: string): string {
  const target = clause.slice(clause.indexOf('('), endOfTarget(clause));
  const names = target
    .replaceAll(/'(?:[^']|'')*'|::\s*\w+|\bcollate\s+\S+|\b(?:asc|desc|nulls\s+(?:first|last))\b/giu, ' ')
    .match(/"[^"]+"|\b[a-z_]\w*\b(?!\s*\()/giu);
  return names ? `on conflict (${names.join(', ')})` : 'on conflict';
}

function endOfTarget(clause: string): number {
  let depth = 0;
  for (const { 0: parenthesis, index } of clause.matchAll(/[()]/gu)) {
    depth += parenthesis === '(' ? 1 : -1;
    if (depth === 0) return index;
  }
  return clause.length;
}
