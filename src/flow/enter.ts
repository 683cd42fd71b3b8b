import type { TSESTree } from '@typescript-eslint/utils';
import { array, call, falseValue, parameter, trueValue, undefinedValue } from '../values/make.js';
import type { FunctionValue, Value } from '../values/value.js';
import { calleeName } from './callee.js';
import type { Completion } from './completion.js';
import { declareAll } from './declarations.js';
import { handedOn } from './deliveries.js';
import { injected } from './injection.js';
import { transactionOfMethod } from './method-decorators.js';
import { declaredOf, declareType } from './properties.js';
import type { CallStyle, Run } from './run.js';
import { rowOr } from './given-rows.js';
import { overridesOf } from './patterns.js';
import { Scope } from './scope.js';

/** Walks the body of a function of the project with its arguments in place. */
export function enter(
  run: Run,
  callee: FunctionValue,
  args: readonly Value[],
  node: TSESTree.Node,
  how: CallStyle,
): Value {
  const body = callee.node.body as TSESTree.BlockStatement | TSESTree.Expression | null;
  const closure = callee.environment as Scope;
  const name = callee.node.id?.name ?? calleeName(node);
  if (!body || !run.canEnter(callee.node)) {
    // What is cut off here may do anything.
    run.effects++;
    return call(name, callee.self, args, node);
  }
  if (how === 'call' && run.world.isPlain(callee.node, args)) return call(name, undefined, args, node);
  const { file, frames, path, effects } = run;
  const home = run.homeOf(callee.node);
  if (home) run.frames = home;
  // A callback of another file does not stand in the body that hands it over.
  else if (how === 'call' || closure.module.file !== file) {
    const given = args.flatMap(argument => (argument.kind === 'function' ? [argument.node] : []));
    const frame = { node, file, callee: callee.node, ...(given.length > 0 && { given }) };
    run.frames = [...frames, isInherited(callee) ? { ...frame, isInherited: true } : frame];
  }
  if (home || how === 'callback') run.walkedInPlace.add(callee.node);
  run.file = closure.module.file;
  run.stack.push(callee.node);
  const { value, thrown } = run.catching(() =>
    inItsTransaction(run, callee, () => inItsDelivery(run, callee, args, () => walkBody(run, callee, args, how))),
  );
  run.stack.pop();
  run.file = file;
  run.frames = frames;
  run.path = path;
  if (run.effects === effects && thrown === falseValue) run.world.notePlain(callee.node, args, value);
  run.throwsIf(thrown);
  return (isOpen(value) && REMEMBERS.test(name) ? remembered(run, args, node) : undefined) ?? value;
}

const isInherited = ({ self, environment }: FunctionValue): boolean =>
  self?.kind === 'class' && self.file !== (environment as Scope).module.file;

const REMEMBERS = /^(?:remember|memo|singleton|once|lazy|cache|global|getOr)/iu;

const isOpen = ({ kind }: Value): boolean => kind === 'call' || kind === 'unknown' || kind === 'member';

/**
 * `remember('db', () => new PrismaClient())` keeps where it cannot be followed what its callback gives, and
 * gives it.
 */
function remembered(run: Run, args: readonly Value[], node: TSESTree.Node): Value | undefined {
  const callback = args.find(argument => argument.kind === 'function');
  return callback && run.catching(() => run.apply(callback, [], node, 'callback')).value;
}

function inItsTransaction(run: Run, { node }: FunctionValue, body: () => Value): Value {
  const transaction = transactionOfMethod(node);
  if (!transaction) return body();
  return run.within({ kind: 'transaction', transaction, node }, () => {
    const value = body();
    for (const adapter of run.world.adapters()) adapter.ended?.(run.site(node, adapter.name));
    return value;
  });
}

/** A function of deliveries that code of the project calls is walked on its own too. */
function inItsDelivery(run: Run, callee: FunctionValue, args: readonly Value[], body: () => Value): Value {
  const receive = run.frames.length > 0 ? handedOn(run, callee, args) : undefined;
  return receive ? run.within(receive, body) : body();
}

function walkBody(run: Run, callee: FunctionValue, args: readonly Value[], how: CallStyle): Value {
  const { node } = callee;
  const closure = callee.environment as Scope;
  const scope = new Scope(closure.module, closure, callee.self ?? closure.self, closure.types);
  // A row that is `this` changes by what is assigned to it.
  if (callee.self && overridesOf(callee.self) && !closure.find('this')) scope.declare('this', callee.self);
  parametersOf(node).forEach((param, index) => {
    if (param.type === 'RestElement')
      run.bind(param.argument, array(args.slice(index), how === 'callback'), scope, 'declare');
    else run.bind(param, argumentFor(run, param, args[index], how, scope), scope, 'declare');
  });
  const body = node.body;
  if (body.type !== 'BlockStatement') {
    const value = run.evaluate(body, scope);
    return node.async ? run.settle(value, body) : value;
  }
  declareAll(run, body.body, scope);
  const completion = run.execute(body.body, scope);
  run.throwsIf(completion.thrown);
  const value = answerOf(completion, body);
  return node.async ? run.settle(value, node) : value;
}

/** `this: Model` is declared among the parameters and takes no argument. */
const parametersOf = ({ params }: FunctionValue['node']): readonly TSESTree.Parameter[] =>
  params[0]?.type === 'Identifier' && params[0].name === 'this' ? params.slice(1) : params;

function answerOf({ returned, answer }: Completion, body: TSESTree.BlockStatement): Value {
  if (returned === falseValue) return undefinedValue;
  if (returned === trueValue || isExhaustive(body)) return answer;
  return { kind: 'choice', test: returned, whenTrue: answer, whenFalse: undefinedValue };
}

/** The last statement returns or throws, so nothing falls off the end. */
function isExhaustive({ body }: TSESTree.BlockStatement): boolean {
  const last = body.at(-1);
  return last?.type === 'ReturnStatement' || last?.type === 'ThrowStatement';
}

/** A given argument; else what the declared type makes of it; else an input under its name. */
function argumentFor(
  run: Run,
  param: TSESTree.Parameter,
  given: Value | undefined,
  how: CallStyle,
  scope: Scope,
): Value {
  if (given && given.kind !== 'unknown' && given.kind !== 'parameter') return given;
  if (!given && how === 'call') return undefinedValue;
  if (given?.kind === 'parameter' && declaredOf(given)) return given;
  const target = param.type === 'AssignmentPattern' ? param.left : param;
  const value =
    given?.kind === 'parameter' ? given : parameter(target.type === 'Identifier' ? target.name : 'input');
  const closure = scope.parent ?? scope;
  return declareType(value, () => handedOver(run, injected(run, param, closure)));
}

/** A client that a function is given may be in its caller's transaction. */
function handedOver(run: Run, declared: Value | undefined): Value | undefined {
  if (declared?.kind === 'instance') return rowOr(run.world, declared);
  if (declared?.kind !== 'handle') return declared;
  return run.world.adapter(declared.adapter)?.given?.(declared) ?? declared;
}
