/** Tests the alarms that the booking area reports about mappings, and how soon they take effect on every node. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import {
  app,
  OURS,
  operate,
  queue,
  run,
  SCOPE,
  sold,
  store,
  theirs,
  useMappingApp,
} from '../../../test/mapping/mapping-app.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { createMetrics, type Metrics } from '../../platform/metrics.ts';
import { LiveSupplierIds } from '../live-supplier-ids.ts';
import { AlarmReports } from './alarm-reports.ts';

useMappingApp();

const SALE = { ...SCOPE, hotelId: 'htl_larkspur' };
const MAPPED = { htl_larkspur: ['lp0'] };
let clock: ManualClock;
let metrics: Metrics;
let reports: AlarmReports;

beforeEach(async () => {
  clock = new ManualClock();
  metrics = createMetrics();
  reports = new AlarmReports({ db: app.mainDb, clock, log: createLog('silent'), metrics });
  await store([theirs(0)]);
  await run();
});
afterEach(() => reports.stop());

describe('far prices', () => {
  test('a hotel is taken off sale after far prices are reported for five stays', async () => {
    for (let i = 0; i < 4; i++) reports.reportFarPrice(SALE, `stay ${i}`);
    await reports.stop();
    expect(await sold()).toEqual(MAPPED);
    reports.reportFarPrice(SALE, 'stay 4');
    await reports.stop();
    expect(await sold()).toEqual({});
    expect((await queue())[0]).toMatchObject({ supplierId: 'lp0', alarm: 'PRICE' });
  });

  test('far prices of one stay count once, however often it is searched and on however many nodes', async () => {
    const log = createLog('silent');
    const other = new AlarmReports({ db: app.mainDb, clock, log, metrics: createMetrics() });
    for (let i = 0; i < 6; i++) {
      for (const node of [reports, other]) node.reportFarPrice(SALE, 'stay');
      clock.advance(3_600_000);
    }
    await Promise.all([reports.stop(), other.stop()]);
    expect(await sold()).toEqual(MAPPED);
  });
});

describe('a response that names another hotel', () => {
  test('a response that names another hotel takes the hotel off sale on every node', async () => {
    const nodes = [1, 2].map(
      () => new LiveSupplierIds({ db: app.mainDb, clock: systemClock, log: createLog('silent') }),
    );
    await Promise.all(nodes.map(node => node.start()));
    const onNodes = async () =>
      Promise.all(nodes.map(async node => (await node.find(SCOPE, [SALE.hotelId])).size));
    expect(await onNodes()).toEqual([1, 1]);
    reports.reportOtherHotel(SALE, Date.now());
    await expect.poll(onNodes).toEqual([0, 0]);
    await Promise.all(nodes.map(node => node.stop()));
    expect((await queue())[0]).toMatchObject({ supplierId: 'lp0', alarm: 'CONTRADICTORY' });
  });

  test('a response that names another hotel does not affect a mapping that was decided after the sale', async () => {
    const soldAtMs = Date.now() - 60_000;
    await operate('mapping/decide', { supplierId: 'lp0', decision: 'SAME', hotelId: SALE.hotelId });
    reports.reportOtherHotel(SALE, soldAtMs);
    await reports.stop();
    expect(await sold()).toEqual(MAPPED);
  });
});

test('searches for hotels that are not mapped move them up in the review queue', async () => {
  await store([
    theirs(0),
    theirs(1, { name: 'Hotel Nightjar II' }),
    theirs(2, { name: 'Hotel Saltmarsh II' }),
  ]);
  await run();
  const asked = OURS.map(({ hotelId }) => ({ hotelId }));
  const demand = async () =>
    (await queue({ order: 'DEMAND' })).map((one: { supplierId: string; demand: number }) => [
      one.supplierId,
      one.demand,
    ]);
  reports.reportUnmapped('sandbox', asked, [{ hotelId: 'htl_nightjar' }]);
  reports.reportUnmapped('sandbox', asked.slice(2), []);
  reports.reportUnmapped('production', asked, []);
  expect(await demand()).toEqual(expect.arrayContaining([['lp2', 0]]));
  await reports.writeDemand();
  expect(await demand()).toEqual([
    ['lp2', 2],
    ['lp1', 0],
  ]);
});

test('reports beyond the limit are dropped and counted', async () => {
  for (let i = 0; i < 150; i++) reports.reportUnmapped('sandbox', [], []);
  for (let i = 0; i < 1_100; i++) reports.reportFarPrice({ ...SALE, hotelId: 'htl_none' }, `stay ${i}`);
  const dropped = (kind: string) =>
    Number(
      metrics
        .render()
        .match(new RegExp(`^serai_mapping_reports_dropped_total\\{report="${kind}"\\} (\\d+)$`, 'm'))?.[1],
    );
  expect(dropped('unmapped')).toBe(50);
  expect(dropped('far price')).toBeGreaterThan(0);
  expect(dropped('far price')).toBeLessThanOrEqual(100);
});
