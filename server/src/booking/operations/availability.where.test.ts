/** Which hotels a search is about, and what it takes from the organisation. */
import { SCENARIOS } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECK_IN, STAY } from '../../../test/booking-app.ts';
import {
  CENTRE,
  CITY,
  CITY_HOTELS,
  hotelIdsOf,
  INACTIVE_HOTEL,
  LIVE_HOTEL,
  MERGED_HOTEL,
  offersOf,
  reasonsOf,
  type SearchApp,
  searchApp,
} from '../../../test/search-app.ts';
import { SANDBOX_PLACE_ID } from '../../content/places/sandbox-place.ts';

let search: SearchApp;
const [FIRST, SECOND] = CITY_HOTELS as [string, string];

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

describe('by hotel ids', () => {
  it('hotels come in the order of the request, each once', async () => {
    const answer = await search.find({ hotelIds: [SECOND, FIRST, SECOND] });
    expect(answer.status).toBe(200);
    expect(hotelIdsOf(answer)).toEqual([SECOND, FIRST]);
    expect(answer.json.unavailable).toEqual([]);
  });

  it.each(['htl_NOBODY', '', 'no id at all', INACTIVE_HOTEL, LIVE_HOTEL, 'x'.repeat(5_000)])(
    'an id that names no hotel for sale (%#) is HOTEL_INACTIVE and fails nothing',
    async unknown => {
      const answer = await search.find({ hotelIds: [unknown, FIRST, unknown] });
      expect(answer.status).toBe(200);
      expect(hotelIdsOf(answer)).toEqual([FIRST]);
      expect(answer.json.unavailable).toEqual([{ hotelId: unknown, reason: 'HOTEL_INACTIVE' }]);
    },
  );

  it('unknown ids alone are a success without hotels, for which nobody was asked', async () => {
    const answer = await search.find({ hotelIds: ['htl_A', 'htl_B'] });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ hotels: [], complete: true, page: { hasMore: false } });
    expect(reasonsOf(answer)).toEqual({ htl_A: 'HOTEL_INACTIVE', htl_B: 'HOTEL_INACTIVE' });
    for (const provider of answer.json.providers) {
      expect(provider).toMatchObject({ status: 'SKIPPED', hotelsQueried: 0 });
      expect(provider).not.toHaveProperty('source');
    }
  });

  it('a merged id finds the hotel that took over, once beside its own id', async () => {
    expect(hotelIdsOf(await search.find({ hotelIds: [MERGED_HOTEL] }))).toEqual([FIRST]);
    const both = await search.find({ hotelIds: [SECOND, FIRST, MERGED_HOTEL] });
    expect(hotelIdsOf(both)).toEqual([SECOND, FIRST]);
    expect(both.json.unavailable).toEqual([]);
  });
});

describe('by place and point', () => {
  it('the place "Sandbox" holds the hotel of every scenario and no other', async () => {
    const answer = await search.find({
      destination: { canonicalCityId: SANDBOX_PLACE_ID },
      include: ['unavailable'],
      page: { limit: 200 },
    });
    expect(answer.status).toBe(200);
    const named = [...hotelIdsOf(answer), ...Object.keys(reasonsOf(answer))];
    expect(named).toHaveLength(SCENARIOS.length);
    for (const id of named) expect(id).toMatch(/^htl_sandbox_/);
  });

  it.each([
    ['a city', 'plc_BCN'],
    ['its region', 'plc_CT'],
    ['its country', 'plc_ES'],
    ['a zone around it', 'plc_COAST'],
  ])('%s finds the hotels of the city, with their distance', async (_, canonicalCityId) => {
    const answer = await search.find({ destination: { canonicalCityId } });
    expect(hotelIdsOf(answer).sort()).toEqual(CITY_HOTELS);
    for (const hotel of answer.json.hotels) expect(hotel.distanceMeters).toBeGreaterThanOrEqual(0);
  });

  it.each(['plc_NOWHERE', '', 'BCN', 'htl_B01'])('the unknown place %j is 404', async canonicalCityId => {
    const { status, json } = await search.find({ destination: { canonicalCityId } });
    expect([status, json.error.code]).toEqual([404, 'DESTINATION_NOT_FOUND']);
  });

  it('a place without hotels is a success', async () => {
    const answer = await search.find({ destination: { canonicalCityId: 'plc_GRACIA' } });
    expect([answer.status, answer.json.hotels]).toEqual([200, []]);
  });

  it('around a point only what lies within the radius, with the distance in metres', async () => {
    const answer = await search.find({ geo: { ...CENTRE, radiusMeters: 1_000 }, sort: 'DISTANCE' });
    expect(hotelIdsOf(answer)).toEqual(CITY_HOTELS.slice(0, 3));
    expect(answer.json.hotels[0].distanceMeters).toBeGreaterThan(290);
    expect(answer.json.hotels[0].distanceMeters).toBeLessThan(310);
  });

  it('far from everything nothing is found', async () => {
    const answer = await search.find({ geo: { latitude: -60, longitude: 100, radiusMeters: 50_000 } });
    expect([answer.status, answer.json.hotels]).toEqual([200, []]);
  });
});

