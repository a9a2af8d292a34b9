import { describe, expect, it } from 'vitest';
import { changed, failuresOf } from '../../test/failures.ts';
import { mainExample } from '../openapi/recorded-examples.ts';
import { availability } from './availability.ts';
import { offerExample } from './examples/offer-example.ts';

const { input, output } = availability;
const examples = mainExample(availability);
const byCity = {
  checkIn: '2027-03-12',
  checkOut: '2027-03-13',
  occupancies: [{ adults: 1 }],
  destination: { canonicalCityId: 'plc_1' },
};
const many = (length: number) => Array.from({ length }, (_, i) => `htl_${i}`);
const byHotels = (hotelIds: unknown) => ({ ...byCity, destination: undefined, hotelIds });
const byGeo = (latitude: unknown, longitude: unknown, radiusMeters: unknown) => ({
  ...byCity,
  destination: undefined,
  geo: { latitude, longitude, radiusMeters },
});
const inBox = (changes: object) => ({
  ...byCity,
  destination: undefined,
  boundingBox: { north: 42, south: 41, east: 3, west: 2, ...changes },
});
const rooms = (...occupancies: unknown[]) => ({ ...byCity, occupancies });
const children = (...childAges: unknown[]) => rooms({ adults: 1, childAges });

describe('availability requests', () => {
  it.each([
    ['only the required fields', byCity],
    ['30 nights', { ...byCity, checkOut: '2027-04-11' }],
    [
      'a night in which daylight saving time begins',
      { ...byCity, checkIn: '2027-03-27', checkOut: '2027-03-28' },
    ],
    ['a stay that starts on 29 February', { ...byCity, checkIn: '2028-02-29', checkOut: '2028-03-01' }],
    [
      '8 rooms with 8 adults and 6 children each',
      rooms(...Array(8).fill({ adults: 8, childAges: [0, 17, 1, 2, 3, 4] })),
    ],
    ['an empty list of child ages', children()],
    ['1 hotel', byHotels(many(1))],
    ['200 hotels', byHotels(many(200))],
    ['a hotel id in any format', byHotels(['nonsense'])],
    ['the smallest search radius', byGeo(-90, -180, 100)],
    ['the largest search radius', byGeo(90, 180, 50_000)],
    [
      'every filter',
      {
        ...byCity,
        filters: {
          refundableOnly: true,
          boards: ['RO', 'SC', 'BB', 'HB', 'FB', 'AI'],
          minStars: 0,
          maxStars: 5,
          facilities: ['POOL_OUTDOOR', 'WIFI'],
          paymentTypes: ['MERCHANT', 'PAY_AT_PROPERTY'],
          price: { min: '9.5', max: '10' },
          freeCancellationUntil: '2027-03-01T00:00:00Z',
        },
      },
    ],
    ['half stars', { ...byCity, filters: { minStars: 3.5, maxStars: 3.5 } }],
    ['every include option', { ...byCity, include: ['nightly', 'unavailable', 'duplicates'] }],
    ['200 hotels per page', { ...byCity, page: { limit: 200, cursor: 'x' } }],
    ['the shortest timeout', { ...byCity, settings: { timeout: 500 } }],
    [
      'the longest timeout',
      {
        ...byCity,
        settings: { timeout: 25_000, testMode: true, auditTransactions: true, scenario: 'anything' },
      },
    ],
    ['sorting by distance', { ...byCity, sort: 'DISTANCE', sortDirection: 'DESC' }],
    ['summaries', { ...byCity, offerDetail: 'SUMMARY', include: ['unavailable', 'duplicates'] }],
    ['a rectangle', inBox({})],
    ['a rectangle across the antimeridian', { ...inBox({ east: -170, west: 170 }), sort: 'DISTANCE' }],
  ])('availability accepts a request with %s', (_, request) => {
    expect(failuresOf(input, request)).toEqual([]);
  });

  it.each([
    ['no hotels, destination or point', byHotels(undefined), '/hotelIds EXACTLY_ONE_REQUIRED'],
    ['both hotels and a destination', { ...byCity, hotelIds: ['htl_1'] }, '/destination EXACTLY_ONE_ALLOWED'],
    ['an empty list of hotels', byHotels([]), '/hotelIds too_small'],
    ['201 hotels', byHotels(many(201)), '/hotelIds too_big'],
    [
      'the same date for check-in and check-out',
      { ...byCity, checkOut: byCity.checkIn },
      '/checkOut STAY_TOO_SHORT',
    ],
    ['check-out before check-in', { ...byCity, checkOut: '2027-03-01' }, '/checkOut STAY_TOO_SHORT'],
    ['31 nights', { ...byCity, checkOut: '2027-04-12' }, '/checkOut STAY_TOO_LONG'],
    ['a date that does not exist', { ...byCity, checkIn: '2027-02-29' }, '/checkIn invalid_format'],
    [
      'a timestamp instead of a date',
      { ...byCity, checkIn: '2027-03-12T00:00:00Z' },
      '/checkIn invalid_format',
    ],
    ['no room', rooms(), '/occupancies too_small'],
    ['9 rooms', rooms(...Array(9).fill({ adults: 1 })), '/occupancies too_big'],
    ['a room without adults', rooms({ adults: 0 }), '/occupancies/0/adults too_small'],
    ['9 adults', rooms({ adults: 9 }), '/occupancies/0/adults too_big'],
    ['half an adult', rooms({ adults: 1.5 }), '/occupancies/0/adults invalid_type'],
    ['the number of adults as text', rooms({ adults: '2' }), '/occupancies/0/adults invalid_type'],
    ['7 children', children(1, 2, 3, 4, 5, 6, 7), '/occupancies/0/childAges too_big'],
    ['a child aged 18', children(18), '/occupancies/0/childAges/0 too_big'],
    ['a negative child age', children(-1), '/occupancies/0/childAges/0 too_small'],
    ['a search radius that is too small', byGeo(0, 0, 99), '/geo/radiusMeters too_small'],
    ['a search radius that is too large', byGeo(0, 0, 50_001), '/geo/radiusMeters too_big'],
    ['no search radius', byGeo(0, 0, undefined), '/geo/radiusMeters invalid_type'],
    ['a latitude beyond the pole', byGeo(90.1, 0, 100), '/geo/latitude too_big'],
    ['a longitude beyond the date line', byGeo(0, -180.1, 100), '/geo/longitude too_small'],
    ['a rectangle with north below south', inBox({ north: 40 }), '/boundingBox/north RANGE_REVERSED'],
    ['a rectangle without width', inBox({ west: 3 }), '/boundingBox/east RANGE_EMPTY'],
    ['a rectangle without west', inBox({ west: undefined }), '/boundingBox/west invalid_type'],
    [
      'both a point and a rectangle',
      { ...inBox({}), geo: { latitude: 0, longitude: 0, radiusMeters: 100 } },
      '/boundingBox EXACTLY_ONE_ALLOWED',
    ],
    [
      'an unknown facility',
      { ...byCity, filters: { facilities: ['LAVA'] } },
      '/filters/facilities/0 invalid_value',
    ],
    ['an unknown sort direction', { ...byCity, sortDirection: 'UP' }, '/sortDirection invalid_value'],
    ['an unknown offer detail', { ...byCity, offerDetail: 'TINY' }, '/offerDetail invalid_value'],
    [
      'summaries with nightly prices',
      { ...byCity, offerDetail: 'SUMMARY', include: ['nightly'] },
      '/include NOT_WITH_SUMMARY',
    ],
    ['an unknown country', { ...byCity, guestNationality: 'UK' }, '/guestNationality UNKNOWN_COUNTRY'],
    ['an unknown currency', { ...byCity, currency: 'EURO' }, '/currency UNKNOWN_CURRENCY'],
    [
      'minStars above maxStars',
      { ...byCity, filters: { minStars: 4, maxStars: 3 } },
      '/filters/maxStars RANGE_REVERSED',
    ],
    ['quarter stars', { ...byCity, filters: { minStars: 3.25 } }, '/filters/minStars not_multiple_of'],
    [
      'a minimum price above the maximum',
      { ...byCity, filters: { price: { min: '10', max: '9.5' } } },
      '/filters/price/max RANGE_REVERSED',
    ],
    [
      'a price as a number',
      { ...byCity, filters: { price: { max: 10 } } },
      '/filters/price/max invalid_type',
    ],
    ['an unknown board', { ...byCity, filters: { boards: ['XX'] } }, '/filters/boards/0 invalid_value'],
    ['an empty list of boards', { ...byCity, filters: { boards: [] } }, '/filters/boards too_small'],
    ['a misspelt filter', { ...byCity, filters: { refundable: true } }, '/filters/refundable UNKNOWN_FIELD'],
    ['zero offers per hotel', { ...byCity, maxOffersPerHotel: 0 }, '/maxOffersPerHotel too_small'],
    ['an unknown sort order', { ...byCity, sort: 'price' }, '/sort invalid_value'],
    [
      'sorting by distance without a centre',
      { ...byHotels(['htl_1']), sort: 'DISTANCE' },
      '/sort SORT_NOT_POSSIBLE',
    ],
    ['an unknown include option', { ...byCity, include: ['images'] }, '/include/0 invalid_value'],
    ['zero hotels per page', { ...byCity, page: { limit: 0 } }, '/page/limit too_small'],
    ['201 hotels per page', { ...byCity, page: { limit: 201 } }, '/page/limit too_big'],
    ['a timeout that is too short', { ...byCity, settings: { timeout: 499 } }, '/settings/timeout too_small'],
    ['a timeout that is too long', { ...byCity, settings: { timeout: 25_001 } }, '/settings/timeout too_big'],
  ])('availability rejects a request with %s', (_, request, failure) => {
    expect(failuresOf(input, request)).toEqual([failure]);
  });

  it('availability reports all invalid fields of a request together, including violations of rules that span several fields', () => {
    const request = {
      checkIn: '2027-03-12',
      checkOut: '2027-03-12',
      occupancies: [{ adults: 0.5 }],
      currency: 'euro',
      filters: { minStars: 5, maxStars: 1, price: { min: '2', max: '1' }, colour: 'red' },
      page: { limit: 1_000 },
      extra: true,
    };
    expect(failuresOf(input, request).sort()).toEqual([
      '/checkOut STAY_TOO_SHORT',
      '/currency UNKNOWN_CURRENCY',
      '/extra UNKNOWN_FIELD',
      '/filters/colour UNKNOWN_FIELD',
      '/filters/maxStars RANGE_REVERSED',
      '/filters/price/max RANGE_REVERSED',
      '/hotelIds EXACTLY_ONE_REQUIRED',
      '/occupancies/0/adults invalid_type',
      '/occupancies/0/adults too_small',
      '/page/limit too_big',
    ]);
  });
});

