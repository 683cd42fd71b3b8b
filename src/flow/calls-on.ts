import type { TSESTree } from '@typescript-eslint/utils';
import type { ClassValue, Value } from '../values/value.js';
import type { Run } from './run.js';
import { Scope } from './scope.js';

interface StaticCall {
  /** Class as the file names it. */
  readonly owner: string;
  readonly method: string;
  readonly node: TSESTree.CallExpression;
}

const known = new WeakMap<TSESTree.Program, readonly StaticCall[]>();

/** Arguments of `User.method(...)` in the file of the class, and of `this.method(...)`, `super.method(...)` within it. */
export function callsOn(run: Run, value: ClassValue, method: string): readonly (readonly Value[])[] {
  const environment = run.world.environment(value.file);
  if (!environment) return [];
  const { ast } = environment.source;
  const calls = known.get(ast) ?? staticCalls(ast);
  known.set(ast, calls);
  const closure = value.environment as Scope;
  const scope = new Scope(closure.module, closure, value);
  const { file } = run;
  run.file = value.file;
  const found = calls
    .filter(call => call.method === method && call.owner === value.name)
    .map(({ node }) =>
      node.arguments.map(argument =>
        run.evaluate(argument.type === 'SpreadElement' ? argument.argument : argument, scope),
      ),
    );
  run.file = file;
  return found;
}

function staticCalls(program: TSESTree.Program): readonly StaticCall[] {
  const calls: StaticCall[] = [];
  const visit = (node: unknown, within: string | undefined): void => {
    if (Array.isArray(node)) {
      for (const child of node) if (child) visit(child, within);
      return;
    }
    const current = node as TSESTree.Node;
    if (typeof current.type !== 'string') return;
    const inside =
      current.type === 'ClassDeclaration' || current.type === 'ClassExpression'
        ? (current.id?.name ?? within)
        : within;
    if (current.type === 'CallExpression') note(current, inside);
    for (const key in current) {
      const child: unknown = current[key as keyof typeof current];
      if (typeof child === 'object' && child !== null && key !== 'parent') visit(child, inside);
    }
  };
  const note = (node: TSESTree.CallExpression, within: string | undefined): void => {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
    const owner = ownerOf(callee.object, within);
    if (owner !== undefined) calls.push({ owner, method: callee.property.name, node });
  };
  visit(program, undefined);
  return calls;
}

function ownerOf(node: TSESTree.Expression, within: string | undefined): string | undefined {
  if (node.type === 'ThisExpression' || node.type === 'Super') return within;
  return node.type === 'Identifier' ? node.name : undefined;
}
