import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
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

it('a search calls every test provider and lists each with its status', async () => {
  const { status, json } = await search.search('ok');
  expect(status).toBe(200);
  expect(json.complete).toBe(true);
  const asked = json.providers.map((each: { code: string; status: string }) => `${each.code} ${each.status}`);
  expect(asked.filter((each: string) => each.startsWith('test-'))).toEqual([
    'test-1 OK',
    'test-2 OK',
    'test-3 OK',
  ]);
  expect(json.hotels).toHaveLength(1);
  expect(json.hotels[0].hotelId).toBe(scenarioHotelId('ok'));
  expect(json.hotels[0].fromPrice).toEqual(json.hotels[0].offers[0].price.net);
  expect(json.echo).toMatchObject({ ...STAY, nights: 3, currency: 'EUR', sort: 'RANK' });
});

describe('a search by hotel ids', () => {
  it('a search by hotel ids returns each hotel once, in the order of hotelIds', async () => {
    const answer = await search.find({ hotelIds: [SECOND, FIRST, SECOND] });
    expect(answer.status).toBe(200);
    expect(hotelIdsOf(answer)).toEqual([SECOND, FIRST]);
    expect(answer.json.unavailable).toEqual([]);
  });

  it.each([
    ['an unknown', 'htl_NOBODY'],
    ['an empty', ''],
    ['a malformed', 'no id at all'],
    ['an inactive', INACTIVE_HOTEL],
    ["another environment's", LIVE_HOTEL],
    ['an overlong', 'x'.repeat(5_000)],
  ])('a search reports %s hotel id as HOTEL_INACTIVE', async (_, unknown) => {
    const answer = await search.find({ hotelIds: [unknown, FIRST, unknown] });
    expect(answer.status).toBe(200);
    expect(hotelIdsOf(answer)).toEqual([FIRST]);
    expect(answer.json.unavailable).toEqual([{ hotelId: unknown, reason: 'HOTEL_INACTIVE' }]);
  });

  it('a search returns 200 without calling a provider when all hotel ids are unknown', async () => {
    const answer = await search.find({ hotelIds: ['htl_A', 'htl_B'] });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ hotels: [], complete: true, page: { hasMore: false } });
    expect(reasonsOf(answer)).toEqual({ htl_A: 'HOTEL_INACTIVE', htl_B: 'HOTEL_INACTIVE' });
    for (const provider of answer.json.providers) {
      expect(provider).toMatchObject({ status: 'SKIPPED', hotelsQueried: 0 });
      expect(provider).not.toHaveProperty('source');
    }
  });

  it('a search by a merged id finds the surviving hotel and lists it only once', async () => {
    expect(hotelIdsOf(await search.find({ hotelIds: [MERGED_HOTEL] }))).toEqual([FIRST]);
    const both = await search.find({ hotelIds: [SECOND, FIRST, MERGED_HOTEL] });
    expect(hotelIdsOf(both)).toEqual([SECOND, FIRST]);
    expect(both.json.unavailable).toEqual([]);
  });
});

