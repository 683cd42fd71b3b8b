/** Something in the project that could not be read, and what to do about it. */
export interface ModuleProblem {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
  readonly remedy: string;
}

/** The problems of the files as they are now. */
export class Problems {
  private readonly byTopic = new Map<string, ModuleProblem>();

  /** A file has one problem of each topic at most. */
  add(problem: ModuleProblem, topic = ''): void {
    this.byTopic.set(`${problem.file}\0${topic}`, problem);
  }

  clear(file: string, topic = ''): void {
    this.byTopic.delete(`${file}\0${topic}`);
  }

  list(): readonly ModuleProblem[] {
    return [...this.byTopic.values()].sort((a, b) => a.file.localeCompare(b.file, 'en'));
  }
}
