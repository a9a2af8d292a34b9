/** Tests pricing rules from the operator's call to the partner's search, quote and booking. */
import { toMinorUnits } from '@serai/contract/shared/amounts.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
type Loose = any;

let booking: SearchApp;
const minor = (money: { amount: string; currency: string }) => Number(toMinorUnits(money));

beforeAll(async () => {
  booking = await searchApp();
});
afterAll(() => booking?.close());
afterEach(async () => {
  const { json } = await booking.app.operate('pricing/rules/list', {});
  for (const { ruleId } of json.rules) await booking.app.operate('pricing/rules/archive', { ruleId });
});

async function create(action: object, members: object = {}): Promise<Loose> {
  const { status, json } = await booking.app.operate('pricing/rules/create', {
    name: 'Rule',
    action,
    ...members,
  });
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json.rule;
}

const ONE = { hotelIds: [CITY_HOTELS[3]], include: ['nightly'] };
const find = (members: object = {}) => booking.find({ ...ONE, ...members });
const byFingerprint = (offers: Loose[]) => new Map(offers.map(offer => [offer.fingerprint, offer]));

/** Raises a cost by a percentage, rounded half up. */
const plus = (cost: number, percent: number) => Math.floor((cost * (100 + percent) * 2 + 100) / 200);

test('a markup raises the net of each room and is spread over nights and stay charges, so that all sums are exact', async () => {
  const wish = { occupancies: [{ adults: 2 }, { adults: 1 }] };
  const before = byFingerprint(offersOf(await find(wish)));
  await create({ type: 'MARKUP', percent: '8' });
  const after = offersOf(await find(wish));
  expect(after.length).toBeGreaterThan(3);
  for (const offer of after) {
    const cost = before.get(offer.fingerprint);
    let net = 0;
    for (const [i, room] of offer.rooms.entries()) {
      expect(minor(room.price.net)).toBe(plus(minor(cost.rooms[i].price.net), 8));
      const parts = [
        ...room.price.nightly.map((night: Loose) => night.net),
        ...room.price.stayCharges.map((charge: Loose) => charge.amount),
      ];
      expect(parts.reduce((sum: number, part) => sum + minor(part), 0)).toBe(minor(room.price.net));
      net += minor(room.price.net);
    }
    expect(minor(offer.price.net)).toBe(net);
    expect(minor(offer.price.selling)).toBeGreaterThanOrEqual(net);
    expect(offer.price.taxesAndFees).toEqual(cost.price.taxesAndFees);
    expect(offer.price.payAtProperty).toEqual(cost.price.payAtProperty);
    const full = offer.cancellation.windows.at(-1)?.penalty;
    if (full && full.amount === cost.price.net.amount) throw new Error('a full penalty is the cost');
  }
});

test('a markup for a place, a partner group or a board applies only to offers that match', async () => {
  const before = byFingerprint(offersOf(await find()));
  await create({ type: 'MARKUP', percent: '10' }, { conditions: { places: ['plc_ES'], boards: ['BB'] } });
  await create({ type: 'MARKUP', percent: '50' }, { priority: 5, conditions: { partnerGroups: ['gold'] } });
  for (const offer of offersOf(await find())) {
    const cost = minor(before.get(offer.fingerprint).rooms[0].price.net);
    expect(minor(offer.price.net)).toBe(offer.board.code === 'BB' ? plus(cost, 10) : cost);
  }
  const { json } = await booking.app.operate('partners/list', {});
  await booking.app.operate('partners/update', { partnerId: json.partners[0].partnerId, groups: ['gold'] });
  try {
    await expect
      .poll(async () => minor(offersOf(await find())[0].price.net), { timeout: 3_000 })
      .toBeGreaterThan(Math.min(...[...before.values()].map(offer => plus(minor(offer.price.net), 49))));
  } finally {
    await booking.app.operate('partners/update', { partnerId: json.partners[0].partnerId, groups: [] });
  }
});

test('the cheapest offer of a product is chosen by net, among the offers that no rule hides', async () => {
  const providers = ['test-1', 'test-2', 'test-3'];
  const nets = new Map<string, Map<string, number>>();
  for (const provider of providers) {
    const others = providers.filter(code => code !== provider);
    const { ruleId } = await create({ type: 'HIDE' }, { conditions: { providers: others } });
    const found = offersOf(await find());
    nets.set(provider, new Map(found.map(offer => [offer.fingerprint, minor(offer.price.net)])));
    await booking.app.operate('pricing/rules/archive', { ruleId });
  }
  const cheapest = (fingerprint: string, raise: Record<string, number>) =>
    Math.min(
      ...providers.map(code =>
        plus(nets.get(code)?.get(fingerprint) ?? Number.POSITIVE_INFINITY, raise[code] ?? 0),
      ),
    );
  const sold = offersOf(await find());
  for (const offer of sold) expect(minor(offer.price.net)).toBe(cheapest(offer.fingerprint, {}));
  await create({ type: 'MARKUP', percent: '40' }, { conditions: { providers: ['test-2'] } });
  await create({ type: 'MARKUP', percent: '3' }, { conditions: { providers: ['test-1'] } });
  const raised = offersOf(await find());
  for (const offer of raised) {
    expect(minor(offer.price.net)).toBe(cheapest(offer.fingerprint, { 'test-1': 3, 'test-2': 40 }));
  }
  expect(raised.map(offer => offer.price.net)).not.toEqual(sold.map(offer => offer.price.net));
});

