import type { Occurrence } from '../operations/operation.js';

/**
 * Where the way to `what` leaves the body that it shares with `other`: the call that leads to it from there,
 * or it itself.
 */
export function meetingPlace(what: Occurrence, other: Pick<Occurrence, 'frames'>): Occurrence {
  const index = what.frames.findIndex(({ node }, position) => other.frames[position]?.node !== node);
  const frame = what.frames[index];
  return frame ? { ...what, frames: what.frames.slice(0, index), node: frame.node, file: frame.file } : what;
}
