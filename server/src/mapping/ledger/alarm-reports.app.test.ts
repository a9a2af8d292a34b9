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
import { writeDecisions } from './decision-store.ts';
import { MANY_ALARMS, type PriceAlarmNotice } from './price-alarms.ts';

useMappingApp();

const SALE = { ...SCOPE, hotelId: 'htl_larkspur' };
const MAPPED = { htl_larkspur: ['lp0'] };
let clock: ManualClock;
let metrics: Metrics;
let reports: AlarmReports;
/** Whether other partners could search too. */
let hasSeveral: boolean;
let notices: PriceAlarmNotice[];

const partsOf = () => ({
  db: app.mainDb,
  clock,
  log: createLog('silent'),
  hasSeveralPartners: async () => hasSeveral,
  tellPriceAlarms: async (_: unknown, notice: PriceAlarmNotice) => void notices.push(notice),
});
const by = (organisationId: string, stay: string) => ({ organisationId, stay });

beforeEach(async () => {
  clock = new ManualClock();
  hasSeveral = false;
  notices = [];
  metrics = createMetrics();
  reports = new AlarmReports({ ...partsOf(), metrics });
  await store([theirs(0)]);
  await run();
});
afterEach(() => reports.stop());

describe('far prices', () => {
  test('a hotel is taken off sale after prices far from those of other providers are reported for five stays', async () => {
    for (let i = 0; i < 4; i++) reports.reportFarPrice(SALE, by('prt_a', `stay ${i}`));
    await reports.stop();
    expect(await sold()).toEqual(MAPPED);
    reports.reportFarPrice(SALE, by('prt_a', 'stay 4'));
    await reports.stop();
    expect(await sold()).toEqual({});
    expect((await queue())[0]).toMatchObject({ supplierId: 'lp0', alarm: 'PRICE' });
  });

  test('price reports for one stay count once, however often it is searched and on however many nodes', async () => {
    const other = new AlarmReports({ ...partsOf(), metrics: createMetrics() });
    for (let i = 0; i < 6; i++) {
      for (const node of [reports, other]) node.reportFarPrice(SALE, by('prt_a', 'stay'));
      clock.advance(3_600_000);
    }
    await Promise.all([reports.stop(), other.stop()]);
    expect(await sold()).toEqual(MAPPED);
  });

  test('price reports from a single partner take a hotel off sale only if there is no other partner', async () => {
    hasSeveral = true;
    for (let i = 0; i < 9; i++) reports.reportFarPrice(SALE, by('prt_a', `stay ${i}`));
    await reports.stop();
    expect(await sold()).toEqual(MAPPED);
    reports.reportFarPrice(SALE, by('prt_b', 'stay 0'));
    await reports.stop();
    expect(await sold()).toEqual({});
  });

  test('the operator is notified if price alarms take ten hotels of a provider off sale within an hour', async () => {
    const ids = Array.from({ length: MANY_ALARMS + 1 }, (_, i) => `many${i}`);
    await store(ids.map(supplierId => ({ ...theirs(0), supplierId })));
    const decided = { score: 20, doubt: null, alarm: null, evidence: [], vetoes: [] };
    const decisions = ids.map((supplierId, i) => ({
      ...decided,
      supplierId,
      outcome: 'SAME' as const,
      hotelId: `htl_${i}`,
    }));
    await writeDecisions(app.mainDb, SCOPE, decisions, {
      decidedBy: 'run',
      isManual: false,
      modelVersion: '1',
    });
    const raise = async (i: number) => {
      const sale = { ...SCOPE, hotelId: `htl_${i}` };
      for (let stay = 0; stay < 5; stay++) reports.reportFarPrice(sale, by('prt_a', `stay ${stay}`));
      await reports.stop();
    };
    for (let i = 0; i < MANY_ALARMS - 1; i++) await raise(i);
    await app.database.ownerDb`
      UPDATE mapping_decision SET decided_at = decided_at - interval '61 minutes' WHERE supplier_id = 'many0'`;
    await raise(MANY_ALARMS - 1);
    expect(notices).toEqual([]);
    await raise(MANY_ALARMS);
    expect(notices).toMatchObject([
      { kind: 'provider.price_alarms', providerId: 'prv_sandbox_liteapi', environment: 'sandbox' },
    ]);
    expect(notices[0]?.text).toMatch(/^10 hotels of the provider liteapi were taken off sale within an hour/);
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

test('searches for hotels that are not mapped move them up in the review queue, and each partner counts once', async () => {
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
  const sandbox = { environment: 'sandbox', organisationId: 'prt_a', sold: [] } as const;
  reports.reportUnmapped({ ...sandbox, asked, sold: [{ hotelId: 'htl_nightjar' }] });
  reports.reportUnmapped({ ...sandbox, asked: asked.slice(2) });
  reports.reportUnmapped({ ...sandbox, asked: asked.slice(2), organisationId: 'prt_b' });
  reports.reportUnmapped({ ...sandbox, asked, environment: 'production' });
  expect(await demand()).toEqual(expect.arrayContaining([['lp2', 0]]));
  await reports.writeDemand();
  expect(await demand()).toEqual([
    ['lp2', 2],
    ['lp1', 0],
  ]);
});

test('reports of unmapped hotels and far prices beyond their limits are dropped and counted', async () => {
  const search = { environment: 'sandbox', asked: [], sold: [] } as const;
  for (let i = 0; i < 150; i++) reports.reportUnmapped({ ...search, organisationId: `prt_${i % 10}` });
  for (let i = 0; i < 1_100; i++) {
    reports.reportFarPrice({ ...SALE, hotelId: 'htl_none' }, by('prt_a', `stay ${i}`));
  }
  const dropped = (kind: string) =>
    Number(
      metrics
        .render()
        .match(new RegExp(`^serai_mapping_reports_dropped_total\\{report="${kind}"\\} (\\d+)$`, 'm'))?.[1],
    );
  expect(dropped('unmapped')).toBe(50);
  await reports.writeDemand();
  for (let i = 0; i < 30; i++) reports.reportUnmapped({ ...search, organisationId: 'prt_0' });
  expect(dropped('unmapped')).toBe(60);
  expect(dropped('far price')).toBeGreaterThan(0);
  expect(dropped('far price')).toBeLessThanOrEqual(100);
});
