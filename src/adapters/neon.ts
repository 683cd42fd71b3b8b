import type { Transaction } from '../operations/operation.js';
import { array, handle, object, unknown } from '../values/make.js';
import type { Handle, Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { recordOn } from './sql/connection.js';
import { spliced } from './sql/fragments.js';
import { rowCountOf, rowsOf } from './sql/rows.js';
import { piecesOfTagged, sqlFromPieces, type Piece } from './sql/text.js';

/** A query of the tag, or of text with its parameters. */
interface Query {
  readonly pieces?: readonly Piece[] | undefined;
  readonly text?: Value | undefined;
  readonly parameters?: Value | undefined;
}

/**
 * The tag of Neon's HTTP driver. A query runs when it is awaited, each in a transaction of its own;
 * `transaction` sends a list of them as one, which no code can come between.
 * https://neon.com/docs/serverless/serverless-driver
 */
export const neon: Adapter = {
  name: 'neon',
  packages: ['@neondatabase/serverless'],
  client: 'neon',

  exported: name => (name === 'neon' ? handle('neon', 'factory') : undefined),
  typed: name => (name === 'NeonQueryFunction' ? tag() : undefined),

  invoke(callee, [text, parameters], site) {
    if (callee.type === 'factory') return tag();
    if (callee.type !== 'tag' || !text) return undefined;
    return query(
      site.node.type === 'TaggedTemplateExpression'
        ? { pieces: piecesOfTagged(text, site.node) }
        : { text, parameters },
    );
  },

  method(target, name, [first, second], site) {
    if (target.type !== 'tag' || !first) return undefined;
    if (name === 'query' || name === 'unsafe') return query({ text: first, parameters: second });
    return name === 'transaction' ? inTransaction(target, first, second, site) : undefined;
  },

  settle: (target, site) =>
    target.type === 'query' ? perform(target.data, undefined, site) : undefined,
};

const tag = (): Handle => handle('neon', 'tag');
const query = (data: Query): Handle => handle('neon', 'query', data);

function inTransaction(target: Handle, queries: Value, options: Value | undefined, site: CallSite): Value {
  const level = options ? site.property(options, 'isolationLevel') : unknown;
  const isSerializable = level.kind === 'constant' && level.value === 'Serializable';
  const transaction: Transaction = {
    isolation: isSerializable ? 'serializable' : 'default',
    node: site.node,
  };
  const list = queries.kind === 'function' ? site.run(queries, [target]) : queries;
  if (list.kind !== 'array') return unknown;
  return array(
    list.elements.map(part =>
      part.kind === 'handle' && part.type === 'query' ? perform(part.data as Query, transaction, site) : part,
    ),
  );
}

const piecesOf = ({ pieces = [] }: Query): readonly Piece[] =>
  spliced(pieces, value => {
    if (value.kind !== 'handle' || value.adapter !== 'neon' || value.type !== 'query') return undefined;
    const inner = value.data as Query;
    if (inner.pieces) return piecesOf(inner);
    return inner.text?.kind === 'constant' ? [String(inner.text.value)] : undefined;
  });

function perform(asked: Query, transaction: Transaction | undefined, site: CallSite): Value {
  const on = handle('neon', 'tag', { isPool: transaction === undefined, transaction });
  const sql = asked.text ?? sqlFromPieces(piecesOf(asked));
  const recorded = recordOn(on, sql, asked.parameters, site, 'postgresql').at(-1);
  if (!recorded) return unknown;
  const rows = rowsOf(recorded);
  // `fullResults: true` answers what node-postgres does.
  return rows.kind === 'array' && rows.elements.length === 0
    ? object(
        [
          ['rowCount', rowCountOf(recorded)],
          ['rows', rows],
          ['length', site.property(rows, 'length')],
        ],
        [],
        true,
      )
    : rows;
}
