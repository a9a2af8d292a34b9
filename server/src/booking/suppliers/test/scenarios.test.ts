import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { simulateTime } from '../../../../test/simulated-time.ts';
import { offerNetMinor, type SuppliedOffer, type SuppliedPolicy } from '../../port/supplied-offer.ts';
import { ScenarioStage, STAY } from './conformance/scenario-stage.ts';
import { APPEARS_AFTER_MS, HOTEL_ACTS_AFTER_MS } from './current-reservation.ts';

type Acted = Exclude<ScenarioName, `limit.${string}` | `error.${string}` | `webhook.${string}`>;
type Check = (stage: ScenarioStage) => Promise<void>;

const TIMED_OUT = { kind: 'FAILED', cause: 'TIMEOUT' };
const UNKNOWN = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const LIMIT_MS = 3_000;

const penaltiesOf = (policy: SuppliedPolicy) => (policy.kind === 'KNOWN' ? policy.penalties : []);
const startsOf = (offer: SuppliedOffer) => penaltiesOf(offer.policy).map(({ from }) => from.kind);
const isLost = (offer: SuppliedOffer) =>
  penaltiesOf(offer.policy).flatMap(({ from, penaltyMinor }) =>
    from.kind === 'ALWAYS' ? [penaltyMinor / offerNetMinor(offer)] : [],
  );

const sellsFree: Check = async stage => {
  for (const client of Object.values(stage.clients)) {
    const offers = await stage.offers(client);
    expect(offers.length).toBeGreaterThan(0);
    for (const offer of offers) expect(startsOf(offer)).toEqual(['LOCAL']);
  }
};

const refuses =
  (reason: string, fields: (netMinor: number) => object = () => ({})): Check =>
  async stage => {
    const order = await stage.ordered();
    const refusal = { kind: 'REFUSED', reason, ...fields(order.request.netMinor) };
    expect(await stage.book(order)).toEqual(refusal);
    expect(await stage.lookup(order)).toEqual({ kind: 'ABSENT' });
    expect(await stage.swept(order)).toBe(false);
  };

