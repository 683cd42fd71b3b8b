import { object } from '../../values/make.js';
import type { ClassValue, Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { modelIn, option } from './handles.js';
import { factsOf } from './model-facts.js';

/** In the order in which they run: https://sequelize.org/docs/v6/other-topics/hooks/#hooks-firing-order */
const BEFORE_INSERT = ['beforeValidate', 'beforeCreate', 'beforeSave'];

/** Runs what a model does with a row before it is inserted: hooks and validators may look and refuse. */
export function runBeforeInsert(on: Handle, row: Value, options: Value | undefined, site: CallSite): void {
  const given = options ?? object([]);
  for (const hook of validatorsOf(on, row, site)) site.run(hook, []);
  for (const name of BEFORE_INSERT) for (const hook of hooksOf(on, name, site)) site.run(hook, [row, given]);
}

function hooksOf(on: Handle, name: string, site: CallSite): readonly Value[] {
  const { class: value } = modelIn(on);
  const listed = factsOf(on, site).options.flatMap(options => {
    const hooks = option(options, 'hooks', site);
    const hook = hooks && option(hooks, name, site);
    return hook?.kind === 'array' ? hook.elements : hook ? [hook] : [];
  });
  const added = value ? site.callsOn(value, name).flatMap(args => args.at(-1) ?? []) : [];
  const methods = value ? decoratedHooks(value, name, site) : [];
  return [...methods, ...listed, ...added].filter(({ kind }) => kind === 'function');
}

/** `@BeforeCreate static check(row, options) { ... }` */
function decoratedHooks(value: ClassValue, name: string, site: CallSite): readonly Value[] {
  const wanted = name.charAt(0).toUpperCase() + name.slice(1);
  return site.classesOf(value).flatMap(({ node }) =>
    node.body.body.flatMap(part => {
      if (part.type !== 'MethodDefinition' || !part.static || part.key.type !== 'Identifier') return [];
      const isHook = part.decorators.some(({ expression }) => {
        const callee = expression.type === 'CallExpression' ? expression.callee : expression;
        return callee.type === 'Identifier' && callee.name === wanted;
      });
      return isHook ? [site.property(value, part.key.name)] : [];
    }),
  );
}

/** `validate: { async isUnique() { ... } }` of a model runs with the row as `this`. */
function validatorsOf(on: Handle, row: Value, site: CallSite): readonly Value[] {
  return factsOf(on, site).options.flatMap(options => {
    const validate = option(options, 'validate', site);
    if (validate?.kind !== 'object') return [];
    return [...validate.entries.values()].flatMap(validator =>
      validator.kind === 'function' ? [{ ...validator, self: row }] : [],
    );
  });
}
