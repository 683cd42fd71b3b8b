import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generatedFiles } from './generated-files.js';

/** Writes what is generated; with `--check`, fails when a file is not what it would be. */
const root = path.resolve(import.meta.dirname, '..');
const isCheck = process.argv.includes('--check');
const stale: string[] = [];

for (const { file, content } of await generatedFiles(root)) {
  const target = path.join(root, file);
  if (readText(target) === content) continue;
  if (isCheck) stale.push(file);
  else writeFileSync(target, content);
}

if (stale.length > 0) {
  console.error(`Out of date: ${stale.join(', ')}. Run \`npm run generate\` and commit the result.`);
  process.exitCode = 1;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
