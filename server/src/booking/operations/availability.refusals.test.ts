import { availability } from '@serai/contract/booking/availability.ts';
import { prebooking } from '@serai/contract/booking/prebooking.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badRequests } from '../../../test/bad-requests.ts';
import { STAY } from '../../../test/booking-app.ts';
import { CENTRE, CITY, type SearchApp, searchApp } from '../../../test/search-app.ts';

let search: SearchApp;

beforeAll(async () => {
  search = await searchApp();
});
afterAll(() => search.close());

const SETTINGS = { timeout: 5_000, testMode: true, auditTransactions: true, scenario: 'ok' };

const GOOD = {
  ...STAY,
  occupancies: [{ adults: 2, childAges: [7] }],
  guestNationality: 'ES',
  currency: 'EUR',
  language: 'en',
  filters: {
    refundableOnly: false,
    boards: ['BB'],
    minStars: 1,
    maxStars: 5,
    facilities: ['WIFI'],
    paymentTypes: ['MERCHANT'],
    price: { min: '1', max: '9999.99' },
    freeCancellationUntil: '2026-01-01T00:00:00Z',
  },
  maxOffersPerHotel: 5,
  sort: 'RANK',
  sortDirection: 'ASC',
  offerDetail: 'FULL',
  include: ['nightly'],
  page: { limit: 1, cursor: 'x' },
  settings: SETTINGS,
};
const PLACES = {
  hotelIds: ['htl_B01'],
  destination: CITY,
  geo: { ...CENTRE, radiusMeters: 1_000 },
  boundingBox: { north: 42, south: 41, east: 3, west: 2 },
};

type Detail = { path: string; code: string; message: string };
const detailsOf = (json: { error: { details: Detail[] } }) =>
  json.error.details.map(({ path, code }) => `${path} ${code}`);

describe.each([
  { operation: availability, good: { ...GOOD, ...PLACES } },
  {
    operation: prebooking,
    good: {
      offerId: 'off_x',
      acceptAlternatives: 'NONE',
      settings: { ...SETTINGS, scenario: 'prebook.price_up' },
    },
  },
])('$operation.name', ({ operation, good }) => {
  it.each(badRequests(operation, good))(
    `${operation.name} rejects a request in which $what`,
    async ({ body, path }) => {
      const { status, json } = await search.call(operation.name, body);
      expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(json.error.details.map((detail: Detail) => detail.path)).toContain(path);
      for (const { message } of json.error.details) expect(message).not.toBe('');
    },
  );

  it.each([operation.deadlineMs, 0, -1, 1e9])(
    `${operation.name} rejects a timeout of %d ms`,
    async timeout => {
      const { status, json } = await search.call(operation.name, { ...good, settings: { timeout } });
      expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(json.error.details.map((detail: Detail) => detail.path)).toContain('/settings/timeout');
    },
  );

  it.each(['{', '[]', 'null', '"x"', '', '{"a":1}}'])(`${operation.name} rejects the body %j`, async body => {
    const { status } = await search.app.post(operation.path, body, { key: search.key });
    expect(status).toBe(400);
  });
});

it.each(Object.keys(PLACES) as (keyof typeof PLACES)[])(
  'availability rejects an otherwise valid search by %s only because of its cursor',
  async place => {
    const body = { ...GOOD, [place]: PLACES[place] };
    const { status, json } = await search.call('availability', body);
    expect([status, json.error.code]).toEqual([400, 'INVALID_CURSOR']);
    expect((await search.call('availability', { ...body, page: { limit: 1 } })).status).toBe(200);
  },
);

it('a search reports all errors together, each with its path', async () => {
  const { json } = await search.call('availability', {
    checkIn: '2027-02-30',
    checkOut: 7,
    occupancies: [{ adults: 2 }, { adults: 0, childAges: [18, 3, -1], infants: 1 }],
    hotelIds: [],
    currency: 'XXX',
    guestNationality: 'ZZ',
    filters: { minStars: 4, maxStars: 3, price: { min: '2', max: '1' }, boards: ['XX'], stars: 3 },
    sort: 'CHEAPEST',
    page: { limit: 201 },
    settings: { timeout: 499 },
    refundable: true,
  });
  expect(
    detailsOf(json)
      .map(text => text.split(' ')[0])
      .toSorted(),
  ).toEqual(
    [
      '/checkIn',
      '/checkOut',
      '/occupancies/1/adults',
      '/occupancies/1/childAges/0',
      '/occupancies/1/childAges/2',
      '/occupancies/1/infants',
      '/hotelIds',
      '/currency',
      '/guestNationality',
      '/filters/maxStars',
      '/filters/price/max',
      '/filters/boards/0',
      '/filters/stars',
      '/sort',
      '/page/limit',
      '/settings/timeout',
      '/refundable',
    ].toSorted(),
  );
});

it.each([
  [{}, ['/hotelIds EXACTLY_ONE_REQUIRED']],
  [{ hotelIds: ['htl_B01'], destination: CITY }, ['/destination EXACTLY_ONE_ALLOWED']],
  [
    PLACES,
    ['/destination EXACTLY_ONE_ALLOWED', '/geo EXACTLY_ONE_ALLOWED', '/boundingBox EXACTLY_ONE_ALLOWED'],
  ],
  [{ hotelIds: ['htl_B01'], sort: 'DISTANCE' }, ['/sort SORT_NOT_POSSIBLE']],
])(
  'a search is rejected if it does not have exactly one location or sorts hotelIds by distance: %j',
  async (members, expected) => {
    const { status, json } = await search.call('availability', { ...STAY, ...members });
    expect([status, detailsOf(json)]).toEqual([400, expected]);
  },
);
