import type { Operation } from '../operations/operation.js';
import { listMethod } from './list-methods.js';
import { COMPARISONS } from './make.js';
import { compared, joined, truthOf, type Outcome } from './outcome.js';
import type { Binary, Call, Choice, Member, ObjectValue, Result, Value } from './value.js';

/**
 * Evaluates in three values (true, false, undecided) under the assumption that one operation found
 * nothing, or something, and that the conditions under which it ran hold.
 */
export class Assumption {
  private readonly facts = new Map<Value, boolean>();
  /** Values that the database has found a row by: they are not null. */
  private readonly keys = new Set<Value>();
  private readonly known = new Map<Value, Outcome>();

  constructor(
    private readonly operation: Operation | undefined,
    private readonly absent: boolean,
    guards: readonly Value[] = operation?.guards ?? [],
  ) {
    for (const guard of guards) this.assume(guard, true);
  }

  truth(value: Value): boolean | undefined {
    return truthOf(this.outcome(value));
  }

  private assume(value: Value, holds: boolean): void {
    if (value.kind === 'unknown' || value.kind === 'constant') return;
    this.facts.set(value, holds);
    if (value.kind === 'not') this.assume(value.operand, !holds);
    if (value.kind === 'result' && value.shape === 'row' && holds)
      for (const [name, key] of value.operation.filter.entries) if (isKeyName(name)) this.keys.add(key);
    if (value.kind === 'choice') this.assumeChoice(value, holds);
    if (value.kind === 'binary' && isNullTest(value)) {
      const isEqual = value.operator.startsWith('=');
      if (isEqual === holds) this.facts.set(value.left, false);
      else if (value.left.kind !== 'constant') this.facts.set(value.left, true);
    }
  }

  private assumeChoice({ test, whenTrue, whenFalse }: Choice, holds: boolean): void {
    const whenTrueIs =
      whenTrue === test ? true : whenTrue.kind === 'constant' ? Boolean(whenTrue.value) : undefined;
    const whenFalseIs =
      whenFalse === test ? false : whenFalse.kind === 'constant' ? Boolean(whenFalse.value) : undefined;
    if (whenFalseIs === !holds) {
      this.assume(test, true);
      this.assume(whenTrue, holds);
    } else if (whenTrueIs === !holds) {
      this.assume(test, false);
      this.assume(whenFalse, holds);
    }
  }

  outcome(value: Value): Outcome {
    if (this.known.has(value)) return this.known.get(value);
    this.known.set(value, undefined);
    const outcome = this.compute(value);
    this.known.set(value, outcome);
    return outcome;
  }

  private compute(value: Value): Outcome {
    const computed = this.structure(value);
    if (computed !== undefined) return computed;
    if (this.keys.has(value)) return { is: 'truthy' };
    const fact = this.facts.get(value);
    return fact === undefined ? undefined : { is: fact ? 'truthy' : 'falsy' };
  }

  private structure(value: Value): Outcome {
    switch (value.kind) {
      case 'constant':
        return value.value === null || value.value === undefined
          ? { is: 'nullish' }
          : { is: 'constant', value: typeof value.value === 'bigint' ? Number(value.value) : value.value };
      case 'result':
        return this.result(value);
      case 'member':
        return this.member(value);
      case 'element': {
        const list = this.outcome(value.of);
        return list?.is === 'list' && list.empty ? { is: 'nullish' } : mapped(value.of);
      }
      case 'not': {
        const truth = this.truth(value.operand);
        return truth === undefined ? undefined : { is: 'constant', value: !truth };
      }
      case 'binary':
        return this.binary(value);
      case 'choice':
        return this.choice(value);
      case 'template':
        return value.parts.some(part => part.kind === 'constant' && part.value !== '')
          ? { is: 'truthy' }
          : undefined;
      case 'call':
        return this.call(value);
      case 'array':
        return { is: 'list', empty: value.elements.length > 0 ? false : value.open ? undefined : true };
      case 'object':
      case 'function':
      case 'class':
      case 'instance':
      case 'namespace':
      case 'handle':
        return { is: 'object', value };
      case 'caught':
        return { is: 'truthy' };
      case 'parameter':
      case 'unknown':
        return undefined;
    }
  }

  private result({ operation, shape }: Result): Outcome {
    if (operation !== this.operation) return shape === 'written' ? { is: 'truthy' } : undefined;
    switch (shape) {
      case 'row':
      case 'written':
        return { is: this.absent ? 'nullish' : 'truthy' };
      case 'rows':
        return { is: 'list', empty: this.absent };
      case 'count':
      case 'affected':
        return this.absent ? { is: 'constant', value: 0 } : { is: 'positive' };
      case 'exists':
        return { is: 'constant', value: !this.absent };
    }
  }

