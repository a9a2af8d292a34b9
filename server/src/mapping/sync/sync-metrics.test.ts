import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { SYNC_SETTINGS, SyncWorld, type SyncWorld as World } from '../../../test/mapping/sync-world.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics, type Metrics } from '../../platform/metrics.ts';
import { addSyncMetrics, watchContentSyncs } from './sync-metrics.ts';

const HOTELS = 5;
const LABELS = { all: ['liteapi', 'rapid'], of: (provider: string) => provider.replace(/-.*/, '') };

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database?.drop());
afterEach(() => world?.close());

function sampleOf(metrics: Metrics, name: string, labels = ''): number {
  const series = `${name}{environment="${world.scope.environment}",provider="rapid"${labels}} `;
  const line = metrics
    .render()
    .split('\n')
    .find(each => each.startsWith(series));
  return Number(line?.slice(series.length));
}

test('the content sync metrics count pages, hotels read and hotels added, unchanged or removed', async () => {
  world = await SyncWorld.start(database, 'rapid', HOTELS);
  const registry = createMetrics();
  const metrics = addSyncMetrics(registry, LABELS);
  const { figures } = await world.run('FULL', { metrics });
  const result = (name: string) => sampleOf(registry, 'serai_content_hotels_total', `,result="${name}"`);
  expect(sampleOf(registry, 'serai_content_pages_total')).toBe(figures.pages);
  expect(sampleOf(registry, 'serai_content_hotels_read_total')).toBe(figures.hotels);
  expect([result('added'), result('unchanged'), result('removed')]).toEqual([HOTELS, 0, 0]);
  world.stage.remove(2);
  await world.run('FULL', { metrics, settings: { ...SYNC_SETTINGS, removalPercent: 100 } });
  expect([result('added'), result('unchanged'), result('removed')]).toEqual([HOTELS, HOTELS - 1, 1]);
});

test('the content sync metrics count failed calls and failed runs, and show the time of the last complete run', async () => {
  world = await SyncWorld.start(database, 'rapid', HOTELS);
  const registry = createMetrics();
  const metrics = addSyncMetrics(registry, LABELS);
  const log = createLog('silent');
  const parts = { db: database.db, metrics: registry, clock: systemClock, log };
  const watching = await watchContentSyncs({ ...parts, reader: world.content, labels: LABELS });
  const last = () => sampleOf(registry, 'serai_content_last_success_timestamp_seconds');
  expect(last()).toBe(0);
  await watching.stop();
  await world.run('FULL', { metrics });
  const failing = {
    list: () => world.content.list(),
    open: () => ({
      ...{ hasDetails: false, isPagedByOffset: false, close: async () => {} },
      page: async () => ({ kind: 'FAILED' as const, problem: 'Away.', isFinal: false }),
    }),
  };
  const reader = failing as unknown as World['content'];
  expect((await world.run('DELTA', { metrics, reader })).state).toBe('FAILED');
  const failures = (of: string) => sampleOf(registry, 'serai_content_failures_total', `,failure="${of}"`);
  expect([failures('call'), failures('run')]).toEqual([8, 1]);
  const later = createMetrics();
  const again = await watchContentSyncs({ ...parts, metrics: later, reader: world.content, labels: LABELS });
  const seconds = sampleOf(later, 'serai_content_last_success_timestamp_seconds');
  expect(Math.abs(seconds - Date.now() / 1_000)).toBeLessThan(600);
  await again.stop();
});
