import type { SqlStatement } from './facts.js';
import { readOperand } from './operand.js';
import type { Tables } from './tables.js';
import { argumentsOf, findAll, get, nameOf, type Tree } from './tree.js';

const LOCK = /^(?:pg_(?:try_)?advisory_(?:xact_)?lock|get_lock)$/iu;
const UNLOCK = /^(?:pg_advisory_unlock(?:_all)?|release_lock|release_all_locks)$/iu;

/**
 * Locks by name. Shared ones are left out: two holders run side by side.
 * https://www.postgresql.org/docs/current/functions-admin.html#FUNCTIONS-ADVISORY-LOCKS
 * https://dev.mysql.com/doc/refman/8.4/en/locking-functions.html
 */
export function readAdvisory(tree: Tree, tables: Tables, statement: SqlStatement): void {
  for (const call of findAll(tree, 'Function')) {
    const name = nameOf(get(call, 'name')) ?? '';
    if (UNLOCK.test(name)) statement.advisoryUnlock = true;
    if (!LOCK.test(name) && !UNLOCK.test(name)) continue;
    const keys = argumentsOf(call);
    // The two-key form of PostgreSQL locks a class and an object; the object tells runs apart.
    const key = /^pg/iu.test(name) ? keys.at(-1) : keys[0];
    statement.advisoryLock = {
      name,
      transactional: /_xact_/iu.test(name),
      waits: /^pg_advisory/iu.test(name) || isForGood(keys[1], tables),
      key: key === undefined ? undefined : readOperand(key, tables),
    };
  }
}

/** `GET_LOCK(name, -1)`: a negative timeout is none. */
function isForGood(timeout: Tree, tables: Tables): boolean {
  const value = timeout === undefined ? undefined : readOperand(timeout, tables);
  return value?.kind === 'constant' && typeof value.value === 'number' && value.value < 0;
}
