import { givenTransaction, type Transaction } from '../operations/operation.js';
import { constant, handle, not, nullValue, object, template, unknown } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { recordOn, type Connection } from './sql/connection.js';
import type { RecordedStatement } from './sql/record.js';
import { rowCountOf, rowsOf } from './sql/rows.js';

/**
 * pg-promise: `one` and `many` throw QueryResultError where no row is there, `oneOrNone` answers null.
 * `task` and `tx` hold a connection for their callback. https://vitaly-t.github.io/pg-promise/Database.html
 */
export const pgPromise: Adapter = {
  name: 'pg-promise',
  packages: ['pg-promise'],
  client: 'pgPromise',

  exported: name => (/^(?:default|require)$/u.test(name) ? handle('pg-promise', 'factory') : undefined),

  typed(name) {
    const last = name.split('.').at(-1) ?? '';
    if (last === 'IDatabase') return client({ isPool: true });
    if (/^(?:ITask|IBaseProtocol)$/u.test(last)) return client({ transaction: givenTransaction });
    return last === 'IMain' ? handle('pg-promise', 'main') : undefined;
  },

  invoke: callee =>
    callee.type === 'factory'
      ? handle('pg-promise', 'main')
      : callee.type === 'main'
        ? client({ isPool: true })
        : undefined,

  member(target, name) {
    if (target.type === 'factory' && name === 'default') return target;
    if (/^(?:factory|main|modes)$/u.test(target.type) && /^(?:txMode|isolationLevel)$/u.test(name))
      return handle('pg-promise', 'modes');
    if (target.type !== 'modes') return undefined;
    return name === 'TransactionMode' ? handle('pg-promise', 'mode-class') : constant(name);
  },

  construct: (callee, [options], site) =>
    callee.type === 'mode-class'
      ? handle('pg-promise', 'mode', { level: options ? site.property(options, 'tiLevel') : unknown })
      : undefined,

  method: (target, name, args, site) =>
    target.type === 'client' ? onClient(target, name, args, site) : undefined,
};

const client = (data: Connection): Handle => handle('pg-promise', 'client', data);

function onClient(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, values, then] = args;
  if (/^(?:task|tx)(?:If)?$/u.test(name)) return hold(target, name, args, site);
  if (name === 'batch' || name === 'sequence') return first;
  if (!first || !QUERIES.test(name)) return undefined;
  const config = first.kind === 'object' ? first : undefined;
  const text = config ? site.property(config, 'text') : first;
  const given = config ? site.property(config, 'values') : values;
  // A value alone is `$1`, an object the names.
  const parameters = !given || given.kind === 'array' || isNamed(text) ? given : [given];
  const recorded = recordOn(target, plainText(text), parameters, site, 'postgresql').at(-1);
  if (!recorded) return unknown;
  const answer = answerOf(name, recorded, site);
  if (then?.kind !== 'function') return answer;
  return name === 'one' || name === 'oneOrNone' || name === 'result' ? site.run(then, [answer]) : answer;
}

const QUERIES = /^(?:none|one|oneOrNone|many|manyOrNone|any|result|query|each|map|multi)$/u;

/** `tx(tag, async t => ...)`: the callback also gets the connection as `this`. */
function hold(target: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const callback = args.find(({ kind }) => kind === 'function') ?? args.at(-1);
  if (!callback) return undefined;
  const { transaction: outer } = target.data as Connection;
  if (!name.startsWith('tx')) {
    const inner = client({ transaction: outer });
    return site.run(withSelf(callback, inner), [inner]);
  }
  const transaction = outer ?? { isolation: isolationOf(args[0], site), node: site.node };
  const inner = client({ transaction });
  return site.run(withSelf(callback, inner), [inner], { kind: 'transaction', transaction });
}

const withSelf = (callback: Value, self: Value): Value =>
  callback.kind === 'function' && callback.node.type === 'FunctionExpression'
    ? { ...callback, self }
    : callback;

function isolationOf(options: Value | undefined, site: CallSite): Transaction['isolation'] {
  const mode = options?.kind === 'object' ? site.property(options, 'mode') : undefined;
  const level =
    mode?.kind === 'handle' && mode.type === 'mode' ? (mode.data as { level: Value }).level : undefined;
  if (level?.kind !== 'constant') return 'default';
  if (level.value === 'serializable' || level.value === 1) return 'serializable';
  return level.value === 'repeatableRead' || level.value === 2 ? 'repeatable-read' : 'default';
}

const NAMED = /\$[{(<[/]\s*(?<name>\w+)[\w.]*(?:(?<raw>~|\^|:(?:name|alias|raw|value))|:\w+|#)?\s*[})>\]/]/gu;

const isNamed = (text: Value): boolean =>
  textParts(text).some(part => new RegExp(NAMED.source, 'u').test(part));

const textParts = (text: Value): readonly string[] =>
  (text.kind === 'template' ? text.parts : [text]).flatMap(part =>
    part.kind === 'constant' && typeof part.value === 'string' ? [part.value] : [],
  );

/**
 * `${email}`, `$<email>` and `$1:csv` as parameters. https://github.com/vitaly-t/pg-promise#named-parameters
 */
function plainText(text: Value): Value {
  if (text.kind === 'template') return template(text.parts.map(plainText));
  if (text.kind !== 'constant' || typeof text.value !== 'string') return text;
  return constant(
    text.value
      .replaceAll(NAMED, (_, name: string, raw: string | undefined) => (raw ? `/*${name}*/` : `:${name}`))
      .replaceAll(/(?<=\$\d+):(?:csv|list|json|name|alias|raw|value)\b/gu, ''),
  );
}

function answerOf(name: string, recorded: RecordedStatement, site: CallSite): Value {
  const rows = rowsOf(recorded);
  const row = site.property(rows, '0');
  switch (name) {
    case 'none':
      return nullValue;
    case 'one':
      site.throwsIf(not(row));
      return row;
    case 'oneOrNone':
      return row;
    case 'many':
      site.throwsIf(not(row));
      return rows;
    case 'result':
      return object(
        [
          ['rows', rows],
          ['rowCount', rowCountOf(recorded)],
        ],
        [],
        true,
      );
    default:
      return rows;
  }
}
