import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { StartError } from '../../start-error.ts';
import { type OpenDatabase, openOwnerDatabase } from '../connect.ts';
import { quietLog } from '../database-log.ts';
import { isAlive, readPostmasterFile } from './postmaster-file.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts';
import { waitUntil } from './stop-left-over.ts';

/** Without /proc, a dead process that has not been reaped looks alive. */
const NO_PROC = !existsSync('/proc/self');

const OWNER_PROGRAM = fileURLToPath(new URL('../../../../test/embedded-owner.ts', import.meta.url));
const isRoot = process.getuid?.() === 0;

/** A cluster that is created once and copied by the tests that need a cluster. */
let made: string;
let folder: string;
let cleanUps: (() => Promise<unknown>)[];
beforeAll(async () => {
  made = await mkdtemp(join(tmpdir(), 'serai-made-'));
  const server = await startEmbeddedPostgres({ dataDir: made, log: quietLog, settings: { fsync: 'off' } });
  await server.stop();
});
afterAll(() => rm(made, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-embedded-'));
  cleanUps = [];
});
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  await rm(folder, { recursive: true, force: true });
});

async function copyMade(dataDir = folder): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  execFileSync('cp', ['-a', join(made, 'postgres'), dataDir]);
}

/**
 * Killing a process loses nothing that the kernel already has, so all tests except the first skip `fsync` to save time.
 */
async function start(dataDir: string, settings = { fsync: 'off' }): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  cleanUps.push(() => server.stop());
  return server;
}

function open(server: EmbeddedPostgres): OpenDatabase {
  const db = openOwnerDatabase({ address: server.address, log: quietLog, max: 2 });
  cleanUps.push(() => db.close());
  return db;
}

async function failure(starting: Promise<unknown>): Promise<StartError> {
  const error = await starting.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  return error as StartError;
}

