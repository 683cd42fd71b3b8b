import { classNamed, handle, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { Adapter, CallSite } from '../adapter.js';
import { collection, collectionNamed, database } from '../mongodb/handles.js';
import { documentMethod, draft } from './document.js';
import { textIn } from '../options.js';
import { connection, isTrue, model, namespace, newSession, type Model } from './handles.js';
import { modelMethod } from './model.js';
import { perform, queryMethod } from './query.js';
import { newSchema, pathMethod, schemaIn, schemaMethod } from './schema.js';
import { connectionTransaction, sessionMethod } from './session.js';

/**
 * Mongoose, also as NestJS and Typegoose declare its models. Queries are lazy, `create`, `insertMany` and
 * `save` are not. A model is named as `mongoose.model(name)` names it, not by its collection.
 * https://mongoosejs.com/docs/api/mongoose.html
 */
export const mongoose: Adapter = {
  name: 'mongoose',
  packages: [
    'mongoose',
    'mongoose-delete',
    'soft-delete-plugin-mongoose',
    'mongoose-paginate-v2',
    'mongoose-aggregate-paginate-v2',
    '@nestjs/mongoose',
    '@typegoose/typegoose',
    'nestjs-typegoose',
    '@m8a/nestjs-typegoose',
  ],
  client: 'Model',

  // https://www.mongodb.com/docs/manual/reference/error-codes/
  violationTest: error => ({ code: `${error} instanceof Error && 'code' in ${error} && ${error}.code === 11000`, imports: [] }),

  exported(name, specifier) {
    if (/^(?:getModelForClass|getDiscriminatorModelForClass|buildSchema)$/u.test(name))
      return handle('mongoose', 'function', { name });
    if (name === 'SchemaFactory') return handle('mongoose', 'schema-factory');
    if (specifier !== 'mongoose') return name === 'mongoose' ? namespace : undefined;
    return name === 'default' || name === 'mongoose' ? namespace : namespaceMember(name);
  },

  typed(name, types) {
    const last = name.split('.').at(-1) ?? name;
    if (/Model(?:Type)?$/u.test(last)) return model(types.resource(0), { source: () => types.value(0) });
    if (last === 'Connection') return connection;
    if (last === 'ClientSession') return newSession();
    return last === 'Mongoose' ? namespace : undefined;
  },

  // NestJS injects by the name of a model, Typegoose by its class.
  injected(decorator, [name], types) {
    if (decorator === 'InjectConnection') return connection;
    if (decorator !== 'InjectModel') return undefined;
    const given = name && (name.kind === 'class' ? name : classNamed(name));
    const source = (): Value | undefined => given ?? types.value(0);
    if (name?.kind === 'class') return model(name.name, { source });
    return model(
      name?.kind === 'constant' && typeof name.value === 'string' ? name.value : types.resource(0),
      { source },
    );
  },

  construct(callee, args, site) {
    if (callee.type === 'model' || callee.type === 'registered-model') return draft(callee, args[0], site);
    if (callee.type === 'object-id') return args[0];
    if (callee.type !== 'schema-class') return undefined;
    const concurrency = args[1] && site.property(args[1], 'optimisticConcurrency');
    return newSchema(
      {
        versioned: isTrue(concurrency) || concurrency?.kind === 'array',
        definition: args[0],
        options: args[1],
      },
      site,
    );
  },

  invoke(callee, args, site) {
    if (callee.type === 'object-id') return args[0];
    return callee.type === 'function'
      ? namespaceMethod((callee.data as { name: string }).name, args, site)
      : undefined;
  },

  member(target, name) {
    switch (target.type) {
      case 'namespace':
        return namespaceMember(name);
      case 'connection':
        if (name === 'db') return database;
        return name === 'models' ? namespaceMember(name) : undefined;
      case 'models':
        return handle('mongoose', 'registered-model', model(name).data);
      case 'types':
        return name === 'ObjectId' ? handle('mongoose', 'object-id', { name }) : undefined;
      case 'model':
        // What the driver has, without casts and defaults.
        if (name === 'collection') return collection((target.data as Model).name);
        return name === 'db' ? connection : undefined;
      case 'registered-model':
        return name === 'db' ? connection : undefined;
      default:
        return undefined;
    }
  },

  mayBeMissing: target => target.type === 'registered-model',

  method(target, name, args, site) {
    switch (target.type) {
      case 'namespace':
      case 'connection':
        return namespaceMethod(name, args, site);
      case 'model':
      case 'registered-model':
        return modelMethod(target, name, args, site);
      case 'schema':
        return schemaMethod(target, name, args, site);
      case 'schema-path':
        return pathMethod(target, name, args, site);
      case 'schema-factory':
        return name === 'createForClass' ? classSchema(args[0], site) : undefined;
      case 'query':
        return queryMethod(target, name, args, site);
      case 'session':
        return sessionMethod(target, name, args, site);
      case 'object-id':
        return name.startsWith('createFrom') ? args[0] : undefined;
      default:
        return undefined;
    }
  },

  settle: (target, site) => (target.type === 'query' ? perform(target, site) : undefined),
  rowMethod: documentMethod,
};

/** `mongoose.name`; the same names are exported one by one. */
function namespaceMember(name: string): Handle {
  switch (name) {
    case 'connection':
      return connection;
    case 'connections':
      return handle('mongoose', 'connections');
    case 'models':
      return handle('mongoose', 'models');
    case 'Types':
      return handle('mongoose', 'types', { name });
    case 'Schema':
      return handle('mongoose', 'schema-class');
    case 'mongoose':
      return namespace;
    default:
      return handle('mongoose', 'function', { name });
  }
}

function namespaceMethod(name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const [first, second, third] = args;
  switch (name) {
    case 'model':
      return model(first && site.resourceOf(first), {
        versioned: schemaIn(second)?.versioned === true,
        source: () => second,
        file: site.file,
        collection: textIn(third),
      });
    case 'getModelForClass':
      return model(first && site.resourceOf(first), { source: () => first });
    case 'getDiscriminatorModelForClass':
      return model(second && site.resourceOf(second), {
        source: () => second,
        base: first?.kind === 'handle' && first.type === 'model' ? (first.data as Model) : undefined,
      });
    case 'buildSchema':
      return classSchema(first, site);
    case 'collection':
      return collectionNamed(first, site);
    case 'connect':
      return namespace;
    case 'createConnection':
    case 'useDb':
    case 'asPromise':
      return connection;
    case 'startSession':
      return newSession();
    case 'transaction':
      return first && connectionTransaction(first, site);
    case 'withSession':
      return first && site.run(first, [newSession()]);
    case 'disconnect':
    case 'close':
      return undefinedValue;
    default:
      return undefined;
  }
}

const classSchema = (value: Value | undefined, site: CallSite): Handle | undefined =>
  value?.kind === 'class' ? newSchema({ class: value }, site) : undefined;
