import { beforeEach, describe, expect, test } from 'vitest';
import {
  app,
  type Loose,
  OTHER,
  OURS,
  operate,
  queue,
  run,
  SCOPE,
  sold,
  store,
  theirs,
  useMappingApp,
} from '../../test/mapping/mapping-app.ts';
import { isFarPrice, reportFarPrice } from './ledger/price-alarms.ts';
import { addDemand } from './ledger/queue-store.ts';
import { reportContradiction } from './ledger/raise-alarm.ts';

useMappingApp();

describe('content', () => {
  test('content sync stores new and changed hotels, and only marks unchanged hotels as seen', async () => {
    expect(await store([theirs(0), theirs(1)])).toMatchObject({ added: 2, changed: 0, unchanged: 0 });
    expect(await store([theirs(0), theirs(1, { stars: 4 })])).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
  });

  test('if a page of content contains a hotel twice, the last record is stored', async () => {
    expect(await store([theirs(0), theirs(0, { stars: 5 })])).toMatchObject({ added: 1 });
    expect((await operate('mapping/show', { supplierId: 'lp0' })).hotel.stars).toBe(5);
  });

  test('a hotel that the supplier removes is no longer sold, and is sold again when it returns', async () => {
    await store([theirs(0)]);
    await run();
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
    expect(await store([], ['lp0'])).toMatchObject({ removed: 1 });
    expect(await sold()).toEqual({});
    await store([theirs(0)]);
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
  });
});

describe('a run', () => {
  test('a mapping run maps certain matches, sends doubtful ones to review and maps no other hotels', async () => {
    const doubtful = theirs(1, { name: 'Hotel Nightjar II' });
    const stranger = theirs(2, {
      name: 'Hostal Miramar',
      location: { lat: 36.72, lng: -4.42 },
      phones: [],
      address: { ...theirs(2).address, lines: [], postalCode: '29016', city: 'Málaga' },
    });
    await store([theirs(0), doubtful, stranger]);
    expect(await run()).toMatchObject({
      state: 'DONE',
      hotels: 3,
      same: 1,
      review: 1,
      different: 1,
      added: 1,
      changed: 0,
    });
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
    expect(await queue()).toMatchObject([
      { supplierId: 'lp1', hotelId: 'htl_nightjar', hotelName: 'Hotel Nightjar', doubt: 'VETO' },
    ]);
  });

  test('a repeated mapping run writes no new decisions', async () => {
    await store([theirs(0), theirs(1)]);
    await run();
    const before = await app.mainDb`SELECT * FROM mapping_decision ORDER BY decision_id`;
    expect(await run()).toMatchObject({ state: 'DONE', same: 2, added: 0, changed: 0 });
    expect(await app.mainDb`SELECT * FROM mapping_decision ORDER BY decision_id`).toEqual(before);
  });

  test('a mapping run never changes a manual decision', async () => {
    await store([theirs(0)]);
    await operate('mapping/decide', { supplierId: 'lp0', decision: 'DIFFERENT' });
    expect(await run()).toMatchObject({ kept: 1, same: 0 });
    expect(await sold()).toEqual({});
  });

  test('a mapping run sends all hotels of a provider that match the same catalogue hotel equally well to review', async () => {
    await store([theirs(0), theirs(0, { supplierId: 'lp0-again' })]);
    expect(await run()).toMatchObject({ same: 0, review: 2 });
    expect((await queue()).map((item: Loose) => item.doubt)).toEqual(['TAKEN', 'TAKEN']);
  });

  test("a mapping run sends a hotel to review if it conflicts with another provider's hotel", async () => {
    await store([theirs(0, { name: 'Hotel Larkspur Express' })], [], OTHER);
    const { status } = await app.operate('mapping/decide', {
      ...OTHER,
      supplierId: 'lp0',
      decision: 'SAME',
      hotelId: 'htl_larkspur',
    });
    expect(status).toBe(200);
    await store([theirs(0)]);
    await run();
    expect(await queue({ provider: 'liteapi' })).toMatchObject([{ supplierId: 'lp0', doubt: 'LINKAGE' }]);
  });

  test('a mapping run that would change more than 1 % of the mappings changes nothing until it is confirmed', async () => {
    await store([0, 1, 2, 3].map(i => theirs(i)));
    await run();
    // This content raises no alarm but no longer matches, as after a change of the model.
    const twin = theirs(0, {
      supplierId: 'lp0',
      phones: [],
      address: { ...theirs(0).address, lines: ['Carrer Nou 99'], postalCode: '08040' },
      stars: 1,
      location: { lat: 41.3862, lng: 2.17 },
    });
    await store([twin]);
    const stopped = await run();
    expect(stopped).toMatchObject({ state: 'STOPPED', reason: 'MANY_CHANGES', changed: 1 });
    expect(Object.keys(await sold())).toHaveLength(4);
    expect(await run({ confirm: stopped.runId })).toMatchObject({ state: 'DONE', changed: 1 });
    expect(Object.keys(await sold())).toHaveLength(3);
  });

  test('the first mapping run with a new model changes nothing until it is confirmed', async () => {
    await store([theirs(0)]);
    await run();
    await app.mainDb`UPDATE mapping_run SET model_version = 'older'`;
    await store([theirs(1)]);
    const reported = await run();
    expect(reported).toMatchObject({ state: 'STOPPED', reason: 'NEW_MODEL', added: 1 });
    expect(Object.keys(await sold())).toEqual(['htl_larkspur']);
    expect(await run({ confirm: reported.runId })).toMatchObject({ state: 'DONE', added: 1 });
    expect(Object.keys(await sold())).toEqual(['htl_larkspur', 'htl_nightjar']);
  });

  test('a mapping run is refused if the provider has no hotels or another run has not finished', async () => {
    expect((await app.operate('mapping/run', SCOPE)).json.error.code).toBe('NOT_FOUND');
    await store([theirs(0)]);
    await app.mainDb`
      INSERT INTO mapping_run (run_id, provider, environment, state, model_version, requested_by, requested_at)
      VALUES ('mrn_open', 'liteapi', 'sandbox', 'RUNNING', '1', 'test', now())`;
    expect((await app.operate('mapping/run', SCOPE)).json.error.code).toBe('INVALID_STATE');
  });
});

