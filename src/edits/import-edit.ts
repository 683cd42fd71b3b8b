import type { TSESTree } from '@typescript-eslint/utils';
import { codeStyleOf } from './code-style.js';
import type { TextEdit } from './text-edit.js';

/** A name that code put into a file needs. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
}

/** A file's text with its tree, and where nodes of the tree stand. */
export interface EditedFile {
  readonly file: string;
  readonly text: string;
  readonly ast: TSESTree.Program;
  readonly rangeOf: (node: TSESTree.Node) => readonly [start: number, end: number];
}

/**
 * Edits that make the names known in the file: added to an import from the same package, or a line of its own after
 * the last import. None where a name is known already. A file of CommonJS gets `require`.
 */
export function importEdits(target: EditedFile, names: readonly ImportedName[]): readonly TextEdit[] {
  return names.flatMap(name => importEdit(target, name) ?? []);
}

function importEdit(target: EditedFile, wanted: ImportedName): TextEdit | undefined {
  const { file, text, ast, rangeOf } = target;
  const imports = ast.body.filter(statement => statement.type === 'ImportDeclaration');
  if (imports.some(statement => brings(statement, wanted)) || requires(ast, wanted)) return undefined;
  const style = codeStyleOf(text);
  const same = imports.find(
    ({ source, importKind, specifiers }) =>
      source.value === wanted.specifier &&
      importKind !== 'type' &&
      specifiers.some(({ type }) => type === 'ImportSpecifier'),
  );
  const last = same?.specifiers.findLast(({ type }) => type === 'ImportSpecifier');
  if (last) return { file, range: [rangeOf(last)[1], rangeOf(last)[1]], text: `, ${wanted.name}` };
  const isModule = imports.length > 0 || ast.body.some(({ type }) => type.startsWith('Export'));
  const from = `${style.quote}${wanted.specifier}${style.quote}`;
  const line = isModule
    ? `import { ${wanted.name} } from ${from}${style.semicolon}`
    : `const { ${wanted.name} } = require(${from})${style.semicolon}`;
  const after = imports.at(-1) ?? lastRequire(ast);
  if (after) return { file, range: [rangeOf(after)[1], rangeOf(after)[1]], text: style.newline + line };
  const start = startOfCode(target);
  return { file, range: [start, start], text: line + style.newline };
}

const brings = (statement: TSESTree.ImportDeclaration, { specifier, name }: ImportedName): boolean =>
  statement.source.value === specifier &&
  statement.importKind !== 'type' &&
  statement.specifiers.some(
    part =>
      part.type === 'ImportSpecifier' &&
      part.importKind !== 'type' &&
      part.imported.type === 'Identifier' &&
      part.imported.name === name &&
      part.local.name === name,
  );

/** `const { Prisma } = require('@prisma/client')`. */
const requires = (ast: TSESTree.Program, { specifier, name }: ImportedName): boolean =>
  ast.body.some(
    statement =>
      statement.type === 'VariableDeclaration' &&
      statement.declarations.some(
        ({ id, init }) =>
          id.type === 'ObjectPattern' &&
          requiredSpecifier(init) === specifier &&
          id.properties.some(
            part => part.type === 'Property' && part.value.type === 'Identifier' && part.value.name === name,
          ),
      ),
  );

const lastRequire = (ast: TSESTree.Program): TSESTree.Statement | undefined =>
  ast.body.findLast(
    statement =>
      statement.type === 'VariableDeclaration' &&
      statement.declarations.some(({ init }) => requiredSpecifier(init) !== undefined),
  );

function requiredSpecifier(init: TSESTree.Expression | null): string | undefined {
  const call = init?.type === 'MemberExpression' ? init.object : init;
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'require')
    return undefined;
  const [argument] = call.arguments;
  return argument?.type === 'Literal' && typeof argument.value === 'string' ? argument.value : undefined;
}

/** After a `#!` line and directives such as `'use server'`. */
function startOfCode({ text, ast, rangeOf }: EditedFile): number {
  const directive = ast.body.findLast(statement => 'directive' in statement && statement.directive !== undefined);
  const after = directive ? rangeOf(directive)[1] : (/^#!.*/u.exec(text)?.[0].length ?? 0);
  return after === 0 ? 0 : text.indexOf('\n', after) + 1 || text.length;
}