describe('a search by place or point', () => {
  it('the place "Sandbox" contains exactly the scenario hotels', async () => {
    const answer = await search.find({
      destination: { canonicalCityId: SANDBOX_PLACE_ID },
      include: ['unavailable'],
      page: { limit: 200 },
    });
    expect(answer.status).toBe(200);
    const named = [...hotelIdsOf(answer), ...Object.keys(reasonsOf(answer))];
    // The scenario hotels, and the hotel with hostile texts.
    expect(named).toHaveLength(SCENARIOS.length + 1);
    for (const id of named) expect(id).toMatch(/^htl_sandbox_/);
  });

  it.each([
    ['a city', 'plc_BCN'],
    ['the region of a city', 'plc_CT'],
    ['the country of a city', 'plc_ES'],
    ['a zone around a city', 'plc_COAST'],
  ])('a search in %s finds the hotels with their distances', async (_, canonicalCityId) => {
    const answer = await search.find({ destination: { canonicalCityId } });
    expect(hotelIdsOf(answer).sort()).toEqual(CITY_HOTELS);
    for (const hotel of answer.json.hotels) expect(hotel.distanceMeters).toBeGreaterThanOrEqual(0);
  });

  it.each(['plc_NOWHERE', '', 'BCN', 'htl_B01'])(
    'a search returns 404 for the unknown place %j',
    async canonicalCityId => {
      const { status, json } = await search.find({ destination: { canonicalCityId } });
      expect([status, json.error.code]).toEqual([404, 'DESTINATION_NOT_FOUND']);
    },
  );

  it('a search returns 200 for a place without hotels', async () => {
    const answer = await search.find({ destination: { canonicalCityId: 'plc_GRACIA' } });
    expect([answer.status, answer.json.hotels]).toEqual([200, []]);
  });

  it('a search around a point finds hotels within the radius and returns distances in metres', async () => {
    const answer = await search.find({ geo: { ...CENTRE, radiusMeters: 1_000 }, sort: 'DISTANCE' });
    expect(hotelIdsOf(answer)).toEqual(CITY_HOTELS.slice(0, 3));
    expect(answer.json.hotels[0].distanceMeters).toBeGreaterThan(290);
    expect(answer.json.hotels[0].distanceMeters).toBeLessThan(310);
  });

  it('a search in a rectangle finds its hotels with the distance from the centre of the rectangle', async () => {
    const { latitude, longitude } = CENTRE;
    const boundingBox = {
      north: latitude + 0.006,
      south: latitude - 0.006,
      east: longitude + 1,
      west: longitude - 1,
    };
    const answer = await search.find({ boundingBox, sort: 'DISTANCE', sortDirection: 'DESC' });
    expect(hotelIdsOf(answer)).toEqual([SECOND, FIRST]);
    expect(answer.json.hotels[1].distanceMeters).toBeGreaterThan(290);
    expect(answer.json.hotels[1].distanceMeters).toBeLessThan(310);
  });

  it('a search in a rectangle across the antimeridian finds only the hotels inside the rectangle', async () => {
    const { latitude, longitude } = CENTRE;
    const band = { north: latitude + 1, south: latitude - 1 };
    const around = await search.find({ boundingBox: { ...band, west: 100, east: longitude + 1 } });
    expect(hotelIdsOf(around).sort()).toEqual(CITY_HOTELS);
    const across = await search.find({ boundingBox: { ...band, west: 100, east: -100 } });
    expect(hotelIdsOf(across)).toEqual([]);
  });

  it('a search around a point far from all hotels finds nothing', async () => {
    const answer = await search.find({ geo: { latitude: -60, longitude: 100, radiusMeters: 50_000 } });
    expect([answer.status, answer.json.hotels]).toEqual([200, []]);
  });
});

describe('defaults of a search', () => {
  it('omitted search fields use the defaults of the partner and are echoed in the response', async () => {
    const defaults = { nationality: 'JP', currency: 'JPY', language: 'es' };
    const before = await search.find({ hotelIds: [FIRST] });
    await search.app.operate('partners/update', defaults);
    const answer = await search.find({ hotelIds: [FIRST] });
    expect(answer.json.echo).toEqual({
      ...STAY,
      nights: 3,
      guestNationality: 'JP',
      currency: 'JPY',
      language: 'es',
      sort: 'RANK',
      sortDirection: 'ASC',
      offerDetail: 'FULL',
      maxOffersPerHotel: 10,
    });
    expect(offersOf(answer)[0].price.currency).toBe('JPY');
    expect(offersOf(answer).map(offer => offer.rooms[0].name)).toContain('Doble');
    const { guestNationality, currency, language } = before.json.echo;
    await search.app.operate('partners/update', { nationality: guestNationality, currency, language });
  });

  it('search fields that a request sets are echoed unchanged in the response', async () => {
    const asked = {
      guestNationality: 'DE',
      currency: 'USD',
      language: 'fr-CA',
      sort: 'PRICE',
      sortDirection: 'DESC',
      offerDetail: 'SUMMARY',
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

  it('a search returns names in the requested language or in a fallback language', async () => {
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

it('a search by place and a search by its hotel ids find the same offers', async () => {
  const byPlace = await search.find({ destination: CITY, sort: 'STARS' });
  const byIds = await search.find({ hotelIds: CITY_HOTELS, sort: 'STARS' });
  const products = (answer: typeof byPlace) =>
    offersOf(answer).map(({ fingerprint, price }) => `${fingerprint} ${price.net.amount}`);
  expect(products(byIds)).toEqual(products(byPlace));
  expect(hotelIdsOf(byIds)).toEqual(hotelIdsOf(byPlace));
});
