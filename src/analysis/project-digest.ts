import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';
import { adapters } from '../adapters/index.js';
import { Reach } from '../flow/reach.js';
import { Project } from '../modules/project.js';

/**
 * A text that changes whenever a file changes on which findings in other files may rest: schemas, migrations, and
 * code from which a client can be reached. Answers the same for the same contents, wherever the project lies.
 */
export function projectDigest(cwd: string): string {
  const project = new Project(cwd);
  // The workspace is that of a file in the folder, there or not.
  const anchor = join(cwd, 'package.json');
  const reach = new Reach(project, adapters, new Set());
  const hash = createHash('sha256');
  const add = (file: string, text: string): void => {
    hash.update(relative(cwd, file)).update('\0').update(text).update('\0');
  };
  for (const file of project.schemas(anchor)) add(file, project.plainText(file) ?? '');
  for (const file of project.sources(anchor)) {
    const text = project.text(file);
    if (text !== undefined && reach.reaches(file, text)) add(file, text);
  }
  return hash.digest('hex').slice(0, 32);
}