describe('the decision of a person', () => {
  test('a manual decision maps a hotel immediately, and undoing it restores the previous decision', async () => {
    await store([theirs(1, { name: 'Hotel Nightjar II' })]);
    await run();
    const { current } = await operate('mapping/show', { supplierId: 'lp1' });
    const { decision } = await operate('mapping/decide', {
      supplierId: 'lp1',
      decision: 'SAME',
      hotelId: 'htl_nightjar',
      seen: current.decisionId,
    });
    expect(decision).toMatchObject({ outcome: 'SAME', decidedBy: 'operator-token' });
    expect(await sold()).toEqual({ htl_nightjar: ['lp1'] });
    expect(await queue()).toEqual([]);
    const undone = await operate('mapping/undo', { supplierId: 'lp1', decisionId: decision.decisionId });
    expect(undone.current).toEqual(current);
    expect(await sold()).toEqual({});
    const { decisions } = await operate('mapping/show', { supplierId: 'lp1' });
    expect(decisions.map((one: Loose) => one.outcome)).toEqual(['UNDONE', 'SAME', 'REVIEW']);
  });

  test('a manual decision is refused if the decision in `seen` is no longer in force', async () => {
    await store([theirs(0)]);
    await run();
    const { current } = await operate('mapping/show', { supplierId: 'lp0' });
    await operate('mapping/decide', { supplierId: 'lp0', decision: 'LATER' });
    const late = { ...SCOPE, supplierId: 'lp0', decision: 'DIFFERENT', seen: current.decisionId };
    expect((await app.operate('mapping/decide', late)).json.error.code).toBe('INVALID_STATE');
  });

  test('a second hotel of a provider can be mapped to the same catalogue hotel only with allowSeveral', async () => {
    await store([theirs(0), theirs(0, { supplierId: 'lp0-again' })]);
    const same = (supplierId: string, fields = {}) =>
      app.operate('mapping/decide', {
        ...SCOPE,
        supplierId,
        decision: 'SAME',
        hotelId: 'htl_larkspur',
        ...fields,
      });
    expect((await same('lp0')).status).toBe(200);
    expect((await same('lp0-again')).json.error.code).toBe('INVALID_STATE');
    expect((await same('lp0-again', { allowSeveral: true })).status).toBe(200);
    expect(await sold()).toEqual({ htl_larkspur: ['lp0', 'lp0-again'] });
  });

  test('the decision SAME requires an existing catalogue hotel and an existing supplier hotel', async () => {
    await store([theirs(0)]);
    const decide = (fields: object) =>
      app.operate('mapping/decide', { ...SCOPE, supplierId: 'lp0', decision: 'SAME', ...fields });
    expect((await decide({})).json.error.details[0].path).toBe('/hotelId');
    expect((await decide({ hotelId: 'htl_none' })).json.error.code).toBe('HOTEL_NOT_FOUND');
    expect((await decide({ supplierId: 'none', hotelId: 'htl_larkspur' })).json.error.code).toBe('NOT_FOUND');
  });

  test('a postponed hotel leaves the review queue and is listed among the postponed hotels', async () => {
    await store([theirs(1, { name: 'Hotel Nightjar II' })]);
    await run();
    await operate('mapping/decide', { supplierId: 'lp1', decision: 'LATER' });
    expect(await queue()).toEqual([]);
    expect(await queue({ postponed: true })).toMatchObject([{ supplierId: 'lp1', hotelId: 'htl_nightjar' }]);
  });

  test('a manual decision is recorded in the audit log', async () => {
    await store([theirs(0)]);
    await operate('mapping/decide', { supplierId: 'lp0', decision: 'SAME', hotelId: 'htl_larkspur' });
    const [entry] = await app.mainDb`SELECT action, target FROM audit_entry ORDER BY at DESC LIMIT 1`;
    expect(entry).toEqual({ action: 'mapping/decide', target: 'sandbox/liteapi/lp0' });
  });
});

