/** What the grammar does not know, and the nearest that it does; strings and quoted names come first, to be kept. */
const QUOTED = String.raw`'(?:[^'\\]|\\[\s\S]|'')*'|"[^"]*"|\u0060[^\u0060]*\u0060`;

const SYNTAX: readonly (readonly [RegExp, string])[] = [
  [/^table$/iu, 'select * from'],
  [/^for\s+no\s+key\s+update$/iu, 'for update'],
  [/^(?:for\s+key\s+share|lock\s+in\s+share\s+mode)$/iu, 'for share'],
  [/^(update|from|join|using)\s+only$/iu, '$1'],
];

const UNKNOWN = new RegExp(
  [
    QUOTED,
    String.raw`^table(?=\s)`,
    String.raw`\bfor\s+no\s+key\s+update\b`,
    String.raw`\bfor\s+key\s+share\b`,
    String.raw`\block\s+in\s+share\s+mode\b`,
    String.raw`\b(?:update|from|join|using)\s+only\b`,
    String.raw`\bon\s+conflict\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)(?:\s*where\b[\s\S]*?)?(?=\s*\bdo\b)`,
  ].join('|'),
  'giu',
);

/** The statement in words that the grammar takes. */
export const adapt = (text: string): string =>
  text.replaceAll(UNKNOWN, match => {
    if (/^on\b/iu.test(match)) return conflictTarget(match);
    const change = SYNTAX.find(([pattern]) => pattern.test(match));
    return change ? match.replace(...change) : match;
  });

/** `ON CONFLICT (lower(email), name COLLATE "C") WHERE active`: the target's columns alone. */
function conflictTarget(clause: string): string {
  const target = clause.slice(clause.indexOf('('), closingOf(clause) + 1);
  const names = target
    .replaceAll(/'(?:[^']|'')*'|::\s*\w+|\bcollate\s+\S+|\b(?:asc|desc|nulls\s+(?:first|last))\b/giu, ' ')
    .match(/"[^"]+"|\b[a-z_]\w*\b(?!\s*\()/giu);
  return names ? `on conflict (${names.join(', ')})` : 'on conflict';
}

function closingOf(text: string): number {
  let depth = 0;
  for (let index = text.indexOf('('); index < text.length; index++) {
    if (text[index] === '(') depth++;
    if (text[index] === ')' && --depth === 0) return index;
  }
  return text.length;
}
