import type { TSESTree } from '@typescript-eslint/utils';
import type { Adapter } from '../adapters/adapter.js';
import { member, parameter, unknown } from '../values/make.js';
import type { ClassValue, FunctionValue, Value } from '../values/value.js';
import { injected } from './injection.js';
import type { Run } from './run.js';
import type { Scope } from './scope.js';
import { entityName } from './type-arguments.js';

/** A body to walk on its own. */
export interface Start {
  readonly callee: FunctionValue;
  readonly method?: TSESTree.MethodDefinition;
  readonly owner?: ClassValue;
}

interface Delivery {
  readonly library: string;
  readonly message: Value;
  readonly args: readonly Value[];
}

/** What a broker calls a function with; `undefined` where none calls it. */
export function deliveryTo(run: Run, start: Start): Delivery | undefined {
  const [adapter] = [...calledByName(run, start), ...calledByType(run, start.callee)];
  if (!adapter) return undefined;
  const message = parameter('message');
  return { library: adapter.name, message, args: argumentsFrom(message, run, start.callee) };
}

/**
 * `handle(message, raw)`: all is of the message but an object of a library (`@Ctx() context: RmqContext`).
 */
function argumentsFrom(message: Value, run: Run, { node, environment }: FunctionValue): readonly Value[] {
  let isFirst = true;
  return node.params.map((param, index) => {
    if (injected(run, param, environment as Scope)?.kind === 'handle') return unknown;
    const part = isFirst ? message : member(message, String(index));
    isFirst = false;
    return part;
  });
}

function calledByName(run: Run, { callee, method, owner }: Start): readonly Adapter[] {
  if (!method) return [];
  const scope = callee.environment as Scope;
  const own = decoratorsOf(run, method.decorators, scope).flatMap(({ name, args }) =>
    run.world.adapters().filter(adapter => adapter.receives?.(name, args)),
  );
  const methodName = method.key.type === 'Identifier' ? method.key.name : '';
  const ofClass = decoratorsOf(run, owner?.node.decorators ?? [], scope).flatMap(({ name }) =>
    run.world.adapters().filter(adapter => adapter.receivesIn?.(name, methodName)));
  return [...own, ...ofClass];
}

interface Decorator {
  readonly name: string;
  readonly args: readonly Value[];
}

const decoratorsOf = (
  run: Run,
  decorators: readonly TSESTree.Decorator[],
  scope: Scope,
): readonly Decorator[] =>
  decorators.flatMap(({ expression }) => {
    const call = expression.type === 'CallExpression' ? expression : undefined;
    const callee = call ? call.callee : expression;
    const args = call?.arguments.map(argument => run.evaluate(argument, scope)) ?? [];
    return callee.type === 'Identifier' ? [{ name: callee.name, args }] : [];
  });

/** `async ({ message }: EachMessagePayload) => ...`, `(job: Job<Order>) => ...`. */
function calledByType({ world }: Run, { node, environment }: FunctionValue): readonly Adapter[] {
  const { module } = environment as Scope;
  const [param] = node.params;
  const type = param && 'typeAnnotation' in param ? param.typeAnnotation?.typeAnnotation : undefined;
  const parts = type?.type === 'TSUnionType' ? type.types : type ? [type] : [];
  return parts.flatMap(part => {
    if (part.type !== 'TSTypeReference') return [];
    const [head = '', ...rest] = entityName(part.typeName).split('.');
    const imported = module.imports.get(head);
    if (!imported) return [];
    const owners = world.adaptersFor(
      imported.specifier,
      world.project.resolve(imported.specifier, module.file),
    );
    return owners.filter(owner => owner.receivesType?.(rest.at(-1) ?? imported.name));
  });
}