describe('the review queue', () => {
  test('the review queue lists the most searched hotels first and pages through all hotels', async () => {
    await store([0, 1, 2, 3, 4].map(i => theirs(i, { name: `${OURS[i]?.name.en} II` })));
    await run();
    await addDemand(
      app.mainDb,
      'sandbox',
      new Map([
        ['htl_wren', 9],
        ['htl_nightjar', 3],
      ]),
    );
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, page } = (
        await app.operate('mapping/queue', { environment: 'sandbox', page: { limit: 2, cursor } })
      ).json;
      ids.push(...items.map((item: Loose) => item.supplierId));
      if (!page.hasMore) break;
      cursor = page.nextCursor;
    }
    expect(ids.slice(0, 2)).toEqual(['lp3', 'lp1']);
    expect(ids.toSorted()).toEqual(['lp0', 'lp1', 'lp2', 'lp3', 'lp4']);
  });

  test('the review queue of one catalogue hotel lists only the hotels that could be the same one', async () => {
    await store([0, 1].map(i => theirs(i, { name: `${OURS[i]?.name.en} II` })));
    await run();
    expect(await queue({ hotelId: 'htl_nightjar' })).toMatchObject([
      { supplierId: 'lp1', hotelId: 'htl_nightjar' },
    ]);
    expect(await queue({ hotelId: 'htl_wren' })).toEqual([]);
  });

  test("mapping/show returns the supplier's hotel and the evidence for its candidates", async () => {
    const room = {
      supplierRoomId: '1',
      name: 'Deluxe Room, 1 King Bed',
      maxTotal: 2,
      maxAdults: 2,
      maxChildren: 0,
      beds: [],
      attributes: {},
    };
    await store([theirs(1, { name: 'Hotel Nightjar II', rooms: [room] })]);
    await run();
    const { hotel, candidates } = await operate('mapping/show', { supplierId: 'lp1' });
    expect(hotel).toMatchObject({
      name: 'Hotel Nightjar II',
      rooms: [{ standardName: 'Deluxe Room, 1 King Bed', matched: false }],
    });
    expect(candidates[0]).toMatchObject({
      hotelId: 'htl_nightjar',
      hotel: { name: 'Hotel Nightjar' },
      vetoes: ['NUMBERS'],
    });
    expect(candidates[0].evidence).toContainEqual(
      expect.objectContaining({ feature: 'ADDRESS', level: 'SAME' }),
    );
  });
});

