import type { Value } from './value.js';

/** Names by which code comes to a value, the last first: `create`, `payments`, `client`. */
export function* nameChain(value: Value | undefined): Generator<string> {
  switch (value?.kind) {
    case 'parameter':
      yield value.name;
      return;
    case 'member':
      yield value.name;
      yield* nameChain(value.object);
      return;
    case 'call':
      yield value.callee;
      if (value.from !== undefined) yield value.from;
      yield* nameChain(value.receiver);
      return;
    case 'instance':
    case 'class':
      yield value.kind === 'class' ? value.name : value.class.name;
      return;
    case 'handle':
      if ('specifier' in value.data) yield String(value.data.specifier);
      return;
    default:
  }
}
