import type { TSESTree } from '@typescript-eslint/utils';
import { rangeOf } from '../modules/range.js';
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
    if (form && isJoined(call)) yield { call, form };
  }
}

type Again = Extract<Scope, { kind: 'loop' | 'retry' }>;

/** What tries it again stands in the function at hand, and not in one that it calls. */
function isJoined({ frames, scopes }: Operation): boolean {
  const [first] = frames;
  const again = scopes.filter(isAgain);
  return (
    !first ||
    again.some(({ node }) => contains(node, first.node)) ||
    !again.every(({ node }) => frames.some(({ callee }) => callee && contains(callee, node)))
  );
}

function contains(outer: TSESTree.Node, inner: TSESTree.Node): boolean {
  const [[start, end], [from, to]] = [rangeOf(outer), rangeOf(inner)];
  return from >= start && to <= end;
}

function triedAgain({ scopes }: Occurrence): KeylessRetry['form'] | undefined {
  if (scopes.some(({ kind }) => kind === 'retry')) return 'helper';
  const at = scopes.findIndex(isAgain);
  const isCaught = at !== -1 && scopes.slice(at + 1).some(scope => scope.kind === 'try' && !scope.clause.rethrows);
  return isCaught ? 'loop' : undefined;
}

const isAgain = (scope: Scope): scope is Again =>
  scope.kind === 'retry' || (scope.kind === 'loop' && isOfAttempts(scope.node));

/** `for (let attempt = 0; attempt < 3; attempt++)`, `while (tries--)`: it counts attempts and not items. */
function isOfAttempts(node: TSESTree.Node): boolean {
  const heads =
    node.type === 'ForStatement'
      ? [node.init, node.test, node.update]
      : node.type === 'WhileStatement' || node.type === 'DoWhileStatement'
        ? [node.test]
        : [];
  return heads.some(head => head && mentions(head, name => /attempt|retr(?:y|ies)|tries|backoff/iu.test(name)));
}
