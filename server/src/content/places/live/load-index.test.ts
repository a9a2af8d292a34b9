import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SPAIN, writePlaces } from '../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { createLog } from '../../../platform/log.ts';
import { readCatalogueVersion } from './catalogue-version-store.ts';
import { indexFile } from './index-file.ts';
import { loadIndex } from './load-index.ts';

let database: TestDatabase;
let dataDir: string;
let path: string;
const log = createLog('silent');
const load = (signal = new AbortController().signal, { prepare = true } = {}) =>
  loadIndex({ address: database.address, prepare, gently: false, dataDir }, log, signal);
const firstOf = async (query: string) => {
  const index = await load();
  const [hit] = index.search({ query, limit: 1 });
  return hit === undefined ? undefined : index.placeId(hit.place);
};

beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, SPAIN);
});
afterAll(() => database.drop());
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'serai-index-'));
  path = indexFile(dataDir, (await readCatalogueVersion(database.db)).database);
  return () => rm(dataDir, { recursive: true, force: true });
});

test('an index is made once and kept', async () => {
  expect(await firstOf('barcelona')).toBe('plc_BCN');
  const kept = await readFile(path);
  expect(await firstOf('barcelona')).toBe('plc_BCN');
  expect((await readFile(path)).equals(kept)).toBe(true);
});

test.each([
  ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ['with one bit turned', (bytes: Buffer) => turned(bytes, bytes.length >> 1)],
  ['empty', () => Buffer.alloc(0)],
  ['something else', () => Buffer.from('not an index')],
])('a file that is %s is never trusted: the index is made again and kept', async (_, damage) => {
  await load();
  const good = await readFile(path);
  await writeFile(path, damage(Buffer.from(good)));
  expect(await firstOf('barcelona')).toBe('plc_BCN');
  expect((await readFile(path)).equals(good)).toBe(true);
});

test('a file of older places is made again', async () => {
  expect(await firstOf('sabadell')).toBe(undefined);
  await writePlaces(database.db, [{ key: 'SABADELL', type: 'CITY', name: 'Sabadell', parent: 'CT' }]);
  expect(await firstOf('sabadell')).toBe('plc_SABADELL');
});

test('a file of another database goes, and what a process left that was killed long ago', async () => {
  const foreign = indexFile(dataDir, '00000000-0000-0000-0000-000000000000');
  const [leftOver, unfinished] = [`${foreign}.left`, `${path}.unfinished`];
  for (const name of [foreign, leftOver, unfinished]) await writeFile(name, 'some bytes');
  await utimes(leftOver, 0, 0);
  await load();
  const names = (await readdir(dataDir)).map(name => join(dataDir, name));
  expect(names.sort()).toEqual([path, unfinished].sort());
});

test('an index that cannot be kept serves all the same', async () => {
  dataDir = join(dataDir, 'missing');
  expect(await firstOf('barcelona')).toBe('plc_BCN');
});

test('a file that cannot be read is no reason not to serve', async () => {
  await mkdir(path);
  expect(await firstOf('barcelona')).toBe('plc_BCN');
});

test('two that make it at once both succeed', async () => {
  const found = await Promise.all([firstOf('barcelona'), firstOf('barcelona')]);
  expect(found).toEqual(['plc_BCN', 'plc_BCN']);
});

test('a database that cannot be reached is an error, not a wait', async () => {
  const address = { url: 'postgres://127.0.0.1:1/nothing' };
  const loading = loadIndex(
    { address, prepare: true, gently: false, dataDir },
    log,
    new AbortController().signal,
  );
  await expect(loading).rejects.toThrow('ECONNREFUSED');
});

test('one that is told to stop ends at once', async () => {
  const stopping = new AbortController();
  const loading = load(stopping.signal);
  stopping.abort();
  await expect(loading).rejects.toThrow('aborted');
});

describe('a build', () => {
  const PROGRAM = /index-program\.ts/;

  /** Processes that build an index for this one, or for one that this one has started. */
  function builders(of: number): number[] {
    return readdirSync('/proc').flatMap(name => {
      try {
        const [parent] = /(?<=\) \w )\d+/.exec(readFileSync(`/proc/${name}/stat`, 'utf8')) ?? [];
        const isBuilder =
          Number(parent) === of && PROGRAM.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'));
        return isBuilder ? [Number(name)] : [];
      } catch {
        return [];
      }
    });
  }

  /** Builds wait for the rows until `work` ends, those without limits on their session: `prepare` is false. */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    await database.ownerDb.transaction(async tx => {
      await tx`LOCK TABLE place_name IN ACCESS EXCLUSIVE MODE`;
      await work();
    });
  }

  /** Resolves when it waits for the rows. */
  async function builderOf(pid: number): Promise<number> {
    return vi.waitFor(
      async () => {
        const waiting = await database.ownerDb`
          SELECT FROM pg_locks WHERE relation = 'place_name'::regclass AND NOT granted`;
        expect(waiting).toHaveLength(1);
        return builders(pid)[0] as number;
      },
      { timeout: 20_000, interval: 50 },
    );
  }

  /** One that nobody has asked how it ended is still listed. */
  const hasEnded = (pid: number) =>
    vi.waitFor(
      () => {
        const stat = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z';
        expect(stat).toMatch(/\) Z/);
      },
      { timeout: 10_000 },
    );

  test('that fails says why, and leaves nothing behind', async () => {
    await database.ownerDb.script('REVOKE SELECT ON place_name FROM serai_service');
    try {
      await expect(load()).rejects.toThrow('permission denied for table place_name');
    } finally {
      await database.ownerDb.script('GRANT SELECT ON place_name TO serai_service');
    }
    expect(await readdir(dataDir)).toEqual([]);
    expect(await firstOf('barcelona')).toBe('plc_BCN');
  });

  test.runIf(process.platform === 'linux')(
    'ends with the service that stops',
    { timeout: 60_000 },
    async () => {
      await whileLocked(async () => {
        const stopping = new AbortController();
        const loading = load(stopping.signal, { prepare: false });
        const builder = await builderOf(process.pid);
        stopping.abort();
        await expect(loading).rejects.toThrow('aborted');
        await hasEnded(builder);
      });
      expect(await readdir(dataDir)).toEqual([]);
    },
  );

  test.runIf(process.platform === 'linux')(
    'ends with the service that is killed',
    { timeout: 60_000 },
    async () => {
      await whileLocked(async () => {
        const work = JSON.stringify({ address: database.address, prepare: false, gently: true, dataDir });
        const program = join(dataDir, 'service.mjs');
        const source = new URL('./load-index.ts', import.meta.url);
        await writeFile(
          program,
          `import { loadIndex } from '${source}';
         await loadIndex(${work}, console, new AbortController().signal);`,
        );
        const service = spawn(process.execPath, [program], { stdio: 'ignore' });
        const builder = await builderOf(service.pid as number);
        service.kill('SIGKILL');
        await hasEnded(builder);
      });
      expect(await readdir(dataDir)).toEqual(['service.mjs']);
    },
  );
});

function turned(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
