/** How a file is written, for code that is put into it. */
export interface CodeStyle {
  readonly quote: "'" | '"';
  /** One step of indentation. */
  readonly indent: string;
  readonly semicolon: ';' | '';
  readonly newline: '\n' | '\r\n';
}

/** Reads the style off a text; what it does not tell is Prettier's default, with single quotes. */
export function codeStyleOf(text: string): CodeStyle {
  const single = text.match(/'/gu)?.length ?? 0;
  const double = text.match(/"/gu)?.length ?? 0;
  const lines = text.split(/\r?\n/u);
  const ended = lines.filter(line => /;\s*$/u.test(line)).length;
  const statements = lines.filter(line => /^\s*(?:import|const|let|return|await)\b/u.test(line)).length;
  return {
    quote: double > single ? '"' : "'",
    indent: smallestIndent(lines),
    semicolon: ended === 0 && statements > 0 ? '' : ';',
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function smallestIndent(lines: readonly string[]): string {
  if (lines.some(line => line.startsWith('\t'))) return '\t';
  const widths = lines.flatMap(line => {
    const width = /^ +(?=[^\s*])/u.exec(line)?.[0].length ?? 0;
    return width > 0 ? [width] : [];
  });
  const smallest = widths.length > 0 ? Math.min(...widths) : 2;
  return ' '.repeat(smallest < 2 ? 2 : smallest);
}

/** White space before the first character of the line that a place is on. */
export function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/u.exec(text.slice(start))?.[0] ?? '';
}

/** The lines moved in by one step, but for the first. */
export const indented = (code: string, by: string): string => code.replace(/\n(?=[^\r\n])/gu, `\n${by}`);
