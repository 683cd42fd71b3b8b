import type { Outcome } from './outcome.js';

/** What a method of a list answers, by whether the list is empty. */
export function listMethod(name: string, empty: boolean): Outcome {
  switch (name) {
    case 'find':
    case 'findLast':
    case 'at':
    case 'shift':
    case 'pop':
    case 'get':
      return empty ? { is: 'nullish' } : undefined;
    case 'some':
    case 'includes':
    case 'has':
      return empty ? { is: 'constant', value: false } : undefined;
    case 'every':
      return empty ? { is: 'constant', value: true } : undefined;
    case 'indexOf':
    case 'findIndex':
      return empty ? { is: 'constant', value: -1 } : undefined;
    case 'filter':
    case 'flatMap':
    case 'slice':
      return { is: 'list', empty: empty ? true : undefined };
    case 'map':
    case 'sort':
    case 'toSorted':
    case 'reverse':
    case 'keys':
    case 'values':
    case 'entries':
      return { is: 'list', empty };
    default:
      return undefined;
  }
}
