import type { Adapter } from '../adapters/adapter.js';
import { noTypes } from '../adapters/no-types.js';
import type { Project } from '../modules/project.js';

const IMPORT = new RegExp(
  [
    String.raw`\bimport\s+([^'"();]*?)\s*from\s*['"]([^'"\n]+)['"]`,
    String.raw`\bexport\s+(?:\*|\{[^}]*\})[^'"();]*from\s*['"]([^'"\n]+)['"]`,
    String.raw`\b(?:require|import)\s*\(\s*['"]([^'"\n]+)['"]\s*\)`,
  ].join('|'),
  'gu',
);

/**
 * Keys and receipts of webhooks are told by their names, what is injected by its decorator: none needs an import
 * that tells.
 */
const TELLING = new RegExp(
  [
    'idempoten|dedup(?:lication|e)?[-_]*(?:id|key)|paypal-?request-?id|nats-?msg-?id|jobId|@Inject',
    String.raw`constructEvent|webhooks?\.(?:verify|unmarshal)|verify\w*Webhook`,
  ].join('|'),
  'iu',
);

/** A migration is handed its client: it need not import it. */
const MIGRATION = /^(?=[^]*\bup\b)(?=[^]*\bdown\b)[^]*(?:\.schema\b|\bknex\b|\bqueryRunner\b|\bqueryInterface\b)/iu;

/** What is tried again is told by its name, a service outside by what is asked of it. */
const TRIED_AGAIN =
  /^(?=[^]*(?:retr(?:y|ies)|attempt|backoff))(?=[^]*(?:\.post\(|['"]POST['"]|payment|charge|payout|refund|transfer))/iu;

/** Bundles have all such words, and nobody reads findings in them. */
const isTriedAgain = (text: string): boolean => text.length < 200_000 && TRIED_AGAIN.test(text);

const FRAMEWORKS = /^(?:@nestjs|typedi|tsyringe|inversify|awilix)\b/u;

interface Imports {
  /** A client itself is imported, or what may be one. */
  readonly isThere: boolean;
  /** Files that are imported besides. */
  readonly files: readonly string[];
}

/**
 * Which files can come to a client of a library, by what they import and what those import. Imports are read
 * off the text: this is asked of every file, and most are let go for it without being parsed. Where a
 * framework injects by type or token, imports do not tell, so such files count as reaching.
 */
export class Reach {
  private readonly known = new Map<string, boolean>();
  private readonly imports = new Map<string, Imports>();
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
  reaches(file: string, text?: string): boolean {
    const known = this.known.get(file);
    if (known !== undefined) return known;
    const importers = new Map<string, string | undefined>([[file, undefined]]);
    for (const current of importers.keys()) {
      const { isThere, files } = this.importsOf(current, current === file ? text : undefined);
      if (isThere || this.known.get(current) === true) {
        for (let at: string | undefined = current; at; at = importers.get(at)) this.known.set(at, true);
        return true;
      }
      for (const next of files) {
        if (this.known.get(next) !== false && !importers.has(next)) importers.set(next, current);
      }
    }
    // Files that import each other come to the same: none of them comes to a client.
    for (const passed of importers.keys()) this.known.set(passed, false);
    return false;
  }

  private importsOf(file: string, text: string | undefined = this.project.text(file)): Imports {
    const found = this.imports.get(file) ?? this.readImports(file, text ?? '');
    this.imports.set(file, found);
    return found;
  }

  private readImports(file: string, text: string): Imports {
    if (TELLING.test(text) || isTriedAgain(text) || MIGRATION.test(text)) return { isThere: true, files: [] };
    const files: string[] = [];
    for (const [, names = '*', from, reexported, called] of text.matchAll(IMPORT)) {
      const next = this.leads(from ?? reexported ?? called ?? '', names, file);
      if (next === true) return { isThere: true, files: [] };
      if (next !== false) files.push(next);
    }
    return { isThere: false, files };
  }

  /** Whether it leads to a client, or the file that tells. */
  private leads(specifier: string, names: string, file: string): boolean | string {
    if (this.named.has(specifier) || FRAMEWORKS.test(specifier)) return true;
    const resolution = this.project.resolve(specifier, file);
    if (resolution.kind === 'file') return resolution.file;
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
