import { basename, dirname, extname, sep } from 'node:path';

/** Files that describe one database together. */
export interface SchemaGroup {
  /** Folder that holds them all. */
  readonly folder: string;
  /** In the order in which they are read. */
  readonly files: readonly string[];
}

/**
 * Prisma schemas: a folder with schema files takes in those of the folders below it. Two files of one folder
 * that each name a database are two schemas.
 */
export function prismaGroups(files: readonly string[], namesDatabase: (file: string) => boolean): SchemaGroup[] {
  const folders = new Set(files.map(file => dirname(file)));
  const top = (folder: string): string => {
    let found = folder;
    for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) if (folders.has(at)) found = at;
    return found;
  };
  return [...byKey(files, file => top(dirname(file)))].flatMap(([folder, members]) => {
    const roots = members.filter(namesDatabase);
    if (roots.length < 2) return [{ folder, files: members }];
    return roots.map(root => ({ folder: stemOf(root), files: [root] }));
  });
}

/**
 * SQL files and migrations of one folder, or of folders side by side that hold one step each, in order.
 * One that lies beside code of its name, `stems` says where code is, belongs to that code alone.
 */
export function migrationGroups(files: readonly string[], stems: ReadonlySet<string>): SchemaGroup[] {
  const steps = files.filter(file => !isBackwards(file));
  const key = (file: string): string => (file.endsWith('.sql') && stems.has(stemOf(file)) ? stemOf(file) : folderOf(file));
  return [...byKey(steps, key)].map(([folder, members]) => ({
    folder,
    files: [...members].sort((a, b) => inOrder.compare(a, b)),
  }));
}

/** `migrations/20240101_init/migration.sql` is a step of `migrations`. */
function folderOf(file: string): string {
  const isStep = /^(?:migration|up|index)\.(?:sql|[cm]?[jt]s)$/u.test(basename(file));
  return isStep ? dirname(dirname(file)) : dirname(file);
}

const isBackwards = (file: string): boolean => /(?:^|[._-])(?:down|undo|rollback|revert)\.\w+$/iu.test(basename(file));

/** `V2` goes before `V10`. */
const inOrder = new Intl.Collator('en', { numeric: true });

function byKey(files: readonly string[], key: (file: string) => string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const file of files) groups.set(key(file), [...(groups.get(key(file)) ?? []), file]);
  return groups;
}

/** Number of folders that two paths have in common, from the root. */
export function commonFolders(a: string, b: string): number {
  const others = b.split(sep);
  const different = a.split(sep).findIndex((part, at) => part !== others[at]);
  return different < 0 ? a.split(sep).length : different;
}

/** Path without its extension. */
export const stemOf = (file: string): string => file.slice(0, file.length - extname(file).length);

/** Those that lie nearest to a file; several where none is nearer. */
export function nearest(groups: readonly SchemaGroup[], file: string): readonly SchemaGroup[] {
  const ranked = groups.map(group => ({ group, rank: commonFolders(group.folder, stemOf(file)) }));
  const best = Math.max(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === best).map(({ group }) => group);
}
