import { relative } from 'node:path';
import type { Columns, Occurrence, Operation } from '../operations/operation.js';
import type { Place, Table } from '../schema/table.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Table, collection or key of an operation as a message names it. */
export const resourceText = ({ resource }: Operation): string =>
  resource.name ?? (resource.kind === 'table' ? 'the same table' : `the same ${resource.kind}`);

/** A lock as a message names it, by the constant text that its key begins with. */
export const lockText = ({ resource: { name } }: Operation): string =>
  name === undefined || name === 'in-process' ? 'the lock' : `\`${name}\``;

/** `email, tenantId`; the columns that a filter looks up by. */
export function columnsText({ entries, compared }: Columns): string {
  const names = [...new Set([...entries.keys(), ...compared])];
  return names.length === 0 ? 'its filter' : names.slice(0, 4).join(', ') + (names.length > 4 ? ', ...' : '');
}

/** `line 12`, or `users.service.ts:12` where the operation stands in another file. */
export function whereText(unit: UnitOfWork, operation: Occurrence): string {
  const { file, loc } = unit.place(operation, '');
  return file === unit.file
    ? `line ${loc.start.line}`
    : `${relative(process.cwd(), file).split('/').slice(-2).join('/')}:${loc.start.line}`;
}

/** `schema.prisma:41`: a place in another kind of file than the one that is linted. */
export const placeText = ({ file, line }: Place): string => `${relative(process.cwd(), file).split('/').slice(-2).join('/')}:${String(line)}`;

/** `refund_order(refund_no)`, by the names of the database where they are known. */
export function keyText(table: Table, columns: Columns): string {
  const names = [...columns.entries.keys()].map(
    name => table.columns.find(column => column.name === name)?.databaseName ?? name,
  );
  return `${table.databaseName ?? table.name}(${names.join(', ')})`;
}

/** `insert \`grant\``, `call \`stripe.charge\``: what is done, as a message names it. */
export const effectText = (operation: Operation): string =>
  operation.kind === 'send' && operation.resource.name === undefined
    ? 'send a message'
    : `${operation.kind} \`${resourceText(operation)}\``;
