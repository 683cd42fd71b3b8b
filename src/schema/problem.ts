/** A part of a schema file that could not be read: constraints in it are not known. */
export interface SchemaProblem {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}
