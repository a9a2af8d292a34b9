import { QUOTE_LIFETIME_MINUTES } from '@serai/contract/booking/prebooking.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { CITY_HOTELS, offersOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import { type SimulatedTime, simulateTime } from '../../../test/simulated-time.ts';

let search: SearchApp;
let time: SimulatedTime;

beforeAll(async () => {
  const database = await testDatabase();
  search = await searchApp({ database });
  // Only the database clock is simulated, so it differs from the clock of this process.
  time = await simulateTime(database.ownerDb, Date.UTC(2027, 0, 10, 12, 0, 0, 7));
});
afterAll(() => search.close());

const quote = (offerId: string, members: object = {}, key?: string) =>
  search.call('prebooking', { offerId, ...members }, key === undefined ? {} : { key });

describe('the quote for an unchanged offer', () => {
  it.each([
    ['one room', {}],
    ['another currency', { currency: 'JPY', guestNationality: 'JP', language: 'es' }],
    ['a currency with three decimals', { currency: 'KWD' }],
    ['several rooms with children', { occupancies: [{ adults: 2 }, { adults: 2, childAges: [0, 7, 17] }] }],
    ['offers from every provider', { include: ['nightly', 'duplicates'] }],
  ])('a quote equals the offer from a search with %s', async (_, members) => {
    const found = offersOf(
      await search.find({
        include: ['nightly'],
        hotelIds: CITY_HOTELS.slice(0, 4),
        maxOffersPerHotel: 40,
        ...members,
      }),
    );
    expect(found.length).toBeGreaterThan(20);
    for (const offer of found.filter((_, i) => i % 5 === 0)) {
      const { status, json } = await quote(offer.offerId);
      expect([status, json.status, json.changes]).toEqual([200, 'AVAILABLE', []]);
      const { freshness, ...rest } = json.offer;
      const { freshness: shown, ...expected } = offer;
      expect(rest).toEqual(expected);
      expect(freshness).toEqual({ source: 'LIVE', fetchedAt: expect.any(String) });
      expect(freshness.fetchedAt >= shown.fetchedAt).toBe(true);
    }
  });

  it('a quote includes nightly prices even if the search did not', async () => {
    const [offer] = offersOf(await search.find({ hotelIds: [CITY_HOTELS[0]] }));
    const { json } = await quote(offer.offerId);
    expect(json.offer.rooms[0].price.nightly).toHaveLength(3);
    expect(json.offer.price).toEqual(offer.price);
  });

  it('a quote includes the booking requirements and the notices for the traveller', async () => {
    const { json } = await search.quote('ok');
    expect(json.requirements).toEqual({
      guestNames: expect.stringMatching(/^(ALL|LEAD_PER_ROOM)$/),
      childAges: expect.any(Boolean),
      holderEmail: expect.any(Boolean),
      holderPhone: expect.any(Boolean),
      maxRemarkLength: expect.any(Number),
    });
    expect(json.notices.length).toBeGreaterThan(0);
    expect(json.meta).toMatchObject({ environment: 'sandbox', testMode: true });
  });

  it('a quote expires after 20 minutes by the database clock', async () => {
    const { json } = await search.quote('ok');
    const ends = time.databaseNowMs() + QUOTE_LIFETIME_MINUTES * 60_000;
    expect(Math.floor(Date.parse(json.expiresAt) / 1000)).toBe(Math.floor(ends / 1000));
  });

  it('a quote from a test provider holds no rooms and writes one row', async () => {
    const rows = async () => {
      const [row] = await search.app.database.db<{ quotes: number; reservations: number }[]>`
        SELECT (SELECT count(*) FROM quote)::int AS quotes, (SELECT count(*) FROM test_reservation)::int AS reservations`;
      return row;
    };
    const before = await rows();
    const { json } = await search.quote('ok');
    expect(json.inventoryHeld).toBe(false);
    expect(await rows()).toEqual({ quotes: (before?.quotes ?? 0) + 1, reservations: 0 });
  });

  it('each quote for an offer has a new id and the same termsHash', async () => {
    const [offer, other] = offersOf(await search.find({ hotelIds: [CITY_HOTELS[0]] }));
    const [first, second, third] = [
      await quote(offer.offerId),
      await quote(offer.offerId),
      await quote(other.offerId),
    ];
    expect(first.json.quoteId).not.toBe(second.json.quoteId);
    expect(first.json.termsHash).toBe(second.json.termsHash);
    expect(third.json.termsHash).not.toBe(first.json.termsHash);
    const [again] = offersOf(await search.find({ hotelIds: [CITY_HOTELS[0]] }));
    expect(again.fingerprint).toBe(offer.fingerprint);
    expect((await quote(again.offerId)).json.termsHash).toBe(first.json.termsHash);
  });

  it('a quote keeps the terms that a scenario set for the search', async () => {
    for (const scenario of [
      'cancel.free',
      'cancel.penalty',
      'cancel.nonrefundable',
      'avail.pay_at_property',
      'avail.currency_kwd',
    ]) {
      const [offer] = offersOf(await search.find({ hotelIds: [CITY_HOTELS[2]], settings: { scenario } }));
      const { json } = await quote(offer.offerId);
      expect([json.status, json.changes]).toEqual(['AVAILABLE', []]);
      expect(json.offer.cancellation).toEqual(offer.cancellation);
      expect(json.offer.price).toEqual(offer.price);
    }
  });

  it('a quote includes the provider exchange when auditTransactions is set', async () => {
    const { json } = await search.quote('ok', { settings: { auditTransactions: true } });
    expect(json.audit.transactions).toEqual([
      expect.objectContaining({ operation: 'quote', outcome: 'OK', attempt: 1 }),
    ]);
    expect((await search.quote('ok')).json).not.toHaveProperty('audit');
  });
});

describe('test mode with a production key', () => {
  const testMode = { settings: { testMode: true } };
  const found = async () =>
    offersOf(await search.find({ hotelIds: [CITY_HOTELS[0]], ...testMode }, search.liveKey))[0];

  it('a quote uses the mode of its offer, whether testMode matches it or is omitted', async () => {
    const { offerId } = await found();
    for (const members of [{}, testMode]) {
      const { status, json } = await quote(offerId, members, search.liveKey);
      expect([status, json.meta.environment, json.meta.testMode]).toEqual([200, 'production', true]);
    }
  });

  it('prebooking returns 404 when a test offer is quoted with testMode false', async () => {
    const { offerId } = await found();
    const { status, json } = await quote(offerId, { settings: { testMode: false } }, search.liveKey);
    expect([status, json.error.code]).toEqual([404, 'OFFER_NOT_FOUND']);
  });
});
