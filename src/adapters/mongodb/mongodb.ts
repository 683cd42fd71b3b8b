import { handle, undefinedValue } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import type { Adapter, CallSite, TypeArguments } from '../adapter.js';
import { newSession } from '../mongoose/handles.js';
import { collectionMethod, cursorMethod, settleCursor } from './collection.js';
import { client, collection, collectionNamed, database } from './handles.js';
import { defineIndex } from './indexes.js';

/**
 * The MongoDB driver. Each call is one command, and a command on one document is atomic; what is not given the session
 * is not in its transaction. A session is the one that Mongoose has too.
 * https://www.mongodb.com/docs/drivers/node/current/
 */
export const mongodb: Adapter = {
  name: 'mongodb',
  packages: ['mongodb', 'nest-mongodb', '@nestjs-plus/mongodb'],
  client: 'MongoClient',

  // https://www.mongodb.com/docs/manual/reference/error-codes/
  violationTest: error => ({ code: `${error} instanceof Error && 'code' in ${error} && ${error}.code === 11000`, imports: [] }),

  exported(name) {
    if (name === 'MongoClient') return handle('mongodb', 'client-class');
    if (/^Object(?:Id|ID)$/u.test(name)) return handle('mongodb', 'object-id');
    return /Error$/u.test(name) ? handle('mongodb', 'error', { name }) : undefined;
  },

  typed(name, types) {
    switch (name.split('.').at(-1)) {
      case 'MongoClient':
        return client;
      case 'Db':
        return database;
      case 'Collection':
        return collection(documentName(types));
      case 'ClientSession':
        return newSession();
      default:
        return undefined;
    }
  },

  injected(decorator, [name], types) {
    if (decorator === 'InjectDb') return database;
    if (decorator === 'InjectClient') return client;
    if (decorator !== 'InjectCollection') return undefined;
    return collection(
      name?.kind === 'constant' && typeof name.value === 'string' ? name.value : documentName(types),
    );
  },

  construct(callee, args) {
    if (callee.type === 'client-class') return client;
    return callee.type === 'object-id' ? args[0] : undefined;
  },

  invoke: (callee, args) => (callee.type === 'object-id' ? args[0] : undefined),

  method(target, name, args, site) {
    switch (target.type) {
      case 'client-class':
        return name === 'connect' ? client : undefined;
      case 'client':
        return clientMethod(name, args, site);
      case 'database':
        return databaseMethod(name, args, site);
      case 'collection':
        return collectionMethod(target, name, args, site);
      case 'cursor':
        return cursorMethod(target, name, args, site);
      case 'object-id':
        return name.startsWith('createFrom') ? args[0] : undefined;
      default:
        return undefined;
    }
  },

  settle: (target, site) => (target.type === 'cursor' ? settleCursor(target, site) : undefined),
};

/** Names that many collections share. */
const OF_ANY =
  /^(?:Document|BSON\.Document|Record|Partial\w*|Optional\w*|With\w*|Omit\w*|Pick|Readonly|Required|T|TSchema|TDocument)$/u;

/** `Collection<User>` */
function documentName(types: TypeArguments): string | undefined {
  const name = types.resource(0);
  return name === undefined || OF_ANY.test(name) ? undefined : name;
}

function clientMethod(name: string, args: readonly Value[], site: CallSite): Value | undefined {
  switch (name) {
    case 'connect':
      return client;
    case 'db':
      return database;
    case 'startSession':
      return newSession(true);
    case 'withSession': {
      const callback = args.at(-1);
      return callback && site.run(callback, [newSession(true)]);
    }
    case 'close':
      return undefinedValue;
    default:
      return undefined;
  }
}

export function databaseMethod(name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second, third] = args;
  switch (name) {
    case 'collection':
    case 'createCollection':
      return collectionNamed(first, site);
    case 'createIndex':
      defineIndex(first && site.resourceOf(first), second, third, site);
      return undefinedValue;
    default:
      return undefined;
  }
}
