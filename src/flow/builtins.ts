import type { TSESTree } from '@typescript-eslint/utils';
import { array, call, element, member, object, parameter, undefinedValue, unknown } from '../values/make.js';
import type { Value } from '../values/value.js';
import { runsAgain, runsLater } from './again.js';
import { recordCallOut } from './call-outs.js';
import { noteKeys } from './key-uses.js';
import { isSettler } from './promise-executor.js';
import type { Run } from './run.js';
import { recordReceipt } from './webhooks.js';

/** Code that cannot be read, as a call names it. */
export interface Opaque {
  readonly name: string;
  readonly receiver?: Value | undefined;
  /** Package that it was imported from, where known. */
  readonly from?: string | undefined;
}

/** Calls code that cannot be read: its callbacks may run, and its result is only known by name. */
export function opaqueCall(
  run: Run,
  { name, receiver, from }: Opaque,
  args: readonly Value[],
  node: TSESTree.Node,
): Value {
  const value = call(name, receiver, args, node, from);
  noteKeys(run, value);
  recordCallOut(run, value);
  recordReceipt(run, value);
  const isRetry = run.world.wrapper(name) === 'retry' || runsAgain(name, args);
  const callbacks = args.filter(argument => argument.kind === 'function');
  // `router.post(path, handler)` at the top of a file: each handler is a body of its own.
  const answers = (isEntry(run, name) ? [] : callbacks)
    .map(callback => {
      const body = (): Value => callBack(run, callback, name, node);
      return isRetry ? run.within({ kind: 'retry', node }, body) : body();
    });
  const [answer] = answers;
  // `cache.wrap(key, () => find())`, `retry(() => create())`: a wrapper answers what it wraps.
  const isTelling = answers.length === 1 && answer && answer.kind !== 'unknown' && answer !== undefinedValue;
  if (isTelling && WRAPPERS.test(name)) return answer;
  run.calls.set(value, run.occurrence(node));
  return value;
}

const isEntry = ({ stack }: Run, name: string): boolean => stack.length === 0 && !WRAPPERS.test(name);

/** What a wrapper's callback throws comes out of the wrapper; of any other it is not known when it runs. */
function callBack(run: Run, callback: Value, name: string, node: TSESTree.Node): Value {
  if (WRAPPERS.test(name) && !runsLater(name)) return run.apply(callback, [], node, 'callback');
  const { path, scopes } = run;
  if (runsLater(name)) run.scopes = scopes.filter(({ kind }) => kind !== 'transaction');
  const { value } = run.catching(() =>
    run.within({ kind: 'callback', node }, () => run.apply(callback, [], node, 'callback')),
  );
  run.path = path;
  run.scopes = scopes;
  return value;
}

/** Names of functions that run a callback and answer what it answers. */
const WRAPPERS = new RegExp(
  `^(?:${[
    'wrap|cached?|remember|memo|unstable_cache|get\\w*Or|fetch',
    'retry|attempt|try|safe|backOff|pRetry|throttle|debounce|limit|schedule',
    'run|exec|execute|call|use|do|invoke|perform|add', 'with[A-Z_]|transaction|trans|tx|lock|protect',
    'trace|span|start\\w*Span|measure|time',
  ].join('|')})`,
  'iu',
);