describe('what the request leaves open', () => {
  it('comes from the organisation and is echoed', async () => {
    const defaults = { defaultNationality: 'JP', defaultCurrency: 'JPY', defaultLanguage: 'es' };
    const before = await search.find({ hotelIds: [FIRST] });
    await search.app.operate('organisations/update', defaults);
    const answer = await search.find({ hotelIds: [FIRST] });
    expect(answer.json.echo).toEqual({
      ...STAY,
      nights: 3,
      guestNationality: 'JP',
      currency: 'JPY',
      language: 'es',
      sort: 'RANK',
      maxOffersPerHotel: 10,
    });
    expect(offersOf(answer)[0].price.currency).toBe('JPY');
    expect(offersOf(answer).map(offer => offer.rooms[0].name)).toContain('Doble');
    const { guestNationality, currency, language } = before.json.echo;
    await search.app.operate('organisations/update', {
      defaultNationality: guestNationality,
      defaultCurrency: currency,
      defaultLanguage: language,
    });
  });

  it('is echoed as asked for where it is given', async () => {
    const asked = {
      guestNationality: 'DE',
      currency: 'USD',
      language: 'fr-CA',
      sort: 'PRICE',
      maxOffersPerHotel: 3,
    };
    const occupancies = [{ adults: 1 }, { adults: 2, childAges: [0, 17] }];
    const { json } = await search.find({ ...asked, occupancies, hotelIds: [FIRST] });
    expect(json.echo).toEqual({
      checkIn: CHECK_IN,
      checkOut: STAY.checkOut,
      nights: 3,
      occupancies,
      ...asked,
    });
  });

  it('names are in the language asked for, else in one that there is', async () => {
    const inSpanish = await search.find({
      hotelIds: [FIRST],
      language: 'es-MX',
      filters: { boards: ['BB', 'RO', 'SC'] },
    });
    expect(offersOf(inSpanish).map(offer => offer.rooms[0].name)).toContain('Doble');
    const inThai = await search.find({ hotelIds: [FIRST], language: 'th' });
    expect(inThai.status).toBe(200);
    expect(inThai.json.echo.language).toBe('th');
    expect(offersOf(inThai).map(offer => offer.rooms[0].name)).toContain('Double');
    expect(offersOf(inThai).map(offer => offer.board.name)).not.toContain('');
  });
});

it('a search by place and by the ids of its hotels finds the same offers', async () => {
  const byPlace = await search.find({ destination: CITY, sort: 'STARS' });
  const byIds = await search.find({ hotelIds: CITY_HOTELS, sort: 'STARS' });
  const products = (answer: typeof byPlace) =>
    offersOf(answer).map(({ fingerprint, price }) => `${fingerprint} ${price.net.amount}`);
  expect(products(byIds)).toEqual(products(byPlace));
  expect(hotelIdsOf(byIds)).toEqual(hotelIdsOf(byPlace));
});
