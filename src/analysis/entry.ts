import type { TSESTree } from '@typescript-eslint/utils';
import type { Entry, Occurrence, Operation, Receive } from '../operations/operation.js';
import type { UnitOfWork } from './unit-of-work.js';

/** What calls the code again: where it comes in, and by whom it is called. */
export interface EntryPoint {
  readonly entry: Entry;
  /** What names the handler, or where the signature of its webhook is tested. */
  readonly place: Occurrence;
}

/**
 * The entry point under which something stands, where this function is the one to tell: an entry point that lies in
 * a function which is called belongs to that function.
 */
export function entryOf(unit: UnitOfWork, what: Occurrence): EntryPoint | undefined {
  const receives = what.scopes.filter((scope): scope is Receive => scope.kind === 'receive');
  if (receives.some(receive => !unit.joins(placeOf(receive, what), what) && !isHandler(what))) return undefined;
  const receive = receives.at(-1);
  if (receive?.entry === 'message') return { entry: 'message', place: placeOf(receive, what) };
  // A signature that is tested says that a provider calls, whatever else the place says.
  const receipt = unit.operations.find(({ kind, order }) => kind === 'receive' && order < what.order);
  if (receipt) return unit.joins(receipt, what) ? { entry: 'webhook', place: receipt } : undefined;
  return receive && { entry: receive.entry, place: placeOf(receive, what) };
}

const placeOf = ({ frames, node, file }: Receive, what: Occurrence): Occurrence => ({ ...what, frames, node, file });

/** It stands in a function that this one hands over to what registers it: `consume(queue, handler.handle)`. */
const isHandler = ({ frames: [first, ...rest] }: Occurrence): boolean =>
  rest.some(({ callee }) => callee !== undefined && first?.given?.includes(callee) === true);

/** It only runs where the other has: it stands on every side that the other stands on. */
export const isUnder = (later: Pick<Operation, 'sides'>, earlier: Pick<Operation, 'sides'>): boolean =>
  earlier.sides.every((side, at) => later.sides[at] === side);

export const isInCatch = ({ scopes }: Pick<Operation, 'scopes'>): boolean => scopes.some(({ kind }) => kind === 'catch');

/** Where the entry point stands in this file, on one line. */
export function entryLocation(unit: UnitOfWork, { place }: EntryPoint): TSESTree.SourceLocation {
  const { start, end } = unit.at(place);
  return { start, end: end.line === start.line ? end : { line: start.line, column: start.column + 1 } };
}
