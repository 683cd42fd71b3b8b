import { mentions } from '../syntax/mentions.js';
import type { Occurrence, Operation, Scope } from '../operations/operation.js';
import { isOutside, makesAnother } from './outside-calls.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface KeylessRetry {
  readonly call: Operation;
  readonly form: 'helper' | 'loop';
}

/** Calls that make something in a service outside, are tried again when they fail, and carry no key. */
export function* keylessRetries(unit: UnitOfWork): Generator<KeylessRetry> {
  for (const call of unit.operations) {
    if (call.kind !== 'call' || call.key !== undefined || !isOutside(call) || !makesAnother(call)) continue;
    const form = triedAgain(call);
    if (form && isJoined(call, form)) yield { call, form };
  }
}

/** What tries it again stands in the function at hand, and not in one that it calls. */
const isJoined = ({ frames, scopes }: Operation, form: KeylessRetry['form']): boolean =>
  frames.length === 0 || scopes.some(scope => isAgain(scope) === form && scope.node !== frames[0]?.node);

export const isRepeating = ({ kind }: Scope): boolean => kind === 'loop' || kind === 'retry';

function triedAgain({ scopes }: Occurrence): KeylessRetry['form'] | undefined {
  if (scopes.some(scope => isAgain(scope) === 'helper')) return 'helper';
  const at = scopes.findIndex(scope => isAgain(scope) === 'loop');
  const isCaught = at !== -1 && scopes.slice(at + 1).some(scope => scope.kind === 'try' && !scope.clause.rethrows);
  return isCaught ? 'loop' : undefined;
}

function isAgain(scope: Scope): 'helper' | 'loop' | undefined {
  if (scope.kind === 'retry') return 'helper';
  return scope.kind === 'loop' && isOfAttempts(scope) ? 'loop' : undefined;
}

/** `for (let attempt = 0; attempt < 3; attempt++)`, `while (tries--)`: it counts attempts and not items. */
function isOfAttempts({ node }: Extract<Scope, { kind: 'loop' }>): boolean {
  const heads =
    node.type === 'ForStatement'
      ? [node.init, node.test, node.update]
      : node.type === 'WhileStatement' || node.type === 'DoWhileStatement'
        ? [node.test]
        : [];
  return heads.some(head => head && mentions(head, name => /attempt|retr(?:y|ies)|tries|backoff/iu.test(name)));
}
