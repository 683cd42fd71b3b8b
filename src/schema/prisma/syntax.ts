/** A schema as its language has it, before anything is concluded. */
export interface Block {
  readonly keyword: 'model' | 'view' | 'type' | 'enum' | 'datasource' | 'generator';
  readonly name: string;
  readonly line: number;
  readonly fields: readonly Field[];
  /** `@@unique([a, b])`. */
  readonly attributes: readonly Attribute[];
  /** `provider = "postgresql"`. */
  readonly settings: ReadonlyMap<string, Expression>;
  /** A line in it could not be read. */
  readonly isBroken: boolean;
}

export interface Field {
  readonly name: string;
  /** `undefined`: a value of an enum. */
  readonly type: FieldType | undefined;
  readonly attributes: readonly Attribute[];
  readonly line: number;
}

export interface FieldType {
  /** `Unsupported` for types that only the database knows. */
  readonly name: string;
  readonly isList: boolean;
  readonly isOptional: boolean;
}

export interface Attribute {
  /** Without `@`: `unique`, `db.VarChar`. */
  readonly name: string;
  readonly args: readonly Argument[];
  readonly line: number;
}

export interface Argument {
  readonly name: string | undefined;
  readonly value: Expression;
}

export type Expression =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'number'; readonly value: number }
  /** A field, a value of an enum, `true`; `address.street` reaches into a composite type. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Argument[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly text: string };

/** The argument of a name, or the nth of those without. */
export function argument(args: readonly Argument[], name: string, position?: number): Expression | undefined {
  const named = args.find(given => given.name === name);
  if (named) return named.value;
  return position === undefined ? undefined : args.filter(given => given.name === undefined)[position]?.value;
}

export const stringOf = (expression: Expression | undefined): string | undefined =>
  expression?.kind === 'string' ? expression.value : undefined;
