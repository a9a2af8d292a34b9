/** A PostgreSQL server of Debian's for tests: over TCP, with a password, as operators run it. */
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readPostmasterFile } from '../src/platform/database/embedded/postmaster-file.ts';
import { chooseRunAs, type RunAs } from '../src/platform/database/embedded/run-as.ts';
import { waitUntil } from '../src/platform/database/embedded/wait-until.ts';
import { debianPackage } from './debian-package.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);
const START_TIMEOUT_MS = 30_000;
const USER = 'serai_owner';

export interface PostgresServerForTest {
  /** Of a superuser, on the database `postgres`. */
  url: string;
  stop(): Promise<void>;
}

/** Undefined where no server can be had; the reason was printed. */
export async function startPostgresServer(
  options: { fsync: 'on' | 'off' } = { fsync: 'on' },
): Promise<PostgresServerForTest | undefined> {
  const program = await debianPackage('postgresql', 'usr/lib/postgresql/*/bin/postgres');
  if (program === undefined) return undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'serai-postgres-'));
  const runAs = await chooseRunAs({ postgres: program.path, dataDir, env: program.env });
  const { uid, gid } = runAs.owner;
  if (uid !== process.getuid?.()) await chown(dataDir, uid, gid);
  const clusterDir = join(dataDir, 'cluster');
  const password = randomBytes(12).toString('hex');
  await initialise(runAs, join(dirname(program.path), 'initdb'), clusterDir, password);

  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: options.fsync,
    max_connections: 200,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const [command = '', ...args] = [...runAs.prefix, program.path, '-D', clusterDir, ...flags];
  const child = spawn(command, args, { ...runAs.spawn, cwd: '/', stdio: 'ignore', detached: true });
  const endWithUs = () => void child.kill('SIGQUIT');
  process.once('exit', endWithUs);
  const isReady = () => readPostmasterFile(clusterDir)?.status === 'ready';
  if (!(await waitUntil(isReady, START_TIMEOUT_MS))) throw new Error(`${program.path} did not start`);
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await ended;
      process.removeListener('exit', endWithUs);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function initialise(runAs: RunAs, initdb: string, clusterDir: string, password: string): Promise<void> {
  const passwordFile = join(dirname(clusterDir), 'password');
  await writeFile(passwordFile, password, { mode: 0o600 });
  await chown(passwordFile, runAs.owner.uid, runAs.owner.gid);
  const flags = [`--pgdata=${clusterDir}`, `--username=${USER}`, `--pwfile=${passwordFile}`];
  const [command = '', ...args] = [
    ...runAs.prefix,
    initdb,
    ...flags,
    ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
  ];
  await run(command, args, { ...runAs.spawn, cwd: '/' });
}
