import { undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { modelIn } from './handles.js';
import { readMethod } from './reads.js';
import { writeMethod } from './writes.js';

/** What answers the model again: a scope only adds conditions. */
const SAME = /^(?:scope|unscoped|withScope|withoutScope|withInitialScope|schema|withSchema|bind)$/u;

/** Static methods of a model, and those that its class declares. */
export function modelMethod(
  on: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (SAME.test(name)) return on;
  if (/^(?:sync|drop|removeAttribute|addScope|addHook|hook|(?:before|after)[A-Z]\w*)$/u.test(name))
    return undefinedValue;
  return (
    readMethod(on, name, args, site) ?? writeMethod(on, name, args, site) ?? ownMethod(on, name, args, site)
  );
}

function ownMethod(on: Handle, name: string, args: readonly Value[], site: CallSite): Value | undefined {
  const { class: value } = modelIn(on);
  const method = value && site.property(value, name);
  return method?.kind === 'function' ? site.call(method, args) : undefined;
}
