import { cac, type CAC } from 'cac';
import { addCheckCommand } from './commands/check.js';
import { addMigrateCommand } from './commands/migrate.js';
import { UsageError, type ExitCode, type Terminal } from './terminal.js';

const NAME = 'eslint-plugin-idempotency';

/** Runs the command that the arguments name; every failure becomes a line on standard error and exit code 2. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const cli = cac(NAME).help().version(terminal.version);
  addCheckCommand(cli, terminal);
  addMigrateCommand(cli, terminal);
  try {
    const { options } = cli.parse(['node', NAME, ...args], { run: false });
    if (options['help'] === true || options['version'] === true) return 0;
    return await runMatched(cli);
  } catch (error) {
    terminal.error(`${describe(error)}\n`);
    return 2;
  }
}

async function runMatched(cli: CAC): Promise<ExitCode> {
  if (!cli.matchedCommand) {
    const name = cli.args[0];
    throw new UsageError(name === undefined ? 'No command given.' : `There is no command "${name}".`);
  }
  return (await cli.runMatchedCommand()) as ExitCode;
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isUsage = error instanceof UsageError || error.name === 'CACError';
  return isUsage ? `${error.message} See ${NAME} --help.` : (error.stack ?? error.message);
}
