import type { SourceModule } from '../modules/source-module.js';
import type { KeyUse, Occurrence, Operation } from '../operations/operation.js';
import type { ClassValue, FunctionNode, FunctionValue, Value } from '../values/value.js';
import { initialise, methodsOf } from './classes.js';
import { deliveryTo, type Start } from './deliveries.js';
import { migrationIn, migrationArguments, type Migration } from './migrations.js';
import { startRun } from './interpreter.js';
import type { ModuleEnvironment } from './module-environment.js';
import type { ProjectWorld } from './project-world.js';
import type { Answer, Exit, Run } from './run.js';
import { Scope } from './scope.js';

/** One body that was walked on its own. */
export interface Walk {
  /** The function that was walked; `undefined`: the top of the file, or what makes an instance. */
  readonly node: FunctionNode | undefined;
  readonly operations: readonly Operation[];
  readonly keys: readonly KeyUse[];
  /** Where each call of unreadable code was made, by what it answers. */
  readonly calls: ReadonlyMap<Value, Occurrence>;
  /** Operations whose answer a statement lets go, with that statement. */
  readonly dropped: ReadonlyMap<Operation, Occurrence>;
  readonly answers: readonly Answer[];
  /** Conditions that hold because the code left a function where they do not. */
  readonly exits: ReadonlyMap<Value, Exit>;
  /** It is the `up` of a migration: what it changes of the schema is changed once. */
  readonly migrates: boolean;
}

/**
 * Walks every function of a file, each with what it calls; those that run as part of another belong to it.
 */
export function walkFile(world: ProjectWorld, source: SourceModule): readonly Walk[] {
  const environment = world.adopted(source);
  const walks: Walk[] = [];
  const done = new Set<FunctionNode>();
  const inPlace = new Set<FunctionNode>();
  const waiting: Start[] = [];
  const migration = migrationIn(environment);
  const take = (run: Run, node?: FunctionNode): void => {
    for (const node of run.walkedInPlace) inPlace.add(node);
    for (const value of run.made.values()) waiting.push({ callee: value });
    for (const value of run.classes) open(value);
    const { keys, calls, dropped, answers, exits } = run;
    // What takes a migration back says nothing of the schema.
    const operations = node !== undefined && migration.down.has(node)
      ? run.operations.filter(({ kind }) => kind !== 'define')
      : run.operations;
    const migrates = node !== undefined && migration.up.has(node);
    if (operations.length > 0 || keys.length > 0)
      walks.push({ node, operations, keys, calls, dropped, answers, exits, migrates });
  };
  const opened = new Set<ClassValue['node']>();
  const open = (value: ClassValue): void => {
    if (opened.has(value.node) || value.file !== source.file) return;
    opened.add(value.node);
    waiting.push(...startsOf(world, value));
    const run = startRun(world, source.file);
    run.catching(() => initialise(run, value));
    take(run);
  };
  const top = startRun(world, source.file);
  top.execute(source.ast.body, new Scope(environment, environment.scope));
  take(top);
  for (const value of topLevel(environment)) {
    if (value.kind === 'class') open(value);
    else waiting.push({ callee: value });
  }
  for (let start = waiting.shift(); start; start = waiting.shift()) {
    const { callee } = start;
    if (
      done.has(callee.node) ||
      inPlace.has(callee.node) ||
      (callee.environment as Scope).module !== environment
    )
      continue;
    done.add(callee.node);
    const run = startRun(world, source.file);
    run.walkedInPlace.delete(callee.node);
    walk(run, start, migration);
    run.walkedInPlace.delete(callee.node);
    run.made.delete(callee.node);
    take(run, callee.node);
  }
  return walks;
}

function walk(run: Run, start: Start, migration: Migration): void {
  const { callee } = start;
  const delivery = deliveryTo(run, start);
  const args = delivery && delivery.args.length > 0 ? delivery.args : migrationArguments(run.world, callee, migration);
  const body = (): Value =>
    run.settle(run.enter(callee, args, callee.node, 'callback'), callee.node);
  run.catching(() =>
    delivery
      ? run.within(delivery.receive, body)
      : body(),
  );
}

const startsOf = (world: ProjectWorld, value: ClassValue): readonly Start[] =>
  methodsOf(world, value).map(({ method, node }) => ({ callee: method, method: node, owner: value }));

function topLevel(environment: ModuleEnvironment): readonly (ClassValue | FunctionValue)[] {
  const { scope, source } = environment;
  return source.ast.body.flatMap(statement => {
    const isDefault = statement.type === 'ExportDefaultDeclaration';
    const node = statement.type === 'ExportNamedDeclaration' || isDefault ? statement.declaration : statement;
    if (!node || (node.type !== 'FunctionDeclaration' && node.type !== 'ClassDeclaration')) return [];
    const value = node.id
      ? scope.find(node.id.name)?.value
      : isDefault
        ? environment.exported('default')
        : undefined;
    return value?.kind === 'function' || value?.kind === 'class' ? [value] : [];
  });
}
