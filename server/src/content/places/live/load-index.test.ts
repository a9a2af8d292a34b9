import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SPAIN, writePlaces } from '../../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../../test/database.ts';
import { createLog } from '../../../platform/log.ts';
import { indexFile } from './index-file.ts';
import { loadIndex } from './load-index.ts';
import { readCatalogueVersion } from './place-rows-store.ts';
import { readSmallIndex } from './read-index.ts';

let database: TestDatabase;
let dataDir: string;
let path: string;
const log = createLog('silent');
const load = (signal = new AbortController().signal, { prepare = true } = {}) =>
  loadIndex({ address: database.address, prepare, lowPriority: false, dataDir }, log, signal);
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

test('a place index is built once and read from its file afterwards', async () => {
  expect(await firstOf('barcelona')).toBe('plc_BCN');
  const saved = await readFile(path);
  expect(await firstOf('barcelona')).toBe('plc_BCN');
  expect((await readFile(path)).equals(saved)).toBe(true);
});

test.each([
  ['truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length - 100)],
  ['changed by one bit', (bytes: Buffer) => flipBit(bytes, bytes.length >> 1)],
  ['empty', () => Buffer.alloc(0)],
  ['not an index', () => Buffer.from('not an index')],
])('the place index is rebuilt and saved when the file is %s', async (_, damage) => {
  await load();
  const good = await readFile(path);
  await writeFile(path, damage(Buffer.from(good)));
  expect(await firstOf('barcelona')).toBe('plc_BCN');
  expect((await readFile(path)).equals(good)).toBe(true);
});

test('the place index is rebuilt when places have changed since the file was written', async () => {
  expect(await firstOf('sabadell')).toBe(undefined);
  await writePlaces(database.db, [{ key: 'SABADELL', type: 'CITY', name: 'Sabadell', parent: 'CT' }]);
  expect(await firstOf('sabadell')).toBe('plc_SABADELL');
});

test('index files of other databases and old temporary files are deleted', async () => {
  const foreign = indexFile(dataDir, '00000000-0000-0000-0000-000000000000');
  const [leftOver, unfinished] = [`${foreign}.left`, `${path}.unfinished`];
  for (const name of [foreign, leftOver, unfinished]) await writeFile(name, 'some bytes');
  await utimes(leftOver, 0, 0);
  await load();
  const names = (await readdir(dataDir)).map(name => join(dataDir, name));
  expect(names.sort()).toEqual([path, unfinished].sort());
});

test('a new place index is used even if it cannot be saved', async () => {
  dataDir = join(dataDir, 'missing');
  expect(await firstOf('barcelona')).toBe('plc_BCN');
});

test('the place index is built when the file cannot be read', async () => {
  await mkdir(path);
  expect(await firstOf('barcelona')).toBe('plc_BCN');
});

test('a small index finds the same places as one that is built in another process', async () => {
  const [small, large] = [await readSmallIndex(database.db), await load()];
  expect(small?.dataVersion).toBe(large.dataVersion);
  for (const query of ['barcelona', 'spain', 'bcn', 'barcelna']) {
    expect(small?.search({ query, limit: 10 }), query).toEqual(large.search({ query, limit: 10 }));
  }
});

test('readSmallIndex returns undefined if there are more than 1,000 places', async () => {
  const many = await testDatabase();
  try {
    await writePlaces(
      many.db,
      Array.from({ length: 1_001 }, (_, i) => ({
        key: `C${i}`,
        type: 'COUNTRY' as const,
        name: `Country ${i}`,
      })),
    );
    expect(await readSmallIndex(many.db)).toBe(undefined);
  } finally {
    await many.drop();
  }
});

test('two concurrent builds of the same index do not conflict', async () => {
  const found = await Promise.all([firstOf('barcelona'), firstOf('barcelona')]);
  expect(found).toEqual(['plc_BCN', 'plc_BCN']);
});

test('loading an index fails when the database cannot be reached', async () => {
  const address = { url: 'postgres://127.0.0.1:1/nothing' };
  const loading = loadIndex(
    { address, prepare: true, lowPriority: false, dataDir },
    log,
    new AbortController().signal,
  );
  await expect(loading).rejects.toThrow('ECONNREFUSED');
});

test('loading an index fails when it is aborted', async () => {
  const stopping = new AbortController();
  const loading = load(stopping.signal);
  stopping.abort();
  await expect(loading).rejects.toThrow('aborted');
});

describe('the build process', () => {
  const PROGRAM = /build-index-process\.ts/;

  /** Lists the processes that build an index for the process with this id. */
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

  /**
   * Blocks index builds while they read rows, until `work` ends. The builds need `prepare: false`, which sets no session
   * timeouts.
   */
  async function whileLocked(work: () => Promise<void>): Promise<void> {
    await database.ownerDb.transaction(async tx => {
      await tx`LOCK TABLE place_name IN ACCESS EXCLUSIVE MODE`;
      await work();
    });
  }

  /** Returns the build process that the process `pid` started, once it waits for rows. */
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

  /** A zombie process counts as ended. Its exit status has not been read yet. */
  const hasEnded = (pid: number) =>
    vi.waitFor(
      () => {
        const stat = existsSync(`/proc/${pid}`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z';
        expect(stat).toMatch(/\) Z/);
      },
      { timeout: 60_000 },
    );

  test('the build process reports why a build failed and leaves no files behind', async () => {
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
    'the build process exits when the service stops',
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
    'the build process exits when the service is killed',
    { timeout: 60_000 },
    async () => {
      await whileLocked(async () => {
        const work = JSON.stringify({
          address: database.address,
          prepare: false,
          lowPriority: true,
          dataDir,
        });
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

function flipBit(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
