import type { TSESTree } from '@typescript-eslint/utils';
import type { Adapter } from '../adapters/adapter.js';
import type { Entry, Receive } from '../operations/operation.js';
import { member, parameter, unknown } from '../values/make.js';
import type { ClassValue, FunctionNode, FunctionValue, Value } from '../values/value.js';
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
  readonly receive: Receive;
  readonly args: readonly Value[];
}

/** What a broker, a provider or a clock calls a function with; `undefined` where none calls it. */
export function deliveryTo(run: Run, start: Start): Delivery | undefined {
  const { callee, method } = start;
  const [adapter] = [...calledByName(run, start), ...calledByType(run, callee)];
  const entry = adapter ? (adapter.entry ?? 'message') : entryByName(start);
  if (!entry) return undefined;
  const message = parameter('message');
  return {
    receive: {
      kind: 'receive',
      library: adapter?.name ?? '',
      entry,
      message,
      node: method?.key ?? headOf(callee.node),
      file: run.file,
      frames: [],
    },
    args: adapter ? argumentsFrom(message, run, callee) : [],
  };
}

/** What a function works on whose parameter is declared to be a delivery, where code of the project calls it. */
export function handedOn(run: Run, callee: FunctionValue, args: readonly Value[]): Receive | undefined {
  const [adapter] = calledByType(run, callee);
  if (!adapter) return undefined;
  return {
    kind: 'receive',
    library: adapter.name,
    entry: adapter.entry ?? 'message',
    message: args[0] ?? unknown,
    node: headOf(callee.node),
    file: (callee.environment as Scope).module.file,
    frames: run.frames,
  };
}

export const entryOf = ({ world }: Run, library: string): Entry => world.adapter(library)?.entry ?? 'message';

/** The part to point at where a whole function or call is meant. */
export function headOf(node: TSESTree.Node): TSESTree.Node {
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return node.callee;
  return ('id' in node && node.id) || node;
}

const RECEIVES_WEBHOOK = /^(?:receive|handle|process|on)[A-Z]?\w*Webhooks?$|^webhook(?:Handler|Receiver)$/u;
const REQUEST = /^_?(?:req|request|ctx|context|c)$/u;
/** https://vercel.com/docs/cron-jobs: a schedule of the platform calls a route, by custom in a folder `cron`. */
const CRON_ROUTE = /(?:^|[\\/])(?:app|pages)[\\/](?:.*[\\/])?api[\\/](?:.*[\\/])?crons?[\\/]/u;

/** Nothing but its name and place says who calls it. */
function entryByName({ callee: { node, environment }, method }: Start): Entry | undefined {
  const name = method?.key.type === 'Identifier' ? method.key.name : (node.id?.name ?? '');
  const [param] = node.params;
  if (RECEIVES_WEBHOOK.test(name) && param?.type === 'Identifier' && REQUEST.test(param.name)) return 'webhook';
  const isRoute = /^(?:GET|POST|handler)$/u.test(name) && !method;
  return isRoute && CRON_ROUTE.test((environment as Scope).module.file) ? 'schedule' : undefined;
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

const byType = new WeakMap<FunctionNode, readonly Adapter[]>();

function calledByType(run: Run, callee: FunctionValue): readonly Adapter[] {
  const known = byType.get(callee.node) ?? adaptersByType(run, callee);
  byType.set(callee.node, known);
  return known;
}

/** `async ({ message }: EachMessagePayload) => ...`, `(job: Job<Order>) => ...`. */
function adaptersByType({ world }: Run, { node, environment }: FunctionValue): readonly Adapter[] {
  const { module } = environment as Scope;
  const [param] = node.params;
  const type = param && 'typeAnnotation' in param ? param.typeAnnotation?.typeAnnotation : undefined;
  const parts = type?.type === 'TSUnionType' ? type.types : type ? [type] : [];
  if (parts.length === 0) return [];
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
