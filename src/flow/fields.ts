import { undefinedValue } from '../values/make.js';
import type { Instance, Value } from '../values/value.js';
import { classLevels, isMade } from './classes.js';
import type { Run } from './run.js';
import type { Binding } from './scope.js';

/** A field as a variable, so that what one side of a condition assigns does not hold on the other. */
class Field implements Binding {
  pending = undefined;

  constructor(
    private readonly owner: Instance,
    private readonly name: string,
  ) {}

  get value(): Value | undefined {
    return this.owner.fields.get(this.name);
  }

  set value(value: Value | undefined) {
    if (value) this.owner.fields.set(this.name, value);
    else this.owner.fields.delete(this.name);
  }
}

const known = new WeakMap<Instance, Map<string, Field>>();

function fieldOf(owner: Instance, name: string): Field {
  const fields = known.get(owner) ?? new Map<string, Field>();
  known.set(owner, fields);
  const field = fields.get(name) ?? new Field(owner, name);
  fields.set(name, field);
  return field;
}

/** `owner.name = value`. What injection made is shared by all walks, so that there the last one holds. */
export function assignField(run: Run, owner: Instance, name: string, value: Value): void {
  run.effects++;
  if (!isMade(owner)) {
    owner.fields.set(name, value);
    return;
  }
  if (!owner.fields.has(name)) owner.fields.set(name, initial(run, owner, name));
  run.assign(fieldOf(owner, name), value);
}

/** What the class gives the field. */
function initial(run: Run, owner: Instance, name: string): Value {
  for (const { class: { node }, scope } of classLevels(owner)) {
    for (const part of node.body.body) {
      if (part.type !== 'PropertyDefinition' || part.key.type !== 'Identifier' || part.key.name !== name)
        continue;
      return part.value ? run.evaluate(part.value, scope) : undefinedValue;
    }
  }
  return undefinedValue;
}
