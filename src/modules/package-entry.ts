import { join } from 'node:path';
import type { Folders } from './folders.js';
import { type Json, member, members, strings } from './jsonc.js';
import type { Manifest } from './manifest.js';

/** Folders that compilers write to, and the folders inside them for one kind of output. */
const outputs = new Set([
  'dist',
  'build',
  'lib',
  'out',
  'output',
  'es',
  'esm',
  'cjs',
  'types',
  'src',
  '.output',
]);

/** The source file that `package/subpath` means, also where the package only names its compiled output. */
export function findPackageEntry(manifest: Manifest, subpath: string, folders: Folders): string | undefined {
  const { folder, json } = manifest;
  const key = subpath === '' ? '.' : `./${subpath}`;
  const declared = targetsOf(member(json, 'exports'), key, isExportMap);
  const fields =
    subpath === ''
      ? ['source', 'module', 'main', 'types', 'typings'].flatMap(field => strings(member(json, field)))
      : [];
  const usual =
    subpath === ''
      ? ['src/index', 'index', 'src/main', 'lib/index', 'src']
      : [`src/${subpath}`, subpath, `lib/${subpath}`];
  return (
    findTarget(folder, [...declared, ...fields], folders) ??
    first(usual, path => folders.findSource(join(folder, path)))
  );
}

/** The file that `#name` means in the package. */
export function findPackageImport(
  { folder, json }: Manifest,
  specifier: string,
  folders: Folders,
): string | undefined {
  return findTarget(
    folder,
    targetsOf(member(json, 'imports'), specifier, () => true),
    folders,
  );
}

/** The file of a path; of compiled output what it is compiled from: of `dist/esm/a.js` `src/a.ts`. */
export function findTarget(folder: string, targets: readonly string[], folders: Folders): string | undefined {
  const declarations = /\.d\.[cm]?ts$/u;
  const found = first(targets, target => {
    const file = folders.findSource(join(folder, target));
    return file !== undefined && !declarations.test(file) ? file : undefined;
  });
  return (
    found ??
    first(
      targets.flatMap(target => sourcesOf(target)),
      source => folders.findSource(join(folder, source)),
    ) ??
    first(targets, target => folders.findSource(join(folder, target)))
  );
}

function sourcesOf(target: string): string[] {
  const parts = target
    .replace(/^\.\//u, '')
    .replace(/(?:\.d)?\.[cm]?[jt]sx?$/u, '')
    .split('/');
  if (!outputs.has(parts[0] ?? '')) return [];
  const sources: string[] = [];
  while (parts.length > 1 && outputs.has(parts[0] ?? '')) {
    parts.shift();
    sources.push(`src/${parts.join('/')}`, parts.join('/'));
  }
  return sources;
}

function isExportMap(value: Json): boolean {
  return members(value).some(([key]) => key.startsWith('.'));
}

/** All files that an `exports` or `imports` field gives for the key, whatever the condition. */
function targetsOf(field: Json | undefined, key: string, isMap: (field: Json) => boolean): string[] {
  if (field === undefined) return [];
  if (!isMap(field)) return key === '.' ? leaves(field) : [];
  const exact = member(field, key);
  if (exact !== undefined) return leaves(exact);
  const [best] = members(field)
    .flatMap(([pattern, target]) => {
      const filling = fill(pattern, key);
      return filling === undefined ? [] : [{ pattern, target, filling }];
    })
    .sort((a, b) => b.pattern.indexOf('*') - a.pattern.indexOf('*'));
  return best ? leaves(best.target).map(leaf => leaf.replaceAll('*', best.filling)) : [];
}

/** What `*` stands for where the pattern fits. */
export function fill(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : undefined;
  const end = pattern.slice(star + 1);
  const fits =
    text.length >= pattern.length - 1 && text.startsWith(pattern.slice(0, star)) && text.endsWith(end);
  return fits ? text.slice(star, text.length - end.length) : undefined;
}

function leaves(target: Json): string[] {
  if (typeof target === 'string') return [target];
  const nested = Array.isArray(target)
    ? (target as readonly Json[])
    : members(target).map(([, value]) => value);
  return nested.flatMap(value => leaves(value));
}

function first<T, R>(items: readonly T[], find: (item: T) => R | undefined): R | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
