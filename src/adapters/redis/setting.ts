import { constant, result, unknown } from '../../values/make.js';
import type { Value } from '../../values/value.js';
import { columns } from './key.js';
import { acquire, record, type Run } from './record.js';
import { setOptions } from './set-options.js';

export const setting: Run = command => {
  const [key, value, ...options] = command.args;
  if (!key || !value) return undefined;
  const { exclusive, existing, answersOld, expiry } = setOptions(options, command.site);
  // 'OK' for the first run, null for any other.
  if (exclusive) return result(acquire(command, key, value, expiry), 'row');
  const operation = record(command, 'update', key, { columns: columns([['value', value]]), expiry });
  return result(operation, existing || answersOld ? 'row' : 'written');
};

export const settingFor =
  (unit: (value: Value) => Value): Run =>
  command => {
    const [key, expiry, value] = command.args;
    return (
      value &&
      expiry &&
      result(
        record(command, 'update', key, { columns: columns([['value', value]]), expiry: unit(expiry) }),
        'written',
      )
    );
  };

export const settingMany: Run = command => {
  const [first] = command.args;
  const pairs =
    first?.kind === 'object'
      ? [...first.entries].map(([key, value]): [Value, Value] => [constant(key), value])
      : pairsOf(
          command.args.flatMap(argument => (argument.kind === 'array' ? argument.elements : [argument])),
        );
  for (const [key, value] of pairs) record(command, 'update', key, { columns: columns([['value', value]]) });
  return unknown;
};

function pairsOf(values: readonly Value[]): readonly [Value, Value][] {
  const [key, value, ...rest] = values;
  return key && value ? [[key, value], ...pairsOf(rest)] : [];
}

export const settingFields: Run = command => {
  const [key, first, ...rest] = command.args;
  if (first?.kind === 'object') {
    return result(
      record(command, 'update', key, { columns: columns(first.entries, first.spreads) }),
      'affected',
    );
  }
  const fields = first ? pairsOf([first, ...rest]) : [];
  const named = fields.flatMap(([name, value]): [string, Value][] =>
    name.kind === 'constant' ? [[String(name.value), value]] : [],
  );
  return result(
    record(command, 'update', key, {
      columns: columns(named, named.length < fields.length || fields.length === 0 ? [unknown] : []),
    }),
    'affected',
  );
};
