import type { Operation } from '../operations/operation.js';
import { some } from '../values/traits.js';
import type { Value } from '../values/value.js';
import { isLog } from './consume-record.js';
import { isInCatch } from './entry.js';
import { valueAt } from './same-fact.js';
import { guaranteeOfInsert } from './schema/guarantee.js';
import type { UnitOfWork } from './unit-of-work.js';
import { handlesViolation } from './violations.js';

/** inserts: one more row each time; adds: changes a number by as much each time; calls: a mail or payment each time. */
export type Effect = 'inserts' | 'adds' | 'calls';

/** What an operation leaves behind once more when it runs once more; `undefined`: nothing, or it cannot be told. */
export function effectOf(unit: UnitOfWork, operation: Operation): Effect | undefined {
  if (isInCatch(operation)) return undefined;
  switch (operation.kind) {
    case 'insert':
      return isOneMoreRow(unit, operation) ? 'inserts' : undefined;
    case 'update':
      return isAddition(operation) && !isConditional(operation) ? 'adds' : undefined;
    case 'call':
      return isCall(operation) && !hasKey(unit, operation) ? 'calls' : undefined;
    default:
      return undefined;
  }
}

const isOneMoreRow = (unit: UnitOfWork, insert: Operation): boolean =>
  insert.resource.kind === 'table' &&
  !isLog(insert) &&
  !handlesViolation(insert) &&
  guaranteeOfInsert(unit.tables(insert), insert).kind === 'none';

const isAddition = ({ resource, columns }: Operation): boolean =>
  resource.kind === 'table' && [...columns.entries.values()].some(value => some(value, isShift));

const isShift = (part: Value): boolean =>
  (part.kind === 'call' && part.callee === 'atomic') ||
  (part.kind === 'binary' &&
    /^[-+]$/u.test(part.operator) &&
    some(part, inner => inner.kind === 'result' && inner.operation.kind === 'read'));

/** Its filter asks for more than whose row it is: a second run need not find it. */
export const isConditional = ({ filter, columns, versioned }: Operation): boolean =>
  versioned === true ||
  filter.compared.size > 0 ||
  filter.rest.length > 0 ||
  [...filter.entries.keys()].some(column => valueAt(columns, column) !== undefined);

/** It writes a column that its filter asks for: once done, it does not find the row again. */
export const isTransition = ({ filter, columns, versioned }: Operation): boolean =>
  versioned === true ||
  [...filter.entries.keys(), ...filter.compared].some(column => valueAt(columns, column) !== undefined);

const OUTSIDE = new RegExp(
  [
    'mail|sms|whatsapp|message|notification|invit|receipt|reminder|template|resend|transporter|postmark',
    'charge|refund|transfer|pay|capture|withdraw|deposit|debit|credit|disburse|remit|topup|invoiceitem',
  ].join('|'),
  'iu',
);
/** Those who run the code are told what happens: one line more does no harm. */
const TELLS_OPERATORS = /slack|discord|telegram|alert|admin|error|log\b|(?:^|\.)(?:post|fetch\w*|request|axios|got|ky)$/iu;

export const isCall = ({ kind, resource: { name = '' } }: Operation): boolean =>
  kind === 'call' && OUTSIDE.test(name) && !TELLS_OPERATORS.test(name);

/** The service is told by a key that both calls mean one effect. */
const hasKey = (unit: UnitOfWork, { order, frames }: Operation): boolean =>
  unit.keys.some(key => key.order === order && key.frames.length === frames.length);
