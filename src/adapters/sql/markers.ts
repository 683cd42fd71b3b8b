/**
 * How the nth value that code splices into SQL text stands in the text that is parsed. The prefix is one
 * that no real parameter or column has.
 */
export const inlinedName = (index: number): string => `__dyn${index}`;

/** Index of the spliced value that a name stands for or holds: `orders_${year}`. */
export function inlinedIndex(name: string): number | undefined {
  const match = /__dyn(\d+)/u.exec(name);
  return match ? Number(match[1]) : undefined;
}

/** A spliced value in the place of a whole clause: a comment, since no syntax fits every place. */
export const clauseMarker = (index: number): string => `/*${inlinedName(index)}*/`;

/** Indexes of the clauses spliced into a statement, those after ORDER BY left out: they are directions and limits. */
export function splicedClauses(text: string): readonly number[] {
  const indexes: number[] = [];
  for (const match of text.matchAll(/\/\*__dyn(\d+)\*\/|\border\s+by\b|\bwhere\b/giu)) {
    if (match[1] !== undefined) indexes.push(Number(match[1]));
    else if (/^order/iu.test(match[0])) break;
  }
  return indexes;
}

/** The text with every spliced clause as a parameter. */
export const clausesAsValues = (text: string): string => text.replaceAll(/\/\*(__dyn\d+)\*\//gu, ' :$1 ');