export function promiseMethod(
  run: Run,
  target: Value,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value | undefined {
  const [callback, rejected] = args;
  if (!callback || (callback.kind !== 'function' && !isSettler(callback))) return undefined;
  if (name === 'then') {
    const value = run.apply(callback, [run.settle(target, node)], node, 'callback');
    if (rejected?.kind === 'function') run.catching(() => run.apply(rejected, [], node, 'callback'));
    return run.settle(value, node);
  }
  if (name === 'finally') {
    run.within({ kind: 'finally', node }, () => run.apply(callback, [], node, 'callback'));
    return target;
  }
  return undefined;
}

const LIST_METHODS =
  /^(?:map|forEach|filter|find|findLast|findIndex|some|every|flatMap|sort|reduce)$/u;

/** An array method with a callback: the callback runs once for some element, if there is one. */
export function listMethod(
  run: Run,
  target: Value,
  name: string,
  args: readonly Value[],
  node: TSESTree.Node,
): Value | undefined {
  if (name === 'concat' && target.kind === 'array') return { ...target, open: true };
  const [callback] = args;
  if (!LIST_METHODS.test(name) || callback?.kind !== 'function') return undefined;
  if (
    target.kind === 'array' &&
    !target.open &&
    target.elements.length <= 4 &&
    (name === 'map' || name === 'forEach')
  ) {
    const values = target.elements.map(item => run.apply(callback, [item], node, 'callback'));
    return name === 'map' ? array(values) : undefinedValue;
  }
  const args2 =
    name === 'reduce' ? [args[1] ?? unknown, element(target)] : [element(target), parameter('index')];
  const [body] = run.branch(
    member(target, 'length'),
    () =>
      run.within({ kind: 'loop', node }, () =>
        run.catching(() => run.apply(callback, args2, node, 'callback')),
      ),
    () => undefined,
  );
  if (name === 'forEach') return undefinedValue;
  return call(name, target, [body?.value ?? unknown], node);
}

/** Calls of the language's own functions. `owner`: `Promise` in `Promise.all(...)`. */
export function globalCall(
  run: Run,
  name: string,
  owner: string | undefined,
  args: readonly Value[],
  node: TSESTree.Node,
): Value | undefined {
  const [value] = args;
  switch (owner === undefined ? name : `${owner}.${name}`) {
    case 'Promise.all':
    case 'Promise.any':
    case 'Promise.race':
      return value && settleAll(run, value, node);
    case 'Promise.allSettled': {
      const settled = value && settleAll(run, value, node);
      if (settled?.kind !== 'array') return settled;
      const outcomes = settled.elements.map(item => object([['value', item]], [], true));
      return array(outcomes, settled.open);
    }
    case 'Promise.resolve':
    case 'Object.freeze':
    case 'structuredClone':
      return value ?? undefinedValue;
    // `JSON.parse(JSON.stringify(row))` is a copy of the row.
    case 'JSON.parse':
      return value?.kind === 'call' && value.callee === 'stringify' ? value.args[0] : undefined;
    case 'Array.from':
      return args[1] ? (listMethod(run, value ?? unknown, 'map', args.slice(1), node) ?? value) : value;
    case 'Object.create':
      return object([], [], true);
    default:
      return undefined;
  }
}

function settleAll(run: Run, value: Value, node: TSESTree.Node): Value {
  if (value.kind === 'array') return array(value.elements.map(item => run.settle(item, node)), value.open);
  if (value.kind === 'call' && value.args.length === 1 && value.args[0]) {
    const item = run.settle(value.args[0], node);
    return { ...value, args: [item] };
  }
  return run.settle(value, node);
}

/** Awaiting: a lazy query runs, anything else is what it was. */
export function settle(run: Run, value: Value, node: TSESTree.Node, depth = 0): Value {
  if (value.kind === 'choice' && depth < 6 && isLazy(value)) {
    const [whenTrue, whenFalse] = run.branch(
      value.test,
      () => settle(run, value.whenTrue, node, depth + 1),
      () => settle(run, value.whenFalse, node, depth + 1),
    );
    return { ...value, whenTrue, whenFalse };
  }
  if (value.kind !== 'handle') return value;
  return run.world.adapter(value.adapter)?.settle?.(value, run.site(node, value.adapter)) ?? value;
}

const isLazy = (value: Value, depth = 0): boolean =>
  value.kind === 'handle' ||
  (value.kind === 'choice' &&
    depth < 6 &&
    (isLazy(value.whenTrue, depth + 1) || isLazy(value.whenFalse, depth + 1)));
