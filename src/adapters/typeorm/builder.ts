import type { Frame } from '../../operations/operation.js';
import { handle, undefinedValue } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import { addCondition, type Condition } from './builder-conditions.js';
import { performMethod } from './builder-perform.js';
import { entityOf } from './entity.js';
import { repository, sourceOf, type Repository } from './handles.js';
import { isRowLock } from './reads.js';

/**
 * A query in the making. Each step of a chain changes the builder, as it does in the library:
 * `if (name) query.andWhere(...)` stands without an assignment in much code.
 */
export interface Builder {
  on: Handle;
  alias: string | undefined;
  action: 'select' | 'insert' | 'update' | 'delete' | 'restore';
  readonly conditions: Condition[];
  /** Objects that give the values of `:name`. */
  readonly parameters: Value[];
  /** What is inserted or set. */
  written: Value | undefined;
  conflict: { readonly action: 'ignored' | 'updated'; readonly columns: readonly string[] } | undefined;
  locksRows: boolean;
  /** Expressions selected, by the name each has in a raw row. */
  readonly selected: { readonly expression: string; readonly name: string | undefined }[];
  /** The latest step, to point at where the query runs somewhere else. */
  at: Frame;
}

export function newBuilder(on: Handle, alias: Value | undefined, site: CallSite): Handle {
  const builder: Builder = {
    on,
    alias: alias?.kind === 'constant' && typeof alias.value === 'string' ? alias.value : undefined,
    action: 'select',
    conditions: [],
    parameters: [],
    written: undefined,
    conflict: undefined,
    locksRows: false,
    selected: [],
    at: { node: site.node, file: site.file },
  };
  return builderHandle(builder);
}

const builderHandle = (builder: Builder): Handle => handle('typeorm', 'builder', builder);

/** `builder.name(...args)`: methods that only order, limit, join or group leave the builder as it is. */
export function builderMethod(
  target: Handle,
  name: string,
  args: readonly Value[],
  site: CallSite,
): Value | undefined {
  if (
    name === 'then' ||
    name === 'catch' ||
    name === 'finally' ||
    /^get(?:Sql|Query|Parameters|QueryAndParameters)$/u.test(name)
  )
    return undefined;
  const builder = target.data as Builder;
  const performed = performMethod(builder, name, site);
  if (performed) return performed;
  if (name === 'clone')
    return builderHandle({
      ...builder,
      conditions: [...builder.conditions],
      parameters: [...builder.parameters],
      selected: [...builder.selected],
    });
  builder.at = { node: site.node, file: site.file };
  if (!addCondition(builder, name, args, site)) change(builder, name, args, site);
  return target;
}

function change(builder: Builder, name: string, args: readonly Value[], site: CallSite): void {
  const [first, second] = args;
  switch (name) {
    case 'select':
      builder.selected.splice(0);
      return select(builder, first, second);
    case 'addSelect':
      return select(builder, first, second);
    case 'from':
    case 'into':
      return setEntity(builder, first, second);
    case 'insert':
      builder.action = 'insert';
      return;
    case 'values':
      builder.written = first;
      return;
    case 'update': {
      builder.action = 'update';
      if (second ?? first?.kind !== 'object') setEntity(builder, first, undefined);
      builder.written = second ?? (first?.kind === 'object' ? first : builder.written);
      return;
    }
    case 'set':
      builder.written = first;
      return;
    case 'delete':
    case 'softDelete':
      builder.action = 'delete';
      return setEntity(builder, first, undefined);
    case 'restore':
      builder.action = 'restore';
      return;
    default:
      return changeOptions(builder, name, args, site);
  }
}

function changeOptions(
  builder: Builder,
  name: string,
  [first, second]: readonly Value[],
  site: CallSite,
): void {
  switch (name) {
    case 'orIgnore':
      if (first?.kind !== 'constant' || first.value !== false)
        builder.conflict = { action: 'ignored', columns: [] };
      return;
    case 'orUpdate':
      builder.conflict = {
        action: 'updated',
        columns: namesIn(
          second ?? (first?.kind === 'object' ? site.property(first, 'conflict_target') : undefined),
        ),
      };
      return;
    case 'onConflict':
      builder.conflict = {
        action:
          first?.kind === 'constant' && /\bnothing\b/iu.test(String(first.value)) ? 'ignored' : 'updated',
        columns: [],
      };
      return;
    case 'setLock':
      builder.locksRows = isRowLock(first) === true;
      return;
    case 'setParameter':
      if (first?.kind === 'constant' && second)
        builder.parameters.push({
          kind: 'object',
          entries: new Map([[String(first.value), second]]),
          spreads: [],
          open: false,
        });
      return;
    case 'setParameters':
      if (first) builder.parameters.push(first);
      return;
    case 'setQueryRunner':
      if (first?.kind === 'handle' && first.type === 'query-runner')
        builder.on = repository((builder.on.data as Repository).entity, sourceOf(first));
      return;
    default:
  }
}

const namesIn = (value: Value | undefined): readonly string[] =>
  value?.kind === 'array'
    ? value.elements.flatMap(part => (part.kind === 'constant' ? [String(part.value)] : []))
    : value?.kind === 'constant' && value !== undefinedValue
      ? [String(value.value)]
      : [];

function setEntity(builder: Builder, value: Value | undefined, alias: Value | undefined): void {
  const entity = entityOf(value);
  if (!entity) return;
  builder.on = repository(entity, sourceOf(builder.on));
  if (alias?.kind === 'constant') builder.alias = String(alias.value);
}

function select({ selected }: Builder, first: Value | undefined, name: Value | undefined): void {
  for (const part of first?.kind === 'array' ? first.elements : first ? [first] : []) {
    if (part.kind !== 'constant') continue;
    selected.push({
      expression: String(part.value),
      name: name?.kind === 'constant' ? String(name.value) : undefined,
    });
  }
}