test('a hotel whose offers are all hidden by rules is reported as FILTERED_OUT', async () => {
  await create({ type: 'HIDE' });
  const { json } = await find({ include: ['unavailable'] });
  expect(json.hotels).toEqual([]);
  expect(json.unavailable).toEqual([{ hotelId: CITY_HOTELS[3], reason: 'FILTERED_OUT' }]);
});

test('a quote reports PRICE_CHANGED if a rule has changed since the search, and later rule changes do not affect the quoted price', async () => {
  const rule = await create({ type: 'MARKUP', percent: '5' });
  const [offer] = offersOf(await find());
  const same = await booking.call('prebooking', { offerId: offer.offerId });
  expect([same.json.status, same.json.offer.price.net]).toEqual(['AVAILABLE', offer.price.net]);

  await booking.app.operate('pricing/rules/update', {
    ruleId: rule.ruleId,
    action: { type: 'MARKUP', percent: '9' },
  });
  const { json: quote } = await booking.call('prebooking', { offerId: offer.offerId });
  expect(quote.status).toBe('PRICE_CHANGED');
  expect(quote.changes.map(({ field }: Loose) => field)).toContain('price.net');
  expect(minor(quote.offer.price.net)).toBeGreaterThan(minor(offer.price.net));

  // The booking is made at the quoted price, regardless of later changes to the rule.
  await booking.app.operate('pricing/rules/archive', { ruleId: rule.ruleId });
  const booked = await booking.call('booking', booking.bookingOf(quote, { termsHash: quote.termsHash }));
  expect(booked.json.booking.status).toBe('CONFIRMED');
  expect(booked.json.booking.price.net).toEqual(quote.offer.price.net);

  const { json: explained } = await booking.app.operate('pricing/explain', {
    bookingId: booked.json.booking.bookingId,
  });
  expect(explained).toMatchObject({
    net: quote.offer.price.net,
    rules: [{ ruleId: rule.ruleId, version: 2, result: 'APPLIED' }],
  });
  expect(explained.steps.map(({ step }: Loose) => step)).toEqual(expect.arrayContaining(['COST', 'NET']));
  expect(plus(minor(explained.steps[0].total), 9)).toBe(minor(explained.net));
});

test('a quote is refused if a rule has hidden the offer since the search', async () => {
  const [offer] = offersOf(await find());
  await create({ type: 'HIDE' });
  const { status, json } = await booking.call('prebooking', { offerId: offer.offerId });
  expect([status, json.error.code, json.error.details ?? []]).toEqual([409, 'OFFER_NOT_AVAILABLE', []]);
});

test('pricing/explain shows which current rules apply to an offer, and why the others do not', async () => {
  await create(
    { type: 'MARKUP', percent: '20' },
    { name: 'Long stays', conditions: { nights: { from: 8 } } },
  );
  await create({ type: 'MARKUP', percent: '10' }, { name: 'Standard' });
  await create({ type: 'MARKUP', percent: '1' }, { name: 'Later' });
  await create({ type: 'ROUND', target: 'NET', to: '1', mode: 'UP' }, { name: 'Whole' });
  const [offer] = offersOf(await find({ currency: 'JPY' }));
  const { status, json } = await booking.app.operate('pricing/explain', { offerId: offer.offerId });
  expect(status).toBe(200);
  expect(json.net).toEqual(offer.price.net);
  expect(json.selling).toEqual(offer.price.selling);
  expect(json.steps.map(({ step, name }: Loose) => [step, name])).toContainEqual(['NET', 'Standard']);
  expect(json.rules.map(({ name, result }: Loose) => [name, result])).toEqual([
    ['Long stays', 'NOT_MATCHING'],
    ['Standard', 'APPLIED'],
    ['Later', 'LOWER_PRIORITY'],
    ['Whole', 'APPLIED'],
  ]);
  expect(json.rules[0].mismatches).toEqual([{ condition: 'nights', actual: '3' }]);
});

test('pricing/explain returns 404 for an unknown offer, quote or booking', async () => {
  for (const key of [{ offerId: 'off_x' }, { quoteId: 'quo_x' }, { bookingId: 'bkg_x' }]) {
    expect((await booking.app.operate('pricing/explain', key)).status).toBe(404);
  }
});

