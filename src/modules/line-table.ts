/** Where the lines of a text begin; lines end as ESLint has it. */
export class LineTable {
  private readonly starts: readonly number[];

  constructor(text: string) {
    const starts = [0];
    for (const { index, 0: end } of text.matchAll(/\r\n|[\r\n\u2028\u2029]/gu))
      starts.push(index + end.length);
    this.starts = starts;
  }

  /** Line from 1, column from 0. */
  position(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) };
  }
}
