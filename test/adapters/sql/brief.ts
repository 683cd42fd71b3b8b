import { emptyStatement, type SqlOperand, type SqlStatement } from '../../../src/adapters/sql/facts.js';

/** Facts of a statement as a test writes them: what differs from an empty statement, operands as short text. */
export function brief(statement: SqlStatement): Record<string, unknown> {
  const empty = emptyStatement(statement.kind);
  const facts: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(statement) as [keyof SqlStatement, unknown][]) {
    const short = shorten(value);
    if (name === 'kind' || JSON.stringify(short) !== JSON.stringify(shorten(empty[name]))) facts[name] = short;
  }
  return facts;
}

function shorten(value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, item]) => [name, shorten(item)]));
  if (value instanceof Set) return [...value];
  if (Array.isArray(value)) return value.map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  if ('nested' in value) return brief(value as SqlStatement);
  if ('kind' in value) return operand(value as SqlOperand);
  return Object.fromEntries(Object.entries(value).filter(([name, item]) => item !== undefined && item !== false && name !== 'text').map(([name, item]) => [name, shorten(item)]));
}

function operand(value: SqlOperand): unknown {
  switch (value.kind) {
    case 'parameter':
      return `$${value.index + 1}`;
    case 'named':
      return `:${value.name}`;
    case 'inlined':
      return `\${${value.index}}`;
    case 'constant':
      return JSON.stringify(value.value);
    case 'column':
      return value.table === undefined ? value.name : `${value.table}.${value.name}`;
    case 'expression': {
      const reads = [...value.columns, ...value.operands.map(operand), ...(value.current ? [value.current] : [])].join(' ');
      return reads === '' ? `<${value.text}>` : `<${value.text}> of ${reads}`;
    }
  }
}