/** The reservation exists, although the caller does not know the outcome. */
const isBookedDespite =
  (cause: string): Check =>
  async stage => {
    const order = await stage.ordered();
    expect(await stage.book(order)).toEqual({ kind: 'UNKNOWN', cause });
    expect(await stage.lookup(order)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
    expect(await stage.book(order)).toEqual({ kind: 'DUPLICATE' });
  };

async function quoteRegularOffer(
  stage: ScenarioStage,
): Promise<[shown: SuppliedOffer, quoted: SuppliedOffer]> {
  const { offer, response } = await stage.quoteRegularOffer();
  const quote = await response;
  return quote.kind === 'OK' ? [offer, quote.value.offer] : expect.fail(quote.kind);
}

const CHECKS: Record<Acted, Check> = {
  ok: sellsFree,
  'avail.none': async stage => {
    expect(await stage.search()).toEqual({ kind: 'NONE', reason: 'SOLD_OUT' });
  },
  'avail.min_stay': async stage => {
    const short = { ...STAY, checkOut: '2027-05-16' };
    expect(await stage.search(stage.first, short)).toEqual({
      kind: 'OK',
      value: {
        hotels: [],
        unavailable: [{ hotelId: stage.hotel.hotelId, reason: 'MINIMUM_STAY' }],
      },
    });
    await sellsFree(stage);
  },
  'avail.partial': async stage => {
    expect((await stage.offers(stage.clients['test-1'])).length).toBeGreaterThan(0);
    expect((await stage.offers(stage.clients['test-3'])).length).toBeGreaterThan(0);
    const timingOut = stage.search(stage.clients['test-2']);
    expect(await stage.respondsAfter(LIMIT_MS, timingOut)).toEqual(TIMED_OUT);
  },
  'avail.all_timeout': async stage => {
    const searches = Object.values(stage.clients).map(client => stage.search(client));
    const all = await stage.respondsAfter(LIMIT_MS, Promise.all(searches));
    expect(all).toEqual([TIMED_OUT, TIMED_OUT, TIMED_OUT]);
  },
  'avail.all_error': async stage => {
    for (const client of Object.values(stage.clients)) {
      expect(await stage.search(client)).toEqual({ kind: 'FAILED', cause: 'SERVER' });
    }
  },
  'avail.slow': async stage => {
    expect(await stage.respondsAfter(2_000, stage.search())).toMatchObject({ kind: 'OK' });
  },
  'avail.huge': async stage => {
    const offers = await stage.offers();
    expect(offers.length).toBeGreaterThan(300);
    expect(new Set(offers.map(({ board }) => board)).size).toBe(6);
  },
  'avail.on_request': async stage => {
    const order = await stage.ordered(stage.forced);
    expect(await stage.book(order, undefined)).toMatchObject({ kind: 'ON_REQUEST', hotelRef: null });
    await stage.time.advance(HOTEL_ACTS_AFTER_MS);
    expect(await stage.lookup(order)).toMatchObject({ state: 'BOOKED', hotelRef: expect.any(String) });
  },
  'avail.pay_at_property': async stage => {
    for (const { payment, charges } of await stage.offers()) {
      expect(payment).toBe('PAY_AT_PROPERTY');
      expect(charges.filter(({ collection }) => collection === 'PAY_AT_PROPERTY')).toHaveLength(2);
    }
  },
  'avail.timezone_plus14': sellsFree,
  'avail.timezone_minus11': sellsFree,
  'avail.timezone_unknown': sellsFree,
  'avail.currency_jpy': async stage => {
    for (const offer of await stage.offers()) {
      expect(offer.currency).toBe('JPY');
      expect(offerNetMinor(offer)).toBeGreaterThan(10_000);
      expect(offerNetMinor(offer)).toBeLessThan(500_000);
    }
    await sellsFree(stage);
  },
  'avail.currency_kwd': async stage => {
    for (const offer of await stage.offers()) expect(offer.currency).toBe('KWD');
  },

  'prebook.price_up': async stage => {
    const [offer, quoted] = await quoteRegularOffer(stage);
    expect(offerNetMinor(quoted)).toBeGreaterThan(offerNetMinor(offer));
    expect(penaltiesOf(quoted.policy).at(-1)?.penaltyMinor).toBe(offerNetMinor(quoted));
  },
  'prebook.price_down': async stage => {
    const [offer, quoted] = await quoteRegularOffer(stage);
    expect(offerNetMinor(quoted)).toBeLessThan(offerNetMinor(offer));
    expect(quoted.rateKey).toBe(offer.rateKey);
  },
  'prebook.terms_changed': async stage => {
    const [offer, quoted] = await quoteRegularOffer(stage);
    const { policy, ...rest } = quoted;
    expect({ ...rest, policy: offer.policy }).toEqual(offer);
    const [before] = penaltiesOf(offer.policy);
    const [after] = penaltiesOf(policy);
    if (before?.from.kind !== 'LOCAL' || after?.from.kind !== 'LOCAL') return expect.fail('no local time');
    expect(after.from.at < before.from.at).toBe(true);
    expect(after.penaltyMinor).toBeGreaterThanOrEqual(before.penaltyMinor);
  },
  'prebook.soldout': async stage => {
    expect(await (await stage.quoteRegularOffer()).response).toEqual({ kind: 'GONE' });
  },
  'prebook.short_ttl': async stage => {
    expect(await (await stage.quoteRegularOffer()).response).toMatchObject({ value: { lifetimeMs: 2_000 } });
  },
  'prebook.timeout': async stage => {
    const { response } = await stage.quoteRegularOffer();
    expect(await stage.respondsAfter(LIMIT_MS, response)).toEqual(TIMED_OUT);
  },

  'book.rejected': refuses('PROVIDER_REFUSED'),
  'book.soldout': refuses('SOLD_OUT'),
  'book.price_changed': async stage => {
    await refuses('PRICE_CHANGED', quotedMinor => ({ netMinor: Math.ceil(quotedMinor * 1.08) }))(stage);
    const order = await stage.ordered();
    const { netMinor } = order.request;
    const tolerant = { ...order, request: { ...order.request, toleranceMinor: netMinor } };
    const booked = await stage.book(tolerant);
    expect(booked).toMatchObject({ kind: 'CONFIRMED', netMinor: Math.ceil(netMinor * 1.08) });
  },
  'book.on_request_confirm': async stage => {
    const order = await stage.ordered();
    expect(await stage.book(order)).toMatchObject({ kind: 'ON_REQUEST', hotelRef: null });
    await stage.time.advance(HOTEL_ACTS_AFTER_MS - 1);
    expect(await stage.lookup(order)).toMatchObject({ state: 'ON_REQUEST' });
    await stage.time.advance(1);
    expect(await stage.lookup(order)).toMatchObject({ state: 'BOOKED', hotelRef: expect.any(String) });
  },
  'book.on_request_reject': async stage => {
    const order = await stage.ordered();
    expect(await stage.book(order)).toMatchObject({ kind: 'ON_REQUEST' });
    expect(await stage.swept(order)).toBe(true);
    await stage.time.advance(HOTEL_ACTS_AFTER_MS);
    expect(await stage.lookup(order)).toMatchObject({ state: 'REFUSED' });
    expect(await stage.swept(order)).toBe(false);
  },
  'book.timeout_then_confirmed': async stage => {
    const order = await stage.ordered();
    expect(await stage.respondsAfter(LIMIT_MS, stage.book(order))).toEqual(UNKNOWN);
    expect(await stage.lookup(order)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
    expect(await stage.cancel(order, undefined)).toMatchObject({ kind: 'CANCELLED' });
  },
  'book.timeout_then_absent': async stage => {
    const order = await stage.ordered();
    expect(await stage.respondsAfter(LIMIT_MS, stage.book(order))).toEqual(UNKNOWN);
    await stage.time.advance(86_400_000);
    expect(await stage.lookup(order)).toEqual({ kind: 'ABSENT' });
    expect(await stage.swept(order)).toBe(false);
  },
  'book.timeout_forever': async stage => {
    const order = await stage.ordered();
    expect(await stage.respondsAfter(LIMIT_MS, stage.book(order))).toEqual(UNKNOWN);
    for (const waitMs of [0, 60_000, 86_400_000]) {
      await stage.time.advance(waitMs);
      expect(await stage.lookup(order)).toEqual(TIMED_OUT);
      expect(await stage.swept(order)).toBe(false);
    }
  },
  'book.garbled': async stage => {
    await isBookedDespite('UNREADABLE')(stage);
    const bodies = stage.first.exchanges.map(({ response }) => response?.body ?? 'null');
    expect(bodies.filter(body => !isJson(body))).toHaveLength(1);
  },
  'book.ok_but_error': isBookedDespite('CONTRADICTORY'),
  'book.late_confirmation': async stage => {
    const order = await stage.ordered();
    expect(await stage.respondsAfter(LIMIT_MS, stage.book(order))).toEqual(UNKNOWN);
    await stage.time.advance(APPEARS_AFTER_MS - LIMIT_MS - 1);
    expect(await stage.lookup(order)).toEqual({ kind: 'ABSENT' });
    expect(await stage.swept(order)).toBe(false);
    expect(await stage.cancel(order, undefined)).toEqual({ kind: 'REFUSED', reason: 'OTHER' });
    await stage.time.advance(1);
    expect(await stage.lookup(order)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
    expect(await stage.swept(order)).toBe(true);
    expect(await stage.cancel(order, undefined)).toMatchObject({ kind: 'CANCELLED' });
  },
  'book.confirmation_number_later': async stage => {
    const order = await stage.ordered();
    expect(await stage.book(order)).toMatchObject({ kind: 'CONFIRMED', hotelRef: null });
    expect(await stage.lookup(order)).toMatchObject({ state: 'BOOKED', hotelRef: null });
    await stage.time.advance(HOTEL_ACTS_AFTER_MS);
    expect(await stage.lookup(order)).toMatchObject({ state: 'BOOKED', hotelRef: expect.any(String) });
  },
  'book.cancelled_by_hotel': async stage => {
    const order = await stage.ordered();
    expect(await stage.book(order)).toMatchObject({ kind: 'CONFIRMED' });
    await stage.time.advance(HOTEL_ACTS_AFTER_MS);
    expect(await stage.lookup(order)).toMatchObject({ state: 'CANCELLED', cancelledBy: 'HOTEL' });
    expect(await stage.cancel(order, undefined)).toEqual({ kind: 'ALREADY' });

    const early = await stage.ordered();
    await stage.book(early);
    await stage.cancel(early, undefined);
    await stage.time.advance(HOTEL_ACTS_AFTER_MS);
    expect(await stage.lookup(early)).not.toHaveProperty('cancelledBy');
  },

  'cancel.free': sellsFree,
  'cancel.penalty': async stage => {
    for (const offer of await stage.offers()) {
      const [part] = isLost(offer);
      expect(part).toBeCloseTo(0.3, 3);
    }
  },
  'cancel.nonrefundable': async stage => {
    for (const offer of await stage.offers()) expect(isLost(offer)).toEqual([1]);
  },
  'cancel.timeout_then_done': async stage => {
    const order = await stage.ordered();
    await stage.book(order, undefined);
    expect(await stage.respondsAfter(LIMIT_MS, stage.cancel(order))).toEqual(UNKNOWN);
    expect(await stage.lookup(order)).toMatchObject({ state: 'CANCELLED' });
    expect(await stage.cancel(order)).toEqual({ kind: 'ALREADY' });
  },
  'cancel.refused': async stage => {
    const order = await stage.ordered();
    await stage.book(order, undefined);
    expect(await stage.cancel(order)).toEqual({ kind: 'REFUSED', reason: 'NOT_ALLOWED' });
    expect(await stage.lookup(order)).toMatchObject({ state: 'BOOKED' });
  },
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const ROOMS = [
  { roomCode: 'DBL', maxTotal: 2, maxAdults: 2, maxChildren: 0 },
  { roomCode: 'FAM', maxTotal: 4, maxAdults: 2, maxChildren: 2 },
];
const PLAIN = { countryCode: 'ES', timeZone: 'Europe/Madrid', stars: 3, rooms: ROOMS };

const database = await testDatabase();
afterAll(() => database.drop());
const time = await simulateTime(database.ownerDb);
const stageAt = (hotelId: string, forced?: ScenarioName) =>
  new ScenarioStage(database.db, time, { ...PLAIN, hotelId }, forced);
const SCENARIOS = Object.keys(CHECKS) as Acted[];

it.each(SCENARIOS)('the scenario %s takes effect at its own hotel', name =>
  CHECKS[name](stageAt(scenarioHotelId(name))),
);

it.each(SCENARIOS)(
  'the scenario %s takes effect at any hotel if it is selected with settings.scenario',
  name =>
    // test-1 sells this hotel with LOCAL deadlines.
    CHECKS[name](stageAt('htl_3', name)),
);

it('a timeout scenario at one hotel does not affect the other hotels in a search', async () => {
  const stage = stageAt('htl_3');
  const { supplier } = stage.first;
  const silent = { ...PLAIN, hotelId: scenarioHotelId('avail.all_timeout') };
  const none = { ...PLAIN, hotelId: scenarioHotelId('avail.none') };
  const request = stage.first.searchRequest(STAY, stage.hotel, silent, none);
  expect(await supplier.search(stage.first.call(), request)).toMatchObject({
    kind: 'OK',
    value: {
      hotels: [{ hotelId: 'htl_3' }, { hotelId: silent.hotelId }],
      unavailable: [{ hotelId: none.hotelId, reason: 'SOLD_OUT' }],
    },
  });
});

it('a call that gets no response is aborted when its caller stops waiting', async () => {
  const hotel = { ...PLAIN, hotelId: scenarioHotelId('avail.all_timeout') };
  const { first } = new ScenarioStage(database.db, time, hotel, undefined);
  const patience = new AbortController();
  const call = first.call(undefined, { signal: patience.signal });
  const search = first.supplier.search(call, first.searchRequest(STAY, hotel));
  patience.abort();
  expect(await search).toEqual(TIMED_OUT);
  expect(first.exchanges).toMatchObject([{ response: null }]);
});

it('each message to a test provider is recorded as one exchange with its response', async () => {
  const stage = stageAt('htl_3');
  const order = await stage.ordered();
  await stage.book(order);
  await stage.lookup(order);
  await stage.cancel(order);
  expect(stage.first.exchanges).toHaveLength(5);
  const [, , booked] = stage.first.exchanges;
  expect(JSON.parse(booked?.request.body ?? '')).toMatchObject({ reference: order.known.reference });
  expect(JSON.parse(booked?.response?.body ?? '')).toMatchObject({ kind: 'CONFIRMED' });
});
