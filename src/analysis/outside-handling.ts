import { walkFile } from '../flow/walk-file.js';
import type { ProjectWorld } from '../flow/project-world.js';
import type { Project } from '../modules/project.js';
import { rangeOf } from '../modules/range.js';
import type { Operation } from '../operations/operation.js';
import { isOneOff } from './one-off.js';
import { catchesViolation, namesViolation, takesAllErrors } from './violations.js';

/** Finds who handles the unique violation that leaves a function: its callers, or a handler of all errors. */
export class OutsideHandling {
  /** Sources that tell a violation from other errors, by workspace. */
  private readonly telling = new Map<string, readonly string[]>();
  private readonly caught = new Map<string, readonly Operation[]>();
  private generation = -1;

  constructor(private readonly project: Project) {}

  /** `name`: of the function that the insert leaves with its error. */
  handles(insert: Operation, name: string | undefined, world: ProjectWorld): boolean {
    this.forgetChanged();
    const telling = this.tellingNear(insert.file);
    const folder = this.project.packageFolder(insert.file);
    return (
      telling.some(file => this.project.packageFolder(file) === folder && takesAllErrors(this.text(file))) ||
      (name !== undefined &&
        telling
          .filter(file => this.text(file).includes(`${name}(`))
          .some(file => this.caughtIn(file, world).some(operation => isSamePlace(operation, insert))))
    );
  }

  private tellingNear(file: string): readonly string[] {
    const sources = this.project.sources(file);
    const key = sources[0] ?? '';
    const known =
      this.telling.get(key) ??
      sources.filter(source => !isOneOff(source, this.project.root) && namesViolation(this.text(source)));
    this.telling.set(key, known);
    return known;
  }

  /** Operations under a `try` of the file that handles a violation. */
  private caughtIn(file: string, world: ProjectWorld): readonly Operation[] {
    const known = this.caught.get(file);
    if (known) return known;
    const source = this.project.module(file);
    const walks = source ? walkFile(world, source) : [];
    const caught = walks.flatMap(({ operations }) => operations.filter(catchesViolation));
    this.caught.set(file, caught);
    return caught;
  }

  private text(file: string): string {
    return this.project.text(file) ?? '';
  }

  private forgetChanged(): void {
    if (this.generation === this.project.generation) return;
    this.generation = this.project.generation;
    this.telling.clear();
    this.caught.clear();
  }
}

/** One call in the code, met on two walks. */
function isSamePlace(a: Operation, b: Operation): boolean {
  const [first, second] = [rangeOf(a.node), rangeOf(b.node)];
  return a.file === b.file && first[0] === second[0] && first[1] === second[1];
}