  private member(value: Member): Outcome {
    const owner = this.outcome(value.object);
    if (owner?.is === 'nullish') return { is: 'nullish' };
    if (owner?.is === 'list' && owner.empty !== undefined) {
      if (value.name === 'length' || value.name === 'size')
        return owner.empty ? { is: 'constant', value: 0 } : { is: 'positive' };
      if (/^\d+$/u.test(value.name))
        return owner.empty ? { is: 'nullish' } : value.name === '0' ? { is: 'truthy' } : undefined;
    }
    if (isKeyOfRow(value) && (value.object.kind === 'element' || owner?.is === 'truthy')) return { is: 'truthy' };
    if (owner?.is === 'object' && owner.value !== value.object) {
      const field = fieldOf(owner.value, value.name);
      return field && this.outcome(field);
    }
    return undefined;
  }

  private choice({ test, whenTrue, whenFalse }: Choice): Outcome {
    const truth = this.truth(test);
    if (truth !== undefined) return this.outcome(truth ? whenTrue : whenFalse);
    // `a && b` is falsy wherever it is `a`, and `a || b` truthy.
    return joined(
      whenTrue === test ? { is: 'truthy' } : this.outcome(whenTrue),
      whenFalse === test ? { is: 'falsy' } : this.outcome(whenFalse),
    );
  }

  private binary({ operator, left, right }: Binary): Outcome {
    const [a, b] = [this.outcome(left), this.outcome(right)];
    if (COMPARISONS.has(operator)) {
      const truth = compared(operator, a, b);
      return truth === undefined ? undefined : { is: 'constant', value: truth };
    }
    if (
      a?.is === 'constant' &&
      b?.is === 'constant' &&
      typeof a.value === 'number' &&
      typeof b.value === 'number'
    ) {
      if (operator === '+') return { is: 'constant', value: a.value + b.value };
      if (operator === '-') return { is: 'constant', value: a.value - b.value };
    }
    return undefined;
  }

  private call(value: Call): Outcome {
    const owner = value.receiver && this.outcome(value.receiver);
    const first = value.args[0];
    if (owner?.is === 'nullish') return { is: 'nullish' };
    if (owner?.is === 'list' && owner.empty !== undefined) return listMethod(value.callee, owner.empty);
    if (!first) return undefined;
    switch (value.callee) {
      case 'Boolean': {
        const truth = this.truth(first);
        return truth === undefined ? undefined : { is: 'constant', value: truth };
      }
      case 'Number':
      case 'BigInt':
      case 'parseInt':
      case 'Set':
      case 'Map':
      case 'from':
      case 'keyBy':
      case 'compact':
      case 'uniq':
        return this.outcome(first);
      case 'isEmpty': {
        const list = this.outcome(first);
        if (list?.is === 'list' && list.empty !== undefined) return { is: 'constant', value: list.empty };
        return list?.is === 'nullish' ? { is: 'constant', value: true } : undefined;
      }
      case 'isNil':
      case 'isNull':
      case 'isUndefined': {
        const operand = this.outcome(first);
        if (operand?.is === 'nullish') return { is: 'constant', value: true };
        return truthOf(operand) === true ? { is: 'constant', value: false } : undefined;
      }
      default:
        return undefined;
    }
  }
}

/** `rows.map(row => new User(row))[0]` */
const mapped = (list: Value): Outcome =>
  list.kind === 'call' && list.callee === 'map' && list.args[0]?.kind === 'instance'
    ? { is: 'object', value: list.args[0] }
    : undefined;

const isKeyName = (name: string): boolean => /^_?id$/u.test(name);

/** A row that was read has its primary key: `if (row.id) update(row); else insert(row);` updates. */
const isKeyOfRow = ({ object, name }: Member): boolean =>
  isKeyName(name) &&
  ((object.kind === 'result' && object.shape === 'row') || (object.kind === 'element' && object.of.kind === 'result'));

/** A field that an object certainly has, or certainly lacks (then it is undefined). */
export function fieldOf(value: Value, name: string): Value | undefined {
  if (value.kind === 'instance') return value.fields.get(name);
  if (value.kind !== 'object') return undefined;
  return value.entries.get(name) ?? spreadField(value, name);
}

function spreadField(value: ObjectValue, name: string): Value | undefined {
  for (const spread of [...value.spreads].reverse()) {
    const field = fieldOf(spread, name);
    if (field) return field;
    if (spread.kind !== 'object') return undefined;
  }
  return value.open ? undefined : { kind: 'constant', value: undefined };
}

const isNullTest = ({ operator, right }: Binary): boolean =>
  /^[=!]==?$/u.test(operator) &&
  right.kind === 'constant' &&
  (right.value === null || right.value === undefined);