/** Starts the program that writes continuously and waits for some confirmed writes. */
async function startOwner(dataDir: string): Promise<{ child: ChildProcess; promised: () => number }> {
  await copyMade(dataDir);
  const child = spawn(process.execPath, [OWNER_PROGRAM, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout?.on('data', chunk => {
    output += chunk;
  });
  const promised = () => Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
  expect(await waitUntil(() => promised() > 20, 15_000)).toBe(true);
  return { child, promised };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

function serverPid(dataDir: string): number {
  const file = readPostmasterFile(join(dataDir, 'postgres'));
  if (file === undefined) throw new Error('no server runs');
  return file.pid;
}

async function countPromises(server: EmbeddedPostgres): Promise<number> {
  const [row] = await open(server)<{ count: number }[]>`SELECT count(*) FROM promise`;
  return row?.count ?? 0;
}

test('the first start creates a cluster with checksums and UTF-8, and the next start reuses it', async () => {
  const first = await start(folder, { fsync: 'on' });
  expect(first.recovered).toBe(false);
  const db = open(first);
  const [settings] = await db`
    SELECT current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
      current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS commits`;
  expect(settings).toEqual({ checksums: 'on', encoding: 'UTF8', addresses: '', fsync: 'on', commits: 'on' });
  await db`CREATE TABLE kept AS SELECT 7 AS number`;
  await db.close();
  const pid = serverPid(folder);
  await first.stop();
  expect(isAlive(pid)).toBe(false);

  const next = await start(folder);
  expect(next.recovered).toBe(false);
  expect(await open(next)`SELECT number FROM kept`).toEqual([{ number: 7 }]);
});

test('only the owner may enter the socket folder of the embedded database', async () => {
  await copyMade();
  await start(folder);
  expect((await stat(join(folder, 'postgres-socket'))).mode & 0o777).toBe(0o700);
});

test('a second process on the same data folder is rejected, and the error names the process to stop', async () => {
  await copyMade();
  await start(folder);
  const inSameProcess = await failure(start(folder));
  expect(inSameProcess.message).toContain(`process ${process.pid}`);

  const other = spawn(process.execPath, [OWNER_PROGRAM, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  other.stderr.on('data', chunk => {
    said += chunk;
  });
  const [code] = await once(other, 'close');
  expect(code).toBe(1);
  expect(said).toContain(`process ${process.pid}`);
  expect(said).toContain('SERAI_DATA_DIR');
});

test('the embedded database works in a path with spaces, quotes and commas', async () => {
  const dataDir = join(folder, 'my "data", here');
  await copyMade(dataDir);
  const server = await start(dataDir);
  expect(await open(server)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

test('if the data path is too long for a socket, the socket is in a short private folder instead', async () => {
  const dataDir = join(folder, 'l'.repeat(60), 'l'.repeat(60));
  await copyMade(dataDir);
  const server = await start(dataDir);
  const { socketPath } = server.address as { socketPath: string };
  expect(Buffer.byteLength(socketPath)).toBeLessThanOrEqual(107);
  expect((await stat(join(socketPath, '..'))).mode & 0o777).toBe(0o700);
  expect(await open(server)`SELECT 1 AS one`).toEqual([{ one: 1 }]);
});

test.skipIf(NO_PROC)(
  'killing the owner of the embedded database loses no confirmed write, and its server no longer runs after the next start (needs /proc)',
  async () => {
    const { child, promised } = await startOwner(folder);
    const left = serverPid(folder);
    await kill(child);
    const server = await start(folder);
    expect(isAlive(left)).toBe(false);
    expect(await countPromises(server)).toBeGreaterThanOrEqual(promised());
  },
);

test.skipIf(NO_PROC)(
  'an embedded database server that outlives its owner is stopped by the next start (needs /proc)',
  async () => {
    const { child, promised } = await startOwner(folder);
    const left = serverPid(folder);
    // While stopped, the server cannot react to the death of its owner.
    process.kill(left, 'SIGSTOP');
    await kill(child);
    const starting = start(folder);
    process.kill(left, 'SIGCONT');
    const server = await starting;
    expect(isAlive(left)).toBe(false);
    expect(await countPromises(server)).toBeGreaterThanOrEqual(promised());
  },
);

test('if the embedded database and its owner are killed together, the database is recovered at the next start, and the recovery is reported', async () => {
  const { child, promised } = await startOwner(folder);
  process.kill(serverPid(folder), 'SIGKILL');
  await kill(child);
  const server = await start(folder);
  expect(server.recovered).toBe(true);
  expect(await countPromises(server)).toBeGreaterThanOrEqual(promised());
});

test('the embedded database starts even if its recorded process ID was reused', async () => {
  const { child } = await startOwner(folder);
  const bystander = spawn('sleep', ['60']);
  cleanUps.push(() => kill(bystander));
  process.kill(serverPid(folder), 'SIGKILL');
  await kill(child);
  const file = join(folder, 'postgres', 'postmaster.pid');
  execFileSync('sed', ['-i', `1s/.*/${bystander.pid}/`, file]);
  expect((await start(folder)).recovered).toBe(true);
  expect(isAlive(bystander.pid ?? 0)).toBe(true);
});

test('a killed database server is restarted by its owner, and open databases recover', async () => {
  await copyMade();
  const server = await start(folder);
  const db = open(server);
  await db`CREATE TABLE kept AS SELECT 7 AS number`;
  process.kill(serverPid(folder), 'SIGKILL');
  const healed = async () => {
    const rows = await db<{ number: number }[]>`SELECT number FROM kept`.catch(() => []);
    return rows[0]?.number === 7;
  };
  expect(await waitUntil(healed, 15_000)).toBe(true);
});

test('a first start of the embedded database that was killed halfway does not affect the next start', async () => {
  await mkdir(join(folder, 'postgres.unfinished', 'base'), { recursive: true });
  const server = await start(folder);
  expect(server.recovered).toBe(false);
  expect(await readdir(folder)).not.toContain('postgres.unfinished');
});

test.skipIf(!isRoot)(
  'the error about a full disk names the data folder (needs root to mount a small disk)',
  async () => {
    const disk = join(folder, 'disk');
    await mkdir(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk]);
    cleanUps.push(async () => execFileSync('umount', [disk]));
    const error = await failure(start(join(disk, 'data')));
    expect(error.message).toMatch(/the disk with .*\/disk\/data is full \(\d+ MB free\)/);
    expect(error.hint).toContain('SERAI_DATA_DIR');
  },
);

test.skipIf(!isRoot)(
  'a data folder of another user is rejected, and the error identifies both users (needs root)',
  async () => {
    await copyMade();
    execFileSync('chown', ['-R', '12345', folder]);
    const error = await failure(start(folder));
    expect(error.message).toContain('belongs to the user with id 12345');
    expect(error.hint).toContain('chown -R 0');
  },
);