describe('an alarm takes a mapped hotel off sale', () => {
  beforeEach(async () => {
    await store([theirs(0)]);
    await operate('mapping/decide', { supplierId: 'lp0', decision: 'SAME', hotelId: 'htl_larkspur' });
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
  });

  const expectAlarm = async (alarm: string) => {
    expect(await sold()).toEqual({});
    expect(await queue()).toMatchObject([{ supplierId: 'lp0', alarm, doubt: 'ALARM' }]);
    // A mapping run must not put the hotel back on sale.
    expect(await run()).toMatchObject({ kept: 1 });
    expect(await sold()).toEqual({});
  };

  test('a mapped hotel is taken off sale when its coordinates move by more than 1 km', async () => {
    await store([theirs(0, { location: { lat: 41.38 + 0.0095, lng: 2.17 } })]);
    await expectAlarm('MOVED');
  });

  test('a mapped hotel is taken off sale when its name changes', async () => {
    await store([theirs(0, { name: 'Hotel Starling' })]);
    await expectAlarm('RENAMED');
  });

  test('a mapped hotel is taken off sale when its chain changes', async () => {
    await store([theirs(0, { chain: 'Varnholt Hotels' })]);
    await store([theirs(0, { chain: 'Kezmir Hotels' })]);
    await expectAlarm('CHAIN_CHANGED');
  });

  test('a mapped hotel is taken off sale when a quote or booking names another hotel', async () => {
    expect(await reportContradiction(app.mainDb, SCOPE, 'lp0')).toBe(true);
    expect(await reportContradiction(app.mainDb, SCOPE, 'lp0')).toBe(false);
    await expectAlarm('CONTRADICTORY');
  });

  const reportStay = (stay: number) =>
    reportFarPrice(
      app.mainDb,
      SCOPE,
      { supplierId: 'lp0', stay: `stay ${stay}`, organisationId: 'prt_a', atMs: 0 },
      { hasSeveralPartners: async () => false, tellPriceAlarms: async () => {} },
    );

  test('a mapped hotel is taken off sale when its price is far from those of other providers for five stays within a day', async () => {
    await app.database.ownerDb`TRUNCATE mapping_decision, provider_hotel`;
    await run();
    for (let stay = 0; stay < 4; stay++) expect(await reportStay(stay)).toBe(false);
    await app.mainDb`UPDATE mapping_price_count SET first_at = first_at - interval '25 hours'`;
    for (let stay = 0; stay < 4; stay++) expect(await reportStay(stay)).toBe(false);
    expect(await reportStay(3)).toBe(false);
    expect(await reportStay(4)).toBe(true);
    await expectAlarm('PRICE');
  });

  test('a price that is far from those of other providers does not override a manual decision', async () => {
    for (let stay = 0; stay < 12; stay++) expect(await reportStay(stay)).toBe(false);
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
  });

  test('a mapped hotel stays on sale when the spelling of its name is corrected', async () => {
    expect(await store([theirs(0, { name: 'HOTEL LARKSPURR' })])).toMatchObject({ changed: 1, alarms: 0 });
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
  });

  test('a hotel that an alarm took off sale is sold again after a manual decision', async () => {
    await store([theirs(0, { name: 'Hotel Starling' })]);
    await operate('mapping/decide', { supplierId: 'lp0', decision: 'SAME', hotelId: 'htl_larkspur' });
    expect(await sold()).toEqual({ htl_larkspur: ['lp0'] });
  });
});

test('a price is far from those of other providers if it is above three times their median or below a third of it', () => {
  expect([301, 300, 34, 33].map(price => isFarPrice(price, 100))).toEqual([true, false, false, true]);
});

test('mapping/figures counts the hotels of each provider by their state', async () => {
  await store([theirs(0), theirs(1, { name: 'Hotel Nightjar II' }), theirs(2)], []);
  await run();
  await store([theirs(3)], ['lp2']);
  const { providers } = (await app.operate('mapping/figures', { environment: 'sandbox' })).json;
  expect(providers).toEqual([
    {
      provider: 'liteapi',
      hotels: 3,
      gone: 1,
      mapped: 1,
      review: 1,
      alarms: 0,
      different: 0,
      undecided: 1,
      manual: 0,
    },
  ]);
});
