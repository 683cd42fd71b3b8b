import { runCommandLine } from '../../src/cli/command-line.js';

export interface Output {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** Runs the command line in a folder, as a shell would see it. */
export async function run(cwd: string, ...args: readonly string[]): Promise<Output> {
  let out = '';
  let error = '';
  const code = await runCommandLine(args, {
    cwd,
    version: '1.2.3',
    hasColor: false,
    isInteractive: false,
    out: text => void (out += text),
    error: text => void (error += text),
  });
  return { code, out, error };
}

/** Files of a JSON run, relative to the folder. */
export function checkedFiles({ out }: Output, cwd: string): readonly string[] {
  return (JSON.parse(out) as { filePath: string }[]).map(({ filePath }) => filePath.slice(cwd.length + 1));
}