test('pricing/preview replays the latest quotes, shows their net without and with the rule, and does not store the rule', async () => {
  const [offer] = offersOf(await find());
  const { json: quote } = await booking.call('prebooking', { offerId: offer.offerId });
  const rule = { name: 'Plan', action: { type: 'MARKUP', percent: '25' } };
  const { json } = await booking.app.operate('pricing/preview', { rule });
  expect(json.quotes).toBeGreaterThan(0);
  expect(json).toMatchObject({
    matched: json.quotes,
    changed: json.quotes,
    hidden: 0,
    skipped: 0,
    warnings: [],
  });
  const shown = json.examples.find(({ quoteId }: Loose) => quoteId === quote.quoteId);
  expect(shown.before).toMatchObject({ net: quote.offer.price.net, selling: quote.offer.price.selling });
  expect(minor(shown.after.net)).toBe(plus(minor(shown.cost), 25));
  expect(minor(shown.after.margin)).toBe(minor(shown.after.net) - minor(shown.cost));
  expect(shown).toMatchObject({ result: 'APPLIED', mismatches: [] });
  const decided = shown.after.steps.find(({ step }: Loose) => step === 'NET');
  expect(decided).toMatchObject({ name: 'Plan', previewed: true, ruleId: null, version: null });
  const { json: list } = await booking.app.operate('pricing/rules/list', {});
  expect(list.rules).toEqual([]);
});

test('pricing/preview replays only the quotes of the given environment, hotel and partner, and explains why a stay keeps its price', async () => {
  const quoteOf = async (hotelId: string | undefined) => {
    const [offer] = offersOf(await find({ hotelIds: [hotelId] }));
    return (await booking.call('prebooking', { offerId: offer.offerId })).json;
  };
  const quote = await quoteOf(CITY_HOTELS[3]);
  await quoteOf(CITY_HOTELS[2]);
  const standard = await create({ type: 'MARKUP', percent: '10' }, { name: 'Standard' });
  const rule = {
    name: 'Long stays',
    priority: 5,
    conditions: { nights: { from: 8 } },
    action: { type: 'MARKUP', percent: '25' },
  };
  const preview = async (members: object) =>
    (await booking.app.operate('pricing/preview', { rule, ...members })).json;
  const one = await preview({ hotelId: CITY_HOTELS[3] });
  expect(new Set(one.examples.map(({ hotelId }: Loose) => hotelId))).toEqual(new Set([CITY_HOTELS[3]]));
  expect([one.matched, one.changed]).toEqual([0, 0]);
  const stay = one.examples.find(({ quoteId }: Loose) => quoteId === quote.quoteId);
  expect(stay.after).toEqual(stay.before);
  expect(stay.after.steps.find(({ step }: Loose) => step === 'NET')).toMatchObject({
    ruleId: standard.ruleId,
    previewed: false,
  });
  expect(stay).toMatchObject({
    result: 'NOT_MATCHING',
    mismatches: [{ condition: 'nights', actual: '3' }],
  });
  const { partnerId } = stay;
  expect((await preview({ hotelId: CITY_HOTELS[3], partnerId })).quotes).toBe(one.quotes);
  expect((await preview({ partnerId: 'prt_other' })).quotes).toBe(0);
  expect((await preview({ hotelId: CITY_HOTELS[3], environment: 'sandbox' })).quotes).toBe(one.quotes);
  expect((await preview({ environment: 'production' })).quotes).toBe(0);
  expect((await preview({})).quotes).toBeGreaterThan(one.quotes);

  const { json: replaced } = await booking.app.operate('pricing/preview', {
    ruleId: standard.ruleId,
    rule: { name: 'Standard', action: { type: 'HIDE' } },
    hotelId: CITY_HOTELS[3],
  });
  expect(replaced.hidden).toBe(one.quotes);
  expect(replaced.examples[0]).toMatchObject({ before: { hidden: false }, after: { hidden: true } });
});

test('pricing/preview with many rules and quotes never blocks the event loop for a second', async () => {
  const [offer] = offersOf(await find());
  const { json: quote } = await booking.call('prebooking', { offerId: offer.offerId });
  const { ownerDb } = booking.app.database;
  await ownerDb`
    INSERT INTO quote SELECT (jsonb_populate_record(quote, jsonb_build_object('quote_id', quote_id || n))).*
    FROM quote, generate_series(1, 999) AS n WHERE quote_id = ${quote.quoteId}`;
  const lines = Array.from({ length: 2_000 }, (_, i) => ({
    name: `Rule ${i}`,
    action: { type: 'MARKUP', percent: '8' },
    conditions: { hotels: [`htl_${i}`], nights: { from: 1 } },
  }));
  const text = lines.map(line => JSON.stringify(line)).join('\n');
  expect((await booking.app.operate('pricing/rules/import', { text })).status).toBe(200);
  let longestMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    const nowMs = performance.now();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  }, 1);
  const rule = { name: 'Plan', action: { type: 'MARKUP', percent: '25' } };
  const { status, json } = await booking.app.operate('pricing/preview', { rule });
  clearInterval(timer);
  expect([status, json.quotes]).toEqual([200, 1_000]);
  expect(longestMs).toBeLessThan(1_000);
  await ownerDb`UPDATE pricing_rule SET status = 'ARCHIVED' WHERE is_current`;
  await ownerDb`DELETE FROM quote WHERE quote_id LIKE ${`${quote.quoteId}_%`}`;
});
