import type { Operation } from '../../operations/operation.js';
import { object, result } from '../../values/make.js';
import type { Handle, ObjectValue, Result, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { draftInsert } from '../draft.js';
import { newModel } from './handles.js';
import { resourceOf } from './record.js';
import { writtenColumns } from './written.js';

/** `User.build(fields)` and `new User(fields)` write nothing until the row is saved. */
export function draft(on: Handle, fields: Value | undefined, site: CallSite): ObjectValue {
  const columns = writtenColumns(fields, site);
  const insert = draftInsert({ resource: resourceOf(on, site), columns }, 'sequelize', site);
  return object(columns.entries, [result(insert, 'written')]);
}

export const modelOf = ({ resource }: Operation): Handle =>
  resource.receiver?.kind === 'handle' && resource.receiver.type === 'model'
    ? resource.receiver
    : newModel({ name: resource.name });

/** A row as it is after what was assigned to it. */
export const changed = (row: Result, changes: ReadonlyMap<string, Value>): Value =>
  changes.size > 0 ? object(changes, [row]) : row;
