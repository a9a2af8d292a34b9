/** Tests content sync with the real adapters of all suppliers against their simulators. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import type { StageName } from '../../../test/mapping/content-stages.ts';
import { SYNC_SETTINGS, SyncWorld, type SyncWorld as World } from '../../../test/mapping/sync-world.ts';
import { armFailpoints, type Failpoint } from '../../platform/failpoints/failpoint.ts';
import { LeaseLostError } from '../../platform/jobs/job.ts';
import { findContentSync } from './content-sync-store.ts';
import { runSync } from './run-sync.ts';
import { dueMode } from './sync-schedule.ts';

const HOTELS = 11;
/** Settings with which removals never need confirmation. */
const ANY_REMOVAL = { settings: { ...SYNC_SETTINGS, removalPercent: 100 } };

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());
afterEach(async () => {
  armFailpoints(undefined);
  await world?.close();
});

const sorted = (ids: readonly string[]) => ids.toSorted();

/** Forgets everything that was read, so that the first run is due again. */
async function clear(): Promise<void> {
  await database.ownerDb`TRUNCATE supplier_hotel, mapping_decision, provider_hotel, mapping_run, content_run`;
  await database.ownerDb`UPDATE content_sync SET changed_since = NULL, full_at = NULL, next_run_at = now()`;
}

/** Throws, as if the process were killed, when the failpoint is reached for the `time`-th time. */
function killAt(place: Failpoint, time: number): void {
  let times = 0;
  armFailpoints(reachedPlace => {
    if (reachedPlace !== place) return;
    times += 1;
    if (times === time) throw new Error('killed');
  });
}

