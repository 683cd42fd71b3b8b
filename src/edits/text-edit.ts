/** A part of a file's text put in place of another; an empty range inserts. */
export interface TextEdit {
  readonly file: string;
  /** Characters from the start of the text, the end not included. */
  readonly range: readonly [start: number, end: number];
  readonly text: string;
}

/**
 * The text with all edits of it made. Edits at one place are made in the order given; edits that overlap are an
 * error, since one of them would be lost.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const inOrder = [...edits].sort((a, b) => a.range[0] - b.range[0] || a.range[1] - b.range[1]);
  let result = '';
  let at = 0;
  for (const { range, text: replacement } of inOrder) {
    const [start, end] = range;
    if (start < at) throw new RangeError(`Two edits of one file overlap at character ${String(start)}.`);
    result += text.slice(at, start) + replacement;
    at = end;
  }
  return result + text.slice(at);
}

/** Whether the edits of two changes touch the same characters of a file. */
export const overlap = (first: readonly TextEdit[], second: readonly TextEdit[]): boolean =>
  first.some(a => second.some(b => a.file === b.file && a.range[0] < b.range[1] && b.range[0] < a.range[1]));
