import type { TSESTree } from '@typescript-eslint/utils';
import type { CheckThenInsert } from '../analysis/check-then-insert.js';
import type { Expressed } from '../adapters/express.js';
import { codeStyleOf, indentAt } from '../edits/code-style.js';
import { importEdits } from '../edits/import-edit.js';
import type { TextEdit } from '../edits/text-edit.js';
import type { Occurrence, Operation } from '../operations/operation.js';
import { isFunction, pathTo } from '../syntax/path-to.js';
import { conflictBranch, type Conflict } from './conflict-branch.js';
import { freeName } from './renamed.js';
import { refused, textOf, type Rewrite, type RewriteTarget } from './rewrite.js';

/**
 * Puts the insert into a `try` whose `catch` takes a unique violation for what it is: the other run was first. There
 * the row is read again and what the code does with a row that is there is done. The look before stays, so that a
 * single request sees what it saw.
 */
export function insertFirst(target: RewriteTarget, pair: CheckThenInsert): Rewrite {
  const { read, insert, guarantee } = pair;
  if (guarantee.kind === 'none') return refused('no unique constraint stands behind it; add one first');
  if (guarantee.kind === 'unknown') return refused(`the schema of ${insert.resource.name ?? 'the table'} was not found`);
  if (isInTransaction(insert)) return refused('in a transaction a violation may abort it, so that nothing can be read after');
  const test = target.adapter(insert.library)?.violationTest?.('error', target);
  if (!test) return refused(`how ${insert.library} reports a unique violation is not known here`);
  const site = siteOf(target, read, insert);
  if (typeof site === 'string') return refused(site);
  const winner = freeName(site.home, 'winner');
  const conflict = conflictBranch(target, { ...site, winner });
  if (typeof conflict === 'string') return refused(conflict);
  return {
    kind: 'edits',
    title: 'Handle the unique violation of the second run',
    edits: [tryEdit(target, site, conflict, test), ...importEdits(target, test.imports)],
  };
}

const isInTransaction = ({ scopes, transaction }: Operation): boolean =>
  transaction !== undefined || scopes.some(({ kind }) => kind === 'transaction');

/** Where the two ends stand. */
export interface Site {
  /** The function in which both ends stand. */
  readonly home: TSESTree.Node;
  /** From the body of the function down to the insert. */
  readonly path: readonly TSESTree.Node[];
  /** The statement that inserts, and its place in `path`. */
  readonly statement: TSESTree.Statement;
  readonly depth: number;
  /** `const found = await users.findOne(...)`, or another statement that looks. */
  readonly look: TSESTree.VariableDeclaration;
  readonly variable: string;
}

/** The call in the file of the unit: the operation, or the call that leads to it. */
const callOf = (target: RewriteTarget, what: Occurrence): TSESTree.Node | undefined => {
  const place = what.frames[0] ?? what;
  return place.file === target.unit.file ? place.node : undefined;
};

function siteOf(target: RewriteTarget, read: Operation, insert: Operation): Site | string {
  const [readCall, insertCall] = [callOf(target, read), callOf(target, insert)];
  if (!readCall || !insertCall) return 'the two ends stand in another file';
  const toRead = pathTo(target.ast, readCall);
  const toInsert = pathTo(target.ast, insertCall);
  const home = toInsert.findLastIndex(isFunction);
  if (home < 0 || toRead.findLast(isFunction) !== toInsert[home]) return 'the look and the insert stand in two functions';
  const path = toInsert.slice(home + 1);
  const body = toInsert[home];
  const depth = path.findLastIndex(isStatement);
  const statement = path[depth] as TSESTree.Statement | undefined;
  if (!statement || !body) return 'the insert is no statement of its own';
  if (!isWaitedFor(path.slice(depth))) return 'nothing waits for the insert, so that its error comes out elsewhere';
  const look = toRead.findLast(node => node.type === 'VariableDeclaration');
  const [declared] = look?.declarations ?? [];
  if (!look || look.declarations.length !== 1 || declared?.id.type !== 'Identifier')
    return 'what was found is not kept in a variable of its own';
  return { home: body, path, statement, depth, look, variable: declared.id.name };
}

/** `await` stands between the statement and the insert, or the statement returns the promise as it is. */
function isWaitedFor([statement, ...rest]: readonly TSESTree.Node[]): boolean {
  if (rest.some(({ type }) => type === 'AwaitExpression')) return true;
  return statement?.type === 'ReturnStatement' && rest.every(({ type }) => CHAIN.has(type));
}

/** A query that is put together by calls. */
const CHAIN = new Set(['CallExpression', 'MemberExpression']);

const isStatement = ({ type }: TSESTree.Node): boolean =>
  (type.endsWith('Statement') && type !== 'BlockStatement') || type === 'VariableDeclaration';

function tryEdit(target: RewriteTarget, site: Site, conflict: Conflict, test: Expressed): TextEdit {
  const { statement } = site;
  const range = target.rangeOf(statement);
  const style = codeStyleOf(target.text);
  const base = indentAt(target.text, range[0]);
  const one = base + style.indent;
  const { before, inside, after } = split(target, site);
  const lines = [
    ...before.map(line => base + line + style.semicolon),
    `${base}try {`,
    one + inside,
    `${base}} catch (error) {`,
    `${one}if (!(${test.code})) throw error${style.semicolon}`,
    ...conflict.lines.map(line => (line === '' ? line : one + line)),
    `${base}}`,
    ...after.map(line => base + line + style.semicolon),
  ];
  return { file: target.file, range, text: lines.join(style.newline).slice(base.length) };
}

/** What of the statement goes before, into, and after the `try`, so that its variables stay known. */
function split(
  target: RewriteTarget,
  { statement, home }: Site,
): { before: readonly string[]; inside: string; after: readonly string[] } {
  const { indent, semicolon } = codeStyleOf(target.text);
  const inner = (code: string): string => code.replace(/\n(?=[^\r\n])/gu, `\n${indent}`);
  if (statement.type === 'ReturnStatement' && statement.argument && CHAIN.has(statement.argument.type))
    return { before: [], inside: inner(`return await ${textOf(target, statement.argument)}${semicolon}`), after: [] };
  if (statement.type !== 'VariableDeclaration') return { before: [], inside: inner(textOf(target, statement)), after: [] };
  const [{ id, init }] = statement.declarations;
  const value = init ? textOf(target, init) : '';
  if (id.type === 'Identifier')
    return { before: [`let ${textOf(target, id)}`], inside: inner(`${id.name} = ${value}${semicolon}`), after: [] };
  const name = freeName(home, 'inserted');
  return {
    before: [`let ${name}`],
    inside: inner(`${name} = ${value}${semicolon}`),
    after: [`${statement.kind} ${textOf(target, id)} = ${name}`],
  };
}
