import type { TSESTree } from '@typescript-eslint/utils';
import { codeStyleOf, indentAt, indented } from '../edits/code-style.js';
import { mentions } from '../syntax/mentions.js';
import { pathTo } from '../syntax/path-to.js';
import type { Site } from './insert-first.js';
import { presenceIn } from './presence-test.js';
import { renamed } from './renamed.js';
import { textOf, type RewriteTarget } from './rewrite.js';

/** What is done when another run was first. */
export interface Conflict {
  /** Without the indentation of the `catch` body. */
  readonly lines: readonly string[];
}

interface Place extends Site {
  /** Name of the variable that holds the row of the other run. */
  readonly winner: string;
}

/** The row read again, and what the code does with a row that is there; a text says why it cannot be told. */
export function conflictBranch(target: RewriteTarget, place: Place): Conflict | string {
  const enclosing = place.path
    .slice(0, place.depth)
    .findLast(node => node.type === 'IfStatement' && mentions(node.test, name => name === place.variable));
  return enclosing?.type === 'IfStatement' ? underTest(target, place, enclosing) : afterTests(target, place);
}

/** `if (!found) { insert }`. */
function underTest(target: RewriteTarget, place: Place, test: TSESTree.IfStatement): Conflict | string {
  if (presenceIn(test.test, place.variable) !== 'absent' || !isIn(test.consequent, place))
    return `\`if (${textOf(target, test.test)})\` asks for more than whether a row was found`;
  const rest = statementsAfter(test.consequent, place.statement);
  const assigned = assignedIn(place.statement);
  if (rest.length > 0) return 'more is done after the insert, which the second run must not do';
  if (test.alternate) return withRow(target, place, statementsOf(test.alternate), test.test);
  if (assigned === place.variable) {
    const { semicolon } = codeStyleOf(target.text);
    return {
      lines: [
        `${place.variable} = ${lookText(target, place)}${semicolon}`,
        `if (${textOf(target, test.test)}) throw error${semicolon}`,
      ],
    };
  }
  if (assigned !== undefined) return `what the second run has for \`${assigned}\` is not told`;
  if (place.statement.type !== 'ReturnStatement') return { lines: [] };
  const following = statementsBehind(target, test);
  if (following.length === 0) return { lines: [`return${codeStyleOf(target.text).semicolon}`] };
  const last = following.at(-1);
  if (!last || !exits(last) || following.length > 3) return 'what follows when a row was found is too long to repeat';
  return withRow(target, place, following, test.test);
}

/** `if (found) return found;` before the insert. */
function afterTests(target: RewriteTarget, place: Place): Conflict | string {
  const tests = testsBetween(target, place);
  if (tests.length === 0) return 'how the code goes on when a row was found is not told by an `if`';
  return withRow(target, place, tests);
}

/** `isAbsent`: a test that holds where there still is no row, so that the violation was another one. */
function withRow(
  target: RewriteTarget,
  place: Place,
  statements: readonly TSESTree.Statement[],
  isAbsent?: TSESTree.Expression,
): Conflict {
  const { variable, winner } = place;
  const { semicolon } = codeStyleOf(target.text);
  const usesRow = statements.some(statement => mentions(statement, name => name === variable));
  const copied = statements.map(statement => {
    const code = renamed(target, statement, variable, winner);
    const from = indentAt(target.text, target.rangeOf(statement)[0]);
    const to = indentAt(target.text, target.rangeOf(place.statement)[0]) + codeStyleOf(target.text).indent;
    return moved(code, from, to);
  });
  const last = statements.at(-1);
  return {
    lines: [
      ...(usesRow ? [`const ${winner} = ${lookText(target, place)}${semicolon}`] : []),
      ...(usesRow && isAbsent ? [`if (${renamed(target, isAbsent, variable, winner)}) throw error${semicolon}`] : []),
      ...copied,
      ...(last && exits(last) ? [] : endsOpen(last) ? [`throw error${semicolon}`] : []),
    ],
  };
}

/** Whether nothing tells that the code leaves after it: a test that may not hold. */
const endsOpen = (last: TSESTree.Statement | undefined): boolean => last?.type === 'IfStatement';

/** Code from one depth of indentation at another. */
const moved = (code: string, from: string, to: string): string =>
  from === to ? code : indented(code.replaceAll(`\n${from}`, '\n'), to);

/** The look itself, to be done again. */
function lookText(target: RewriteTarget, { look }: Place): string {
  const [{ init }] = look.declarations;
  return init ? textOf(target, init) : 'undefined';
}

const isIn = (node: TSESTree.Node, { path }: Place): boolean => path.includes(node);

const statementsOf = (node: TSESTree.Statement): readonly TSESTree.Statement[] =>
  node.type === 'BlockStatement' ? node.body : [node];

function statementsAfter(block: TSESTree.Statement, statement: TSESTree.Statement): readonly TSESTree.Statement[] {
  const all = statementsOf(block);
  const at = all.indexOf(statement);
  return at < 0 ? all : all.slice(at + 1);
}

/** Variable that the statement puts the new row into. */
function assignedIn(statement: TSESTree.Statement): string | undefined {
  if (statement.type === 'VariableDeclaration') {
    const [{ id }] = statement.declarations;
    return id.type === 'Identifier' ? id.name : 'the new row';
  }
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return undefined;
  const { left } = statement.expression;
  return left.type === 'Identifier' ? left.name : 'the new row';
}

/** Statements that come after one in its block. */
function statementsBehind(target: RewriteTarget, statement: TSESTree.Statement): readonly TSESTree.Statement[] {
  const block = pathTo(target.ast, statement).at(-2);
  return block?.type === 'BlockStatement' ? statementsAfter(block, statement) : [];
}

/** The `if`s between the look and the insert that ask for what was found and leave. */
function testsBetween(target: RewriteTarget, place: Place): readonly TSESTree.IfStatement[] {
  const blocks = place.path.filter(node => node.type === 'BlockStatement');
  const from = target.rangeOf(place.look)[1];
  const to = target.rangeOf(place.statement)[0];
  return blocks
    .flatMap(block => block.body)
    .filter(
      (statement): statement is TSESTree.IfStatement =>
        statement.type === 'IfStatement' &&
        target.rangeOf(statement)[0] >= from &&
        target.rangeOf(statement)[1] <= to &&
        mentions(statement.test, name => name === place.variable) &&
        !statement.alternate &&
        exits(statement.consequent),
    );
}

/** Whether the code never goes on behind the statement. */
function exits(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return true;
    case 'BlockStatement': {
      const last = statement.body.at(-1);
      return last !== undefined && exits(last);
    }
    case 'IfStatement':
      return statement.alternate != null && exits(statement.consequent) && exits(statement.alternate);
    default:
      return false;
  }
}
