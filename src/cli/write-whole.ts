import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync, accessSync, constants } from 'node:fs';

/**
 * Replaces a file's text so that at every moment the file is either the old one or the new one: a copy beside it is
 * written, flushed and put in its place. Throws, and leaves no copy, when that cannot be done.
 */
export function writeWhole(path: string, text: string): void {
  // A link stays a link.
  const file = realpathSync(path);
  // Renaming over a file asks only its folder, so that a read-only file would be lost unasked.
  accessSync(file, constants.W_OK);
  const { mode } = statSync(file);
  if ((mode & 0o222) === 0) throw new Error('it is read-only');
  const copy = `${file}.${String(process.pid)}.tmp`;
  try {
    const handle = openSync(copy, 'wx', mode);
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(copy, file);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}