describe('availability responses', () => {
  const offer = 'hotels.0.offers.0';
  const at = '/hotels/0/offers/0';
  const [hotel] = examples.answer.hotels;
  const answer = {
    ...examples.answer,
    hotels: [{ ...hotel, fromPrice: { ...offerExample.price.net }, offers: [offerExample] }],
  };

  it.each([
    [
      'rooms that do not add up to the price',
      `${offer}.price.net.amount`,
      '443.99',
      [`${at}/price/net SUM_MISMATCH`],
    ],
    [
      'a penalty above the price',
      `${offer}.cancellation.windows.2.penalty.amount`,
      '444.01',
      [`${at}/cancellation/windows/2/penalty PENALTY_TOO_HIGH`],
    ],
    [
      'nights that do not add up to the room price',
      `${offer}.rooms.0.price.nightly.0.net.amount`,
      '119.99',
      [`${at}/rooms/0/price/net SUM_MISMATCH`],
    ],
    [
      'a wrong guest total',
      `${offer}.price.guestTotal.amount`,
      '520.00',
      [`${at}/price/guestTotal SUM_MISMATCH`],
    ],
    [
      'two currencies in one price',
      `${offer}.price.commission.currency`,
      'USD',
      [`${at}/price/currency MIXED_CURRENCIES`],
    ],
    ['two currencies in one response', 'hotels.0.fromPrice.currency', 'USD', [' MIXED_CURRENCIES']],
    [
      'a gap between penalty windows',
      `${offer}.cancellation.windows.1.from`,
      '2027-03-11T00:00:00Z',
      [`${at}/cancellation/windows/1 WINDOWS_NOT_CONTIGUOUS`],
    ],
    [
      'a first penalty window that has a start',
      `${offer}.cancellation.windows.0.from`,
      '2027-01-01T00:00:00Z',
      [`${at}/cancellation/windows WINDOWS_INCOMPLETE`],
    ],
    [
      'a penalty that decreases',
      `${offer}.cancellation.windows.2.penalty.amount`,
      '100.00',
      [`${at}/cancellation/windows/2 PENALTY_FALLS`],
    ],
    [
      'no penalty windows',
      `${offer}.cancellation.windows`,
      [],
      [`${at}/cancellation/windows WINDOWS_INCOMPLETE`],
    ],
    [
      'the wrong number of decimals',
      'hotels.0.fromPrice.amount',
      '444.0',
      ['/hotels/0/fromPrice/amount WRONG_DECIMALS'],
    ],
  ])('the response schema of availability detects %s', (_, path, value, failures) => {
    expect(failuresOf(output, changed(answer, path, value))).toEqual(failures);
  });

  it('an offer in a search result may have unknown cancellation terms', () => {
    const terms = {
      ...offerExample.cancellation,
      refundability: 'UNKNOWN',
      windows: [],
    };
    expect(failuresOf(output, changed(answer, `${offer}.cancellation`, terms))).toEqual([]);
  });
});
