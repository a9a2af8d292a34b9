import { expect, test } from 'vitest';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { sleep } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { KeyCache } from './key-cache.ts';
import { KeyDirectory } from './key-directory.ts';
import { KeyEpoch } from './key-epoch.ts';
import { KeyReader } from './key-reader.ts';
import type { KeyRecord } from './key-record.ts';

const settle = () => new Promise(resolve => setImmediate(resolve));

/** A database of key records that can fail, hang or respond late. */
async function setUp(maxStaleMs = 60_000) {
  const clock = new ManualClock();
  const cache = new KeyCache(clock, 100);
  const rows = new Map<string, KeyRecord>();
  const state = {
    epoch: 1,
    away: false,
    epochAway: false,
    epochDelayMs: 0,
    failingReads: 0,
    reads: [] as string[][],
    hold: undefined as Promise<void> | undefined,
  };
  const changes: { epoch: number; keyId: string; generation: number }[] = [];
  const epoch = new KeyEpoch({
    cache,
    clock,
    log: createLog('silent'),
    read: async since => {
      if (state.epochDelayMs > 0) await sleep(clock, state.epochDelayMs);
      if (state.away || state.epochAway) throw new Error('away');
      return { epoch: state.epoch, changes: changes.filter(change => change.epoch > since) };
    },
  });
  const reader = new KeyReader({
    cache,
    clock,
    read: async ids => {
      state.reads.push([...ids]);
      if (state.away || state.failingReads-- > 0) throw new Error('away');
      const found = ids.flatMap(id => rows.get(id) ?? []);
      await state.hold;
      return found;
    },
  });
  await epoch.start();
  const directory = new KeyDirectory({ cache, epoch, reader, clock, maxStaleMs });
  const write = (record: KeyRecord) => {
    rows.set(record.id, record);
    state.epoch++;
    changes.push({ epoch: state.epoch, keyId: record.id, generation: record.generation });
  };
  /** Finds a key while time advances in small steps, so that timers and deadlines fire. */
  const find = async (id: string, stepMs = 5) => {
    const outcome = Promise.resolve()
      .then(() => directory.find(id, '192.0.2.1'))
      .then(
        record => record?.status ?? 'unknown',
        error => error.code as string,
      );
    let settled: string | undefined;
    void outcome.then(value => {
      settled = value;
    });
    for (let i = 0; i < 1_000 && settled === undefined; i++) {
      await settle();
      if (settled === undefined) clock.advance(stepMs);
    }
    return outcome;
  };
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      clock.advance(Math.min(50, left));
      await settle();
    }
  };
  return { clock, rows, state, write, find, pass, directory, epoch };
}

test('the key directory shares one read between cache misses within a tick and deduplicates equal IDs', async () => {
  const { state, rows, directory, clock } = await setUp();
  rows.set('a', keyRecord({ id: 'a' }));
  const all = Promise.all(['a', 'a', 'b', 'c'].map(id => directory.find(id, '192.0.2.1')));
  await settle();
  clock.advance(2);
  expect((await all).map(record => record?.id)).toEqual(['a', 'a', undefined, undefined]);
  expect(state.reads).toEqual([['a', 'b', 'c']]);
});

test('the key directory returns a known key and recognises an unknown ID without reading it again', async () => {
  const { state, rows, find } = await setUp();
  rows.set('a', keyRecord({ id: 'a' }));
  await find('a');
  await find('b');
  const before = state.reads.length;
  expect(await find('a')).toBe('ACTIVE');
  expect(await find('b')).toBe('unknown');
  expect(state.reads.length).toBe(before);
});

test('the key directory does not cache the result of a read if the key is revoked before the result is stored', async () => {
  const { state, write, find, clock, directory, epoch } = await setUp();
  write(keyRecord({ id: 'a', generation: 1 }));
  await epoch.refresh();
  let resume: () => void = () => {};
  state.hold = new Promise(resolve => {
    resume = resolve;
  });
  const paused = directory.find('a', '192.0.2.1') as Promise<KeyRecord>;
  await settle();
  clock.advance(2);
  await settle();
  write(keyRecord({ id: 'a', generation: 2, status: 'REVOKED' }));
  await epoch.refresh();
  state.hold = undefined;
  resume();
  await settle();
  clock.advance(2);
  expect((await paused).status).toBe('REVOKED');
  expect(await find('a')).toBe('REVOKED');
});

test('the key directory reads rows while epochs cannot be read and sees a revocation immediately', async () => {
  const { state, write, find, pass } = await setUp();
  write(keyRecord({ id: 'a', generation: 1 }));
  expect(await find('a')).toBe('ACTIVE');
  state.epochAway = true;
  await pass(1_500);
  write(keyRecord({ id: 'a', generation: 2, status: 'REVOKED' }));
  expect(await find('a')).toBe('REVOKED');
});

