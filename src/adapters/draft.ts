import { noColumns, type Operation, type OperationFacts } from '../operations/operation.js';
import type { ClassValue } from '../values/value.js';
import type { CallSite } from './adapter.js';

const NEVER = -1;

/** The insert of a row that is made but not saved yet. It is not recorded: saving the row records it. */
export const draftInsert = (
  { resource, columns }: Pick<OperationFacts, 'resource' | 'columns'>,
  library: string,
  { node, file }: CallSite,
): Operation => ({
  kind: 'insert',
  resource,
  filter: noColumns,
  columns,
  library,
  node,
  file,
  frames: [],
  guards: [],
  scopes: [],
  order: NEVER,
  turn: NEVER,
  sides: [],
});

/** The read of a row that code is handed. It is not recorded: it happened elsewhere. */
export const readElsewhere = (resource: OperationFacts['resource'], library: string, of: ClassValue): Operation => ({
  kind: 'read',
  resource,
  filter: noColumns,
  columns: noColumns,
  library,
  node: of.node,
  file: of.file,
  frames: [],
  guards: [],
  scopes: [],
  order: NEVER,
  turn: NEVER,
  sides: [],
});

export const isDraft = ({ kind, order }: Operation): boolean => order === NEVER && kind === 'insert';

/** No walk has come by it: a draft, or a row that was read elsewhere. */
export const isUnrecorded = ({ order }: Operation): boolean => order === NEVER;
