import type { TSESTree } from '@typescript-eslint/utils';
import { parseSync, type ParserOptions } from 'oxc-parser';
import { LineTable } from './line-table.js';
import { rangeOf } from './range.js';

/** A parsed file of the project. Another state of the file is another module. */
export interface SourceModule {
  /** Absolute, real path. */
  readonly file: string;
  /** Without a byte order mark, as ESLint has it; ranges count from its first character. */
  readonly text: string;
  /** TS-ESTree; `rangeOf` tells where a node stands, not every one has a `range`, `loc` or `parent`. */
  readonly ast: TSESTree.Program;
  locate(node: TSESTree.Node): TSESTree.SourceLocation;
}

/** Why a text could not be parsed. */
export interface ParseFailure {
  readonly message: string;
  readonly line: number;
}

const languages: Readonly<Record<string, ParserOptions>> = {
  '.ts': { lang: 'ts', sourceType: 'unambiguous' },
  '.tsx': { lang: 'tsx', sourceType: 'unambiguous' },
  '.mts': { lang: 'ts', sourceType: 'module' },
  '.cts': { lang: 'ts', sourceType: 'commonjs' },
  '.js': { lang: 'jsx', sourceType: 'unambiguous' },
  '.jsx': { lang: 'jsx', sourceType: 'unambiguous' },
  '.mjs': { lang: 'jsx', sourceType: 'module' },
  '.cjs': { lang: 'jsx', sourceType: 'commonjs' },
};

/** Extensions of code, in the order in which an import without one tries them. */
export const sourceExtensions: readonly string[] = Object.keys(languages);

export function isSourceFile(file: string): boolean {
  return extensionOf(file) in languages;
}

export function parseModule(file: string, text: string): SourceModule | ParseFailure {
  const options = languages[extensionOf(file)] ?? languages['.js'];
  const { program, errors } = parseSync(file, text, {
    ...options,
    ...(/\.d\.[cm]?ts$/u.test(file) && { lang: 'dts' as const }),
    astType: 'ts',
    preserveParens: false,
  });
  const error = errors.find(({ severity }) => severity === 'Error');
  // The parser gives an empty body where it gave up; `return` at the top of a script, say, it only minds.
  if (error && program.body.length === 0) {
    return { message: error.message, line: new LineTable(text).position(error.labels[0]?.start ?? 0).line };
  }
  return new ParsedModule(file, text, program as unknown as TSESTree.Program);
}

export function isParseFailure(parsed: SourceModule | ParseFailure): parsed is ParseFailure {
  return 'message' in parsed;
}

export function withoutByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

class ParsedModule implements SourceModule {
  private lines: LineTable | undefined;

  constructor(
    readonly file: string,
    readonly text: string,
    readonly ast: TSESTree.Program,
  ) {}

  locate(node: TSESTree.Node): TSESTree.SourceLocation {
    const [start, end] = rangeOf(node);
    this.lines ??= new LineTable(this.text);
    return { start: this.lines.position(start), end: this.lines.position(end) };
  }
}

function extensionOf(file: string): string {
  return file.slice(file.lastIndexOf('.'));
}
