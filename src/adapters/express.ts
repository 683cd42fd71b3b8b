/** Code that an adapter writes, with the names that it needs. */
export interface Expressed {
  readonly code: string;
  readonly imports: readonly NeededName[];
}

export interface NeededName {
  readonly specifier: string;
  readonly name: string;
}

/** What an adapter may ask of the file that its code goes into. */
export interface ExpressTarget {
  /** A package.json above the file asks for one of the packages. */
  readonly dependsOn: (packages: readonly string[]) => boolean;
  /** Specifier by which the file, or the project where it does not, imports one of the packages. */
  readonly specifierOf: (packages: readonly string[]) => string | undefined;
}
