import type { ObjectValue, Value } from '../values/value.js';
import { isSame } from '../values/traits.js';

const NESTED = /^(?:create|createMany|connect|connectOrCreate|disconnect|set|update|updateMany|upsert|delete|deleteMany)$/u;

/**
 * Prisma hands an upsert to the database only if `where` is one unique field with the value that `create` gives
 * it, nothing nested is written or read, and `update` writes something; otherwise it runs SELECT, then INSERT or
 * UPDATE. https://www.prisma.io/docs/orm/reference/prisma-client-reference#database-upserts
 */
export function upsertReadsFirst(argument: Value | undefined): boolean {
  if (argument?.kind !== 'object') return false;
  const part = (name: string): ObjectValue | undefined => {
    const value = argument.entries.get(name);
    return value?.kind === 'object' ? value : undefined;
  };
  const [where, create, update] = [part('where'), part('create'), part('update')];
  return (
    (update !== undefined && isEmpty(update)) ||
    [create, update].some(data => data !== undefined && writesNested(data)) ||
    (where !== undefined && (where.entries.size > 1 || differs(where, create)))
  );
}

const isEmpty = ({ entries, spreads, open }: ObjectValue): boolean =>
  entries.size === 0 && spreads.length === 0 && !open;

const writesNested = ({ entries }: ObjectValue): boolean =>
  [...entries.values()].some(
    value => value.kind === 'object' && value.entries.size > 0 && [...value.entries.keys()].every(key => NESTED.test(key)) && !isAtomicSet(value),
  );

/** `{ set: 1 }` writes a column or a list of values, not a row. */
const isAtomicSet = ({ entries }: ObjectValue): boolean => {
  const set = entries.get('set');
  return entries.size === 1 && set !== undefined && set.kind !== 'array';
};

/** The row that is made has another key than the one that is looked up. */
function differs(where: ObjectValue, create: ObjectValue | undefined): boolean {
  const [[name, sought] = ['', undefined]] = where.entries;
  const written = create?.entries.get(name);
  if (!sought || !written || sought.kind === 'object' || create?.spreads.length !== 0) return false;
  return sought.kind === 'constant' && written.kind === 'constant' && !isSame(sought, written);
}
