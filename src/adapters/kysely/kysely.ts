import { givenTransaction } from '../../operations/operation.js';
import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import type { Builder } from './builder.js';
import { onBuilder } from './chain.js';
import { onClient } from './client-methods.js';
import {
  clientHandle,
  clientIn,
  declaredClient,
  madeClient,
  onCommand,
  onOpening,
  pooledClient,
  type Client,
  type Command,
} from './client.js';
import {
  build,
  callFunction,
  comparison,
  expressionBuilder,
  memberOfBuilder,
  namedFunction,
  onExpression,
} from './expression.js';
import { fromHelper, fromTag, performRaw, rawHandle, rawOfText, type Raw } from './raw.js';
import { onSchema } from './schema.js';
import { onConflict } from './writes.js';
import { driverViolationTest } from '../violation-test.js';

/**
 * Kysely: builders do not change, and nothing runs before `execute`, `executeTakeFirst` or
 * `executeTakeFirstOrThrow`.
 * https://kysely-org.github.io/kysely-apidoc/classes/Kysely.html
 */
export const kysely: Adapter = {
  name: 'kysely',
  packages: ['kysely', 'nestjs-kysely'],
  client: 'Kysely',

  violationTest: driverViolationTest,

  exported(name, specifier) {
    if (specifier !== 'kysely') return undefined;
    switch (name) {
      case 'Kysely':
        return handle('kysely', 'class');
      case 'sql':
        return handle('kysely', 'sql');
      case 'expressionBuilder':
        return handle('kysely', 'eb-factory');
      case 'CompiledQuery':
        return handle('kysely', 'compiled');
      default:
        return /^\w+Dialect$/u.test(name) ? handle('kysely', 'dialect-class', { name }) : undefined;
    }
  },

  typed(name) {
    switch (name.split('.').at(-1)) {
      case 'Kysely':
      case 'QueryCreator':
        return clientHandle(declaredClient);
      case 'Transaction':
      case 'ControlledTransaction':
        return clientHandle({ ...declaredClient, transaction: givenTransaction });
      case 'ExpressionBuilder':
        return expressionBuilder();
      default:
        return undefined;
    }
  },

  injected: decorator => (/^Inject\w*Kysely/u.test(decorator) ? clientHandle(pooledClient) : undefined),
  construct: (callee, [config], site) =>
    callee.type === 'class'
      ? madeClient(config, site)
      : callee.type === 'dialect-class'
        ? handle('kysely', 'dialect', callee.data)
        : undefined,

  invoke(callee, args, site) {
    switch (callee.type) {
      case 'sql':
        return fromTag(args[0], site);
      case 'eb':
        return comparison(args);
      case 'eb-factory':
        return expressionBuilder();
      case 'eb-method':
        return build(nameOf(callee), args);
      case 'fn':
        return namedFunction(args);
      case 'fn-method':
        return callFunction(nameOf(callee), args);
      default:
        return undefined;
    }
  },

  member(target, name) {
    switch (target.type) {
      case 'client':
        return name === 'fn' || name === 'schema' ? handle('kysely', name, target.data) : undefined;
      case 'eb':
        return memberOfBuilder(name);
      case 'fn':
        return handle('kysely', 'fn-method', { name });
      default:
        return undefined;
    }
  },

  method(target, name, args, site) {
    switch (target.type) {
      case 'client':
        return onClient(target, target.data as Client, name, args, site);
      case 'builder':
        return onBuilder(target, target.data as Builder, name, args, site);
      case 'opening':
        return onOpening(target, name, args, site);
      case 'command':
        return onCommand(target.data as Command, name, site);
      case 'sql':
        return fromHelper(name, args);
      case 'raw':
        return onRaw(target, name, args, site);
      case 'compiled':
        return name === 'raw' && args[0] ? rawOfText(args[0], args[1]) : undefined;
      case 'eb':
        return name === 'fn' ? namedFunction(args) : build(name, args);
      case 'fn':
        return name === 'agg' ? namedFunction(args) : callFunction(name, args);
      case 'expression':
        return onExpression(target, name, args);
      case 'conflict':
        return onConflict(target, name, args, site);
      default:
        return onSchema(target, name, args, site);
    }
  },
};

const nameOf = ({ data }: Handle): string => (data as { readonly name: string }).name;

function onRaw(target: Handle, name: string, [first]: readonly Value[], site: CallSite): Value | undefined {
  const raw = target.data as Raw;
  if (name === 'execute') return performRaw(raw, clientIn(first) ?? declaredClient, site);
  if (name === 'as')
    return rawHandle({ ...raw, alias: first?.kind === 'constant' ? String(first.value) : undefined });
  return target;
}
