import { readFileSync } from 'node:fs';
import path from 'node:path';
import { codeFrameColumns } from '@babel/code-frame';
import type pc from 'picocolors';
import type { RelatedPlace } from '../../operations/finding.js';

export type Place = RelatedPlace;

/** Longest run of marked lines: of a long call the first lines say enough. */
const MARKED_LINES = 5;
const INDENT = '    ';

/** Shows places in code, each with its label, its path and the lines round it. */
export class CodeFrames {
  private readonly texts = new Map<string, string | undefined>();

  constructor(
    private readonly cwd: string,
    private readonly colors: ReturnType<typeof pc.createColors>,
  ) {}

  show({ file, loc: { start, end }, label }: Place): string {
    const where = `${path.relative(this.cwd, file)}:${start.line}:${start.column + 1}`;
    const title = `${INDENT}${this.colors.cyan(label)} ${this.colors.dim(where)}`;
    const text = this.text(file);
    if (text === undefined) return title;
    const isLong = end.line - start.line >= MARKED_LINES;
    const last = isLong ? { line: start.line + MARKED_LINES - 1 } : { line: end.line, column: end.column + 1 };
    const frame = codeFrameColumns(
      text,
      { start: { line: start.line, column: start.column + 1 }, end: last },
      { linesAbove: 1, linesBelow: 1, highlightCode: this.colors.isColorSupported },
    );
    return `${title}\n${frame.replaceAll(/^/gmu, INDENT)}`;
  }

  private text(file: string): string | undefined {
    if (!this.texts.has(file)) this.texts.set(file, readText(file));
    return this.texts.get(file);
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/u, '');
  } catch {
    // The file went away while the run went on; its path is still right.
    return undefined;
  }
}
