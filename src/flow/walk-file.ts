import type { TSESTree } from '@typescript-eslint/utils';
import type { SourceModule } from '../modules/source-module.js';
import type { Operation } from '../operations/operation.js';
import { parameter } from '../values/make.js';
import type { ClassValue, FunctionNode, FunctionValue, Value } from '../values/value.js';
import { methodsOf } from './classes.js';
import { startRun } from './interpreter.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { ProjectWorld } from './project-world.js';
import type { Answer, Exit, Run } from './run.js';
import { Scope } from './scope.js';

/** One body that was walked on its own. */
export interface Walk {
  readonly operations: readonly Operation[];
  readonly answers: readonly Answer[];
  /** Conditions that hold because the code left a function where they do not. */
  readonly exits: ReadonlyMap<Value, Exit>;
}

/** Walks every function of a file, each with what it calls; those that run as part of another belong to it. */
export function walkFile(world: ProjectWorld, source: SourceModule): readonly Walk[] {
  const environment = world.adopted(source);
  const walks: Walk[] = [];
  const done = new Set<FunctionNode>();
  const inPlace = new Set<FunctionNode>();
  const waiting: Start[] = [];
  const take = (run: Run): void => {
    for (const node of run.walkedInPlace) inPlace.add(node);
    for (const value of run.made.values()) waiting.push({ callee: value });
    for (const value of run.classes) waiting.push(...startsOf(world, value));
    if (run.operations.length > 0) walks.push({ operations: run.operations, answers: run.answers, exits: run.exits });
  };
  const top = startRun(world, source.file);
  top.execute(source.ast.body, new Scope(environment, environment.scope));
  take(top);
  waiting.push(...topLevelStarts(world, environment));
  for (let start = waiting.shift(); start; start = waiting.shift()) {
    const { callee } = start;
    if (done.has(callee.node) || inPlace.has(callee.node) || (callee.environment as Scope).module !== environment) continue;
    done.add(callee.node);
    const run = startRun(world, source.file);
    run.walkedInPlace.delete(callee.node);
    walk(run, start);
    run.walkedInPlace.delete(callee.node);
    run.made.delete(callee.node);
    take(run);
  }
  return walks;
}

interface Start {
  readonly callee: FunctionValue;
  readonly method?: TSESTree.MethodDefinition;
}

function walk(run: Run, { callee, method }: Start): void {
  const body = (): Value => run.settle(run.enter(callee, [], callee.node, 'callback'), callee.node);
  const library = method && receiverLibrary(run, method, callee.environment as Scope);
  run.catching(() =>
    library === undefined ? body() : run.within({ kind: 'receive', library, message: parameter('message'), node: callee.node }, body),
  );
}

/** The broker whose decorator a method carries. */
function receiverLibrary(run: Run, { decorators }: TSESTree.MethodDefinition, scope: Scope): string | undefined {
  for (const { expression } of decorators) {
    const call = expression.type === 'CallExpression' ? expression : undefined;
    const callee = call ? call.callee : expression;
    if (callee.type !== 'Identifier') continue;
    const args = call?.arguments.map(argument => run.evaluate(argument, scope)) ?? [];
    const adapter = run.world.adapters().find(({ receives }) => receives?.(callee.name, args));
    if (adapter) return adapter.name;
  }
  return undefined;
}

const startsOf = (world: ProjectWorld, value: ClassValue): readonly Start[] =>
  methodsOf(world, value).map(({ method, node }) => ({ callee: method, method: node }));

function topLevelStarts(world: ProjectWorld, { scope, source }: ModuleEnvironment): readonly Start[] {
  return source.ast.body.flatMap((statement): readonly Start[] => {
    const node = statement.type === 'ExportNamedDeclaration' || statement.type === 'ExportDefaultDeclaration' ? statement.declaration : statement;
    if (!node || (node.type !== 'FunctionDeclaration' && node.type !== 'ClassDeclaration') || !node.id) return [];
    const value = scope.find(node.id.name)?.value;
    if (value?.kind === 'function') return [{ callee: value }];
    return value?.kind === 'class' ? startsOf(world, value) : [];
  });
}
