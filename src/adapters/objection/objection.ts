import { givenTransaction } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { clientHandle, clientIn, declaredClient, openTransaction } from '../knex/client.js';
import { rawHandle, readBindings } from '../knex/raw.js';
import { model, modelIn, modelMethod, rowMethod, type Model } from './model.js';
import { queryMethod, settleQuery } from './query.js';
import { classViolationTest } from '../violation-test.js';

/**
 * Objection: models over knex, whose clients and transactions it takes.
 * https://vincit.github.io/objection.js/
 */
export const objection: Adapter = {
  name: 'objection',
  packages: ['objection', 'db-errors', 'objection-db-errors'],

  violationTest: classViolationTest('UniqueViolationError', ['objection', 'db-errors', 'objection-db-errors']),

  exported(name) {
    if (name === 'Model') return handle('objection', 'model-class');
    if (name === 'transaction' || name === 'raw') return handle('objection', 'function', { name });
    return /Error$/u.test(name) ? handle('objection', 'error', { name }) : undefined;
  },

  typed(name) {
    if (name === 'Model') return handle('objection', 'model-class');
    if (name === 'Transaction') return clientHandle({ ...declaredClient, transaction: givenTransaction });
    return name === 'TransactionOrKnex' ? clientHandle(declaredClient) : undefined;
  },

  classHandle: (base, of) => (base.type === 'model-class' ? model(of) : undefined),

  invoke(callee, args, site) {
    if (callee.type === 'model-class') return callee;
    if (callee.type !== 'function') return undefined;
    return nameOf(callee) === 'raw' ? raw(args, site) : transaction(args, site);
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'model-class':
        return modelMethod(model(undefined), name, args, site);
      case 'model':
        return modelMethod(target, name, args, site);
      case 'query':
        return queryMethod(target, name, args, site);
      case 'function':
        return nameOf(target) === 'transaction' && name === 'start'
          ? openTransaction(clientIn(args[0]) ?? declaredClient, [], site)
          : undefined;
      default:
        return undefined;
    }
  },

  settle: (target, site) => (target.type === 'query' ? settleQuery(target, site) : undefined),
  rowMethod,
};

const nameOf = ({ data }: Handle): string => ('name' in data ? String(data.name) : '');

const raw = ([text, ...bindings]: readonly Value[], site: CallSite): Value | undefined =>
  text &&
  rawHandle({
    client: declaredClient,
    text,
    bindings: bindings.length === 1 ? readBindings(bindings[0]) : bindings,
    at: { node: site.node, file: site.file },
  });

/** `transaction(knex, async trx => ...)`, `transaction(User, Pet, async (User, Pet, trx) => ...)`. */
function transaction(args: readonly Value[], site: CallSite): Value | undefined {
  const callback = args.at(-1);
  if (!callback) return undefined;
  const models = args.slice(0, -1).flatMap(argument => modelIn(argument) ?? []);
  const client = clientIn(args[0]) ?? models[0]?.client ?? declaredClient;
  if (models.length === 0) return openTransaction(client, [callback], site);
  const opened = { isolation: 'default', node: site.node } as const;
  const inside = { ...client, origin: 'transaction', transaction: opened } as const;
  const bound = models.map((of: Model) => model(of.class, inside));
  return site.run(callback, [...bound, clientHandle(inside)], { kind: 'transaction', transaction: opened });
}