test('the key directory retries a failed read while the database is available, so that it never returns a stale record', async () => {
  const { state, write, find, pass } = await setUp();
  write(keyRecord({ id: 'a', generation: 1 }));
  expect(await find('a')).toBe('ACTIVE');
  state.epochAway = true;
  await pass(1_500);
  state.failingReads = 2;
  write(keyRecord({ id: 'a', generation: 2, status: 'REVOKED' }));
  expect(await find('a')).toBe('REVOKED');
});

test('the key directory returns 503, never a stale record, if rows cannot be read although epochs can', async () => {
  const { state, write, find, pass } = await setUp();
  write(keyRecord({ id: 'a' }));
  expect(await find('a')).toBe('ACTIVE');
  state.epochDelayMs = 1_800;
  state.hold = new Promise(() => {});
  await pass(3_000);
  expect(await find('a')).toBe('SERVICE_UNAVAILABLE');
  expect(await find('a')).toBe('SERVICE_UNAVAILABLE');
});

test('the key directory does not accept a changed key from a stale cache while its row cannot be read', async () => {
  const { state, write, find, pass } = await setUp();
  write(keyRecord({ id: 'a', generation: 1 }));
  expect(await find('a')).toBe('ACTIVE');
  state.epochDelayMs = 2_100;
  state.hold = new Promise(() => {});
  await pass(2_000);
  write(keyRecord({ id: 'a', generation: 2, status: 'REVOKED' }));
  expect(await find('a')).toBe('SERVICE_UNAVAILABLE');
});

test('the key directory accepts only known keys during a database outage, for up to 60 s', async () => {
  const { state, write, find, pass } = await setUp();
  write(keyRecord({ id: 'a' }));
  expect(await find('a')).toBe('ACTIVE');
  state.away = true;
  await pass(2_000);
  expect(await find('b')).toBe('SERVICE_UNAVAILABLE');
  expect(await find('a')).toBe('ACTIVE');
  await pass(56_000);
  expect(await find('a')).toBe('ACTIVE');
  await pass(4_000);
  expect(await find('a')).toBe('SERVICE_UNAVAILABLE');
});

test('the key directory recovers when the database is available again', async () => {
  const { state, write, find, pass } = await setUp(5_000);
  write(keyRecord({ id: 'a' }));
  await find('a');
  state.away = true;
  await pass(10_000);
  expect(await find('a')).toBe('SERVICE_UNAVAILABLE');
  state.away = false;
  await pass(500);
  expect(await find('a')).toBe('ACTIVE');
  expect(await find('b')).toBe('unknown');
});

test('the key directory returns 503 as soon as a key may have changed if the maximum staleness is 0', async () => {
  const { state, write, find, pass } = await setUp(0);
  write(keyRecord({ id: 'a' }));
  await find('a');
  state.away = true;
  await pass(1_500);
  expect(await find('a')).toBe('SERVICE_UNAVAILABLE');
});

test('a flood of unknown IDs from one address delays only that address', async () => {
  const { state, directory, clock } = await setUp();
  for (let i = 0; i < 200; i++)
    void Promise.resolve(directory.find(`flood${i}`, '192.0.2.66')).catch(() => {});
  const other = Promise.resolve(directory.find('other', '192.0.2.7'));
  await settle();
  clock.advance(2);
  expect(await other).toBeNull();
  expect(state.reads[0]).toHaveLength(51);
});

test('the key directory joins only reads that began within the last half second, so that later requests see changes', async () => {
  const { state, rows, directory, clock } = await setUp();
  rows.set('a', keyRecord({ id: 'a', generation: 1 }));
  let resume: () => void = () => {};
  state.hold = new Promise(resolve => {
    resume = resolve;
  });
  const find = () => Promise.resolve(directory.find('a', '192.0.2.1'));
  const pass = async (ms: number) => {
    await settle();
    clock.advance(ms);
    await settle();
  };
  const first = find();
  await pass(2);
  await pass(450);
  const joined = find();
  await pass(2);
  expect(state.reads).toHaveLength(1);
  await pass(100);
  state.hold = undefined;
  rows.set('a', keyRecord({ id: 'a', generation: 2, status: 'REVOKED' }));
  const late = find();
  await pass(2);
  expect((await late)?.status).toBe('REVOKED');
  expect(state.reads).toHaveLength(2);
  resume();
  expect((await first)?.status).toBe('ACTIVE');
  expect((await joined)?.status).toBe('ACTIVE');
});

test('all further cache misses share the next query while three queries are in flight', async () => {
  const { state, directory, clock } = await setUp();
  let resume: () => void = () => {};
  state.hold = new Promise(resolve => {
    resume = resolve;
  });
  const found: Promise<KeyRecord | null>[] = [];
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    found.push(Promise.resolve(directory.find(id, '192.0.2.1')));
    await settle();
    clock.advance(2);
  }
  expect(state.reads).toEqual([['a'], ['b'], ['c']]);
  resume();
  expect(await Promise.all(found)).toEqual(Array(6).fill(null));
  expect(state.reads.slice(3)).toEqual([['d', 'e', 'f']]);
});
