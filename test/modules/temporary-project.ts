import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, onTestFinished, vi } from 'vitest';
import { Project, type Resolution } from '../../src/modules/project.js';

/** A project in a folder of its own that is gone after the test. */
export class TemporaryProject {
  readonly folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'modules-')));
  readonly project: Project;

  constructor(files: Readonly<Record<string, string | object>>, cwd = '.') {
    for (const [file, content] of Object.entries(files)) this.write(file, content);
    this.project = new Project(this.path(cwd));
    onTestFinished(() => {
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  path(file: string): string {
    return join(this.folder, file);
  }

  /** For tests that speak of the project itself. */
  bound(): { project: Project; path: (file: string) => string } {
    return { project: this.project, path: file => this.path(file) };
  }

  write(file: string, content: string | object): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), typeof content === 'string' ? content : JSON.stringify(content));
  }

  /** `src/a.ts`, `package: pg`, `package: pg/sub` or `missing`. */
  resolve(specifier: string, from: string): string {
    return this.told(this.project.resolve(specifier, this.path(from)));
  }

  /** `src/users.ts: PrismaUsers`. */
  implementations(name: string, near: string): string[] {
    return this.project
      .implementations(name, this.path(near))
      .map(({ file, className }) => `${this.relative(file)}: ${className}`);
  }

  relative(file: string): string {
    return file.slice(this.folder.length + 1).replaceAll('\\', '/');
  }

  private told(resolution: Resolution): string {
    if (resolution.kind === 'missing') return 'missing';
    if (resolution.kind === 'file') return this.relative(resolution.file);
    const { name, subpath } = resolution;
    return `package: ${subpath === '' ? name : `${name}/${subpath}`}`;
  }
}

/** The next lint, a second later. */
export function nextLint(project: Project): void {
  const now = performance.now() + 1000;
  vi.spyOn(performance, 'now').mockReturnValue(now);
  project.refresh();
}

afterEach(() => {
  vi.restoreAllMocks();
});