describe.each(['liteapi', 'hotelbeds', 'rapid'] as const)('content of %s', (provider: StageName) => {
  beforeEach(async () => {
    world = await SyncWorld.start(database, provider, HOTELS);
  });

  /** Reads the list once more for suppliers whose hotels are removed only after two complete lists. */
  async function readOnceMore(): Promise<void> {
    if (provider !== 'rapid') await world.run('FULL', ANY_REMOVAL);
  }

  test('the first content run is a full run, stores every hotel once and requests a mapping run', async () => {
    const run = await world.finish();
    expect(run).toMatchObject({ mode: 'FULL', state: 'DONE', reason: null, requestedBy: 'schedule' });
    expect(run.figures).toMatchObject({ hotels: HOTELS, added: HOTELS, changed: 0, removed: 0, missing: 0 });
    expect(await world.present()).toEqual(sorted(world.stage.ids()));
    const mapping = await database.db`SELECT provider, state, requested_by FROM mapping_run`;
    expect(mapping).toEqual([{ provider, state: 'QUEUED', requested_by: 'content sync' }]);
  });

  test('a later content run reads only the changes, and has the same result as a full run', async () => {
    await world.finish();
    world.stage.rename(3, 'Hotel Renamed');
    const delta = await world.run('DELTA');
    expect(delta).toMatchObject({ mode: 'DELTA', state: 'DONE' });
    expect(delta.figures).toMatchObject({ added: 0, changed: 1 });
    expect(delta.figures.hotels).toBeLessThan(HOTELS);
    const afterDelta = await world.stored();
    expect(afterDelta.filter(({ name }) => name === 'Hotel Renamed')).toHaveLength(1);
    const full = await world.run('FULL');
    expect(full.figures).toMatchObject({ added: 0, changed: 0, unchanged: HOTELS });
    expect(await world.stored()).toEqual(afterDelta);
  });

  test('a hotel that the supplier removes is marked as removed, and becomes present again when the supplier lists it again', async () => {
    await world.finish();
    world.stage.remove(7);
    if (provider === 'hotelbeds') await readOnceMore();
    // Hotelbeds reports no removals, so only a full run can notice them.
    const removal = await world.run(provider === 'hotelbeds' ? 'FULL' : 'DELTA', ANY_REMOVAL);
    expect(removal).toMatchObject({ state: 'DONE', figures: { removed: 1 } });
    expect(await world.present()).toEqual(sorted(world.stage.ids()));
    expect(await world.stored()).toHaveLength(HOTELS);
    world.stage.restore(7);
    expect((await world.run('DELTA')).figures).toMatchObject({ returned: 1 });
    expect(await world.present()).toHaveLength(HOTELS);
  });

  test('full runs remove hotels that the complete list does not contain', async () => {
    await world.finish();
    world.stage.remove(2);
    world.stage.remove(8);
    await readOnceMore();
    const run = await world.run('FULL', ANY_REMOVAL);
    expect(run.figures).toMatchObject({ missing: 2, removed: 2, present: HOTELS });
    expect(await world.present()).toEqual(sorted(world.stage.ids()));
  });

  test('a hotel that a list skipped by mistake is kept if the list is paged by offset', async () => {
    await world.finish();
    const [skipped = ''] = world.stage.ids().slice(5);
    const reader = world.altered(page => ({
      ...page,
      hotels: page.hotels.filter(({ supplierId }) => supplierId !== skipped),
    }));
    const run = await world.run('FULL', { ...ANY_REMOVAL, reader });
    const removed = provider === 'rapid' ? 1 : 0;
    expect(run).toMatchObject({ state: 'DONE', figures: { missing: 1, removed } });
    expect(await world.run('FULL', ANY_REMOVAL)).toMatchObject({ figures: { missing: 0, removed: 0 } });
    expect(await world.present()).toContain(skipped);
  });

  test('missing hotels are removed even if the transaction that removes them is repeated', async () => {
    await world.finish();
    world.stage.remove(2);
    world.stage.remove(8);
    await readOnceMore();
    await world.request('FULL');
    const job = await world.takeJob();
    let isRepeated = false;
    const guard: typeof job.guard = async tx => {
      const gone = await tx`SELECT FROM supplier_hotel WHERE gone_at IS NOT NULL`;
      if (gone.length > 0 && !isRepeated) {
        isRepeated = true;
        throw Object.assign(new Error('serialisation failure'), { code: '40001' });
      }
      return job.guard(tx);
    };
    await runSync(world.parts(ANY_REMOVAL), { ...job, guard });
    expect(isRepeated).toBe(true);
    expect(await world.present()).toEqual(sorted(world.stage.ids()));
  });

  test('full runs keep hotels whose entries cannot be read, and remove hotels that are missing', async () => {
    await world.finish();
    const [unreadable = '', missing = ''] = [world.stage.ids()[3], world.stage.ids()[7]];
    world.stage.rename(3, '');
    world.stage.remove(7);
    await readOnceMore();
    const run = await world.run('FULL', ANY_REMOVAL);
    expect(run).toMatchObject({ state: 'DONE', reason: null, figures: { missing: 1, removed: 1 } });
    const present = await world.present();
    expect(present).toContain(unreadable);
    expect(present).not.toContain(missing);
  });

  test('a full run with an incomplete list removes nothing, and later runs read the changes', async () => {
    const reader = world.altered(page => ({ ...page, isComplete: false }));
    const first = await world.finish({ reader });
    expect(first).toMatchObject({ mode: 'FULL', state: 'DONE', reason: 'INCOMPLETE' });
    world.stage.remove(4);
    expect((await world.run('FULL', { reader })).figures).toMatchObject({ removed: 0 });
    expect(await world.present()).toHaveLength(HOTELS);
    const sync = await findContentSync(database.db, world.scope);
    expect(sync && dueMode(sync, SYNC_SETTINGS)).toBe('DELTA');
  });

  test('a large page of content is stored in several transactions', async () => {
    const reader = world.altered(page => ({
      ...page,
      hotels: page.hotels
        .slice(0, 1)
        .flatMap(hotel => Array.from({ length: 450 }, (_, index) => ({ ...hotel, supplierId: `h${index}` }))),
      next: null,
    }));
    const run = await world.finish({ reader });
    expect(run.figures).toMatchObject({ pages: 1, hotels: 450, added: 450 });
    const [row] = await database.ownerDb`
      SELECT count(DISTINCT xmin::text)::int AS transactions FROM supplier_hotel`;
    expect(row).toEqual({ transactions: 3 });
  });

  test('a full run that would remove more than 2 % of the hotels stops, removes nothing and waits for confirmation', async () => {
    await world.finish();
    world.stage.remove(4);
    const run = await world.run('FULL');
    expect(run).toMatchObject({
      state: 'STOPPED',
      reason: 'MANY_REMOVALS',
      figures: { missing: 1, removed: 0 },
    });
    expect(await world.present()).toHaveLength(HOTELS);
    expect(world.notices).toEqual([
      { action: 'syncs/stopped', after: expect.objectContaining({ missing: 1, present: HOTELS }) },
    ]);
  });

  test.each(['content-page-read', 'content-page-stored'] as const)(
    'a content run that is killed at any page (%s) continues there, with the same result as an uninterrupted run',
    async place => {
      const whole = await world.finish();
      const expected = await world.stored();
      const { pages } = whole.figures;
      expect(pages).toBeGreaterThanOrEqual(4);
      for (let page = 1; page <= pages; page += 1) {
        await clear();
        killAt(place, page);
        await expect(world.step()).rejects.toThrow('killed');
        armFailpoints(undefined);
        const stored = place === 'content-page-stored' ? page : page - 1;
        expect((await world.latest())?.figures.pages).toBe(stored);
        const run = await world.finish();
        expect(run.figures).toEqual(whole.figures);
        expect(await world.stored()).toEqual(expected);
      }
    },
  );

  test('a node that has lost its lease writes nothing, and the other node’s work counts once', async () => {
    let isTaken = false;
    const reader = world.watched(async page => {
      if (page !== 2 || isTaken) return;
      isTaken = true;
      await world.finish();
    });
    const job = await world.takeJob();
    const late = runSync(world.parts({ reader }), job);
    // The late node's page is not stored, because the other node has already finished the run.
    await late.catch(error => expect(error).toBeInstanceOf(LeaseLostError));
    const run = await world.latest();
    expect(run).toMatchObject({ state: 'DONE', figures: { hotels: HOTELS, added: HOTELS } });
    expect(await world.present()).toEqual(sorted(world.stage.ids()));
  });

  test('a node whose lease was taken over writes nothing, even if the other node has not stored a page yet', async () => {
    const reader = world.watched(async page => {
      if (page === 2) await world.takeJob();
    });
    const job = await world.takeJob();
    await expect(runSync(world.parts({ reader }), job)).rejects.toThrow(LeaseLostError);
    expect((await world.latest())?.figures.pages).toBe(1);
    expect((await world.finish()).figures).toMatchObject({ hotels: HOTELS, added: HOTELS });
  });

  test('a content run that the supplier throttles makes no calls until the waiting time is over', async () => {
    world.stage.throttle(true);
    const result = await world.step();
    expect(await world.latest()).toMatchObject({
      state: 'RUNNING',
      waitingFor: 'SUPPLIER_LIMIT',
      failures: 0,
    });
    expect(result).toEqual({ kind: 'AGAIN', delayMs: expect.any(Number) });
    // The job does not call the supplier before the waiting time is over.
    const calls = world.stage.simulator.exchanges.length;
    await world.step();
    expect(world.stage.simulator.exchanges).toHaveLength(calls);
  });

  test('a page of content is read again after a truncated, reset or invalid response, and the result is the same as without the fault', async () => {
    await world.finish();
    const expected = await world.stored();
    await clear();
    const { simulator, pageOperation } = world.stage;
    simulator.fail(pageOperation, { when: 'after', kind: 'truncate' });
    simulator.fail(pageOperation, { when: 'before', kind: 'reset' });
    simulator.fail(pageOperation, {
      when: 'before',
      kind: 'respond',
      response: { status: 500, body: 'oops' },
    });
    simulator.fail(pageOperation, { when: 'before', kind: 'respond', response: { status: 200, body: '{' } });
    for (let failures = 1; failures <= 4; failures += 1) {
      await world.step();
      expect(await world.latest()).toMatchObject({
        state: 'RUNNING',
        failures,
        waitingFor: 'RETRY',
        lastError: expect.any(String),
      });
      // Rapid sends a file, and the properties before the truncation are stored. Pages of other suppliers are stored
      // completely or not at all.
      if (provider !== 'rapid') expect(await world.stored()).toEqual([]);
      await world.skipWaiting();
    }
    const run = await world.finish();
    expect(run).toMatchObject({ state: 'DONE', failures: 0, figures: { hotels: HOTELS, added: HOTELS } });
    expect(await world.stored()).toEqual(expected);
  });

  test('a content run uses at most half of the account’s call limits, and then waits', async () => {
    await world.close();
    world = await SyncWorld.start(database, provider, HOTELS, { perMinute: 2 });
    await world.step();
    expect(world.stage.simulator.exchanges).toHaveLength(1);
    expect(await world.latest()).toMatchObject({ state: 'RUNNING', waitingFor: 'BUDGET', failures: 0 });
  });

  test('a content run of a paused account waits and makes no calls', async () => {
    await world.request('FULL');
    const reader = { ...world.watched(async () => {}), list: async () => [] };
    expect(await world.step({ reader })).toMatchObject({ kind: 'AGAIN' });
    expect(world.stage.simulator.exchanges).toEqual([]);
    expect((await world.finish()).state).toBe('DONE');
  });

  test('a content run that keeps failing ends with the last error and is reported to the operator once', async () => {
    const { simulator, pageOperation } = world.stage;
    simulator.fail(pageOperation, { when: 'before', kind: 'reset' }, 20);
    const run = await world.finish();
    expect(run).toMatchObject({
      state: 'FAILED',
      lastError: 'The supplier could not be reached, or the connection was lost.',
    });
    expect(world.notices.map(({ action }) => action)).toEqual(['syncs/failed']);
  });
});
