/**
 * A PostgreSQL server from Debian for tests, reached over TCP with a password, as operators run it. It can be crashed
 * and restarted.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { memoryFolder } from '../../tools/process/memory-folder.mjs';
import { readPostmasterFile } from '../src/platform/database/embedded/postmaster-file.ts';
import { chooseRunAs, type RunAs } from '../src/platform/database/embedded/run-as.ts';
import { waitUntil } from '../src/platform/database/embedded/stop-left-over.ts';
import { type DebianProgram, debianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 30_000;
const USER = 'serai_owner';

export interface PostgresServerForTest {
  /** Connects to the database `postgres` as a superuser. */
  url: string;
  port: number;
  stop(): Promise<void>;
  /** Stops the server immediately without a checkpoint. The next start runs crash recovery. */
  crash(): Promise<void>;
  /** Starts the server after a crash, with the same data and port. */
  startAgain(): Promise<void>;
  /** Starts a streaming replica on another port. */
  startStandby(): Promise<StandbyServer>;
}

export interface StandbyServer extends Omit<PostgresServerForTest, 'startStandby'> {
  /** Resolves when the server accepts writes. */
  promote(): Promise<void>;
}

export interface PostgresServerOptions {
  fsync?: 'on' | 'off';
  /** The folder in which the data folder is created. Default: a memory-backed folder if possible. */
  parent?: string;
  settings?: Record<string, string | number>;
}

interface Home {
  program: DebianProgram;
  runAs: RunAs;
  dataDir: string;
  clusterDir: string;
  port: number;
  password: string;
  settings: Record<string, string | number>;
}

/** Returns undefined if no server is available. The reason has then been printed. */
export async function startPostgresServer(
  options: PostgresServerOptions = {},
): Promise<PostgresServerForTest | undefined> {
  const program = await debianPackage('postgresql', 'usr/lib/postgresql/*/bin/postgres');
  if (program === undefined) return undefined;
  const { fsync = 'on', parent = memoryFolder() } = options;
  const password = randomBytes(12).toString('hex');
  const settings = { fsync, max_connections: 200, ...options.settings };
  const home = await newHome(program, parent, password, settings);
  await initialise(home);
  const server = await startIn(home);
  return {
    ...server,
    async startStandby() {
      const copy = await newHome(program, parent, password, settings);
      await runTool(
        copy,
        'pg_basebackup',
        `--dbname=${server.url}`,
        `--pgdata=${copy.clusterDir}`,
        '--write-recovery-conf',
        '--checkpoint=fast',
        '--no-sync',
      );
      const standby = await startIn(copy);
      return { ...standby, promote: () => runTool(copy, 'pg_ctl', 'promote', `--pgdata=${copy.clusterDir}`) };
    },
  };
}

async function newHome(
  program: DebianProgram,
  parent: string,
  password: string,
  settings: Home['settings'],
): Promise<Home> {
  const dataDir = await mkdtemp(join(parent, 'serai-postgres-'));
  const runAs = await chooseRunAs({ postgres: program.path, dataDir, env: program.env });
  const { uid, gid } = runAs.owner;
  if (uid !== process.getuid?.()) await chown(dataDir, uid, gid);
  const clusterDir = join(dataDir, 'cluster');
  return { program, runAs, dataDir, clusterDir, port: await freePort(), password, settings };
}

async function startIn(home: Home): Promise<Omit<PostgresServerForTest, 'startStandby'>> {
  let child = await spawnServer(home);
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
  return {
    url: `postgres://${USER}:${home.password}@127.0.0.1:${home.port}/postgres`,
    port: home.port,
    async stop() {
      await end('SIGINT');
      await rm(home.dataDir, { recursive: true, force: true });
    },
    crash: () => end('SIGQUIT'),
    async startAgain() {
      child = await spawnServer(home);
    },
  };
}

async function spawnServer({ program, runAs, clusterDir, port, settings }: Home): Promise<ChildProcess> {
  const all = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...runAs.prefix, program.path, '-D', clusterDir, ...flags];
  const child = spawn(command, args, { ...runAs.spawn, cwd: '/', stdio: 'ignore', detached: true });
  const endWithUs = () => void child.kill('SIGQUIT');
  process.once('exit', endWithUs);
  child.once('exit', () => process.removeListener('exit', endWithUs));
  // After a crash, the file written by the previous process still exists.
  const isReady = () => {
    const file = readPostmasterFile(clusterDir);
    return file?.pid === child.pid && (file?.status === 'ready' || file?.status === 'standby');
  };
  if (!(await waitUntil(isReady, START_TIMEOUT_MS))) throw new Error(`${program.path} did not start`);
  return child;
}

async function initialise(home: Home): Promise<void> {
  const passwordFile = join(home.dataDir, 'password');
  await writeFile(passwordFile, home.password, { mode: 0o600 });
  await chown(passwordFile, home.runAs.owner.uid, home.runAs.owner.gid);
  await runTool(
    home,
    'initdb',
    `--pgdata=${home.clusterDir}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  );
}

/** Runs a program of the server's package. */
async function runTool({ program, runAs }: Home, name: string, ...toolArgs: string[]): Promise<void> {
  const [command = '', ...args] = [...runAs.prefix, join(dirname(program.path), name), ...toolArgs];
  await run(command, args, { ...runAs.spawn, cwd: '/' });
}
