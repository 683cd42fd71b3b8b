import type { Operation } from '../operations/operation.js';
import { isSameResource } from './same-fact.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Reads of what a later operation writes, where this function and not one that it calls brings the two together. */
export const readsBefore = (unit: UnitOfWork, later: Operation): readonly Operation[] =>
  unit.operations.filter(
    read =>
      read.kind === 'read' && read.order < later.order && isSameResource(read, later) && unit.joins(read, later),
  );
