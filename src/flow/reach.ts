import type { Adapter } from '../adapters/adapter.js';
import type { Project } from '../modules/project.js';

const IMPORT = new RegExp(
  [
    String.raw`\bimport\s+([^'"();]*?)\s*from\s*['"]([^'"\n]+)['"]`,
    String.raw`\bexport\s+(?:\*|\{[^}]*\})[^'"();]*from\s*['"]([^'"\n]+)['"]`,
    String.raw`\b(?:require|import)\s*\(\s*['"]([^'"\n]+)['"]\s*\)`,
  ].join('|'),
  'gu',
);

/** Keys are told by their names, what is injected by its decorator: neither needs an import that tells. */
const TELLING = /idempoten|dedup|jobId|@Inject/iu;

const FRAMEWORKS = /^(?:@nestjs|typedi|tsyringe|inversify|awilix)\b/u;

const noTypes = { count: 0, name: () => undefined, resource: () => undefined, value: () => undefined };

/**
 * Which files can come to a client of a library, by what they import and what those import. Imports are read
 * off the text: this is asked of every file, and most are let go for it without being parsed. Where a
 * framework injects by type or token, imports do not tell, so such files count as reaching.
 */
export class Reach {
  private readonly known = new Map<string, boolean>();
  private readonly byPackage = new Map<string, readonly Adapter[]>();

  constructor(
    private readonly project: Project,
    adapters: readonly Adapter[],
    /** Modules that the settings name. */
    private readonly named: ReadonlySet<string>,
  ) {
    for (const adapter of adapters) {
      for (const name of adapter.packages)
        this.byPackage.set(name, [...(this.byPackage.get(name) ?? []), adapter]);
    }
  }

  /** `text`: what the file holds now, where the host has it. */
  reaches(file: string, text: string | undefined = this.project.text(file)): boolean {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    // A cycle reaches what its other members reach.
    this.known.set(file, false);
    const answer = text !== undefined && (TELLING.test(text) || this.importsClient(file, text));
    this.known.set(file, answer);
    return answer;
  }

  private importsClient(file: string, text: string): boolean {
    for (const [, names, from, reexported, called] of text.matchAll(IMPORT)) {
      const specifier = from ?? reexported ?? called;
      if (specifier !== undefined && this.leads(specifier, names ?? '*', file)) return true;
    }
    return false;
  }

  private leads(specifier: string, names: string, file: string): boolean {
    if (this.named.has(specifier) || FRAMEWORKS.test(specifier)) return true;
    const resolution = this.project.resolve(specifier, file);
    if (resolution.kind === 'file') return this.reaches(resolution.file);
    if (resolution.kind === 'missing') return /prisma/iu.test(specifier) || /\bPrisma/u.test(names);
    const adapters = this.byPackage.get(resolution.name) ?? [];
    return adapters.some(adapter => namesIn(names).some(name => gives(adapter, name, specifier)));
  }
}

const gives = (adapter: Adapter, name: string, specifier: string): boolean =>
  name === '*' ||
  adapter.exported?.(name, specifier) !== undefined ||
  adapter.typed?.(name, noTypes) !== undefined;

/** `prisma, { Prisma, type User as U }` imports `default`, `Prisma` and `User`. */
function namesIn(clause: string): readonly string[] {
  const [, named] = /\{([^}]*)\}/u.exec(clause) ?? [];
  const listed = (text: string): readonly string[] =>
    text
      .split(',')
      .map(part => part.trim().replace(/^type\s+/u, ''))
      .filter(Boolean);
  const outside = listed(clause.replace(/\{[^}]*\}/u, '').replace(/^type\s+/u, ''));
  return [
    ...outside.map(part => (part.startsWith('*') ? '*' : 'default')),
    ...listed(named ?? '').map(part => part.split(/\s/u)[0] ?? part),
  ];
}
