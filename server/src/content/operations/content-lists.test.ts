/** Behaviour that all catalogue lists share: rejections, cursors, and the pages of a growing catalogue. */
import { destinations } from '@serai/contract/content/destinations.ts';
import { hotels } from '@serai/contract/content/hotels.ts';
import { hotelsByDestination } from '@serai/contract/content/hotels-by-destination.ts';
import { rooms } from '@serai/contract/content/rooms.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { badRequests } from '../../../test/bad-requests.ts';
import { SPAIN, type TestPlace, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';

let app: TestApp;
let key: string;
let liveKey: string;

const NUMBERS = ['1', '2', '3', '4', '5'];
const ROOM = {
  roomCode: 'DBL',
  name: { en: 'Double' },
  occupancy: { maxTotal: 2, maxAdults: 2, maxChildren: 0 },
};

async function add(prefix: string): Promise<void> {
  const cities: TestPlace[] = NUMBERS.map(nr => ({
    key: `${prefix}${nr}`,
    type: 'CITY',
    parent: 'ES',
    location: [0, 0],
  }));
  await writePlaces(app.database.db, cities);
  for (const environment of ['sandbox', 'production'] as const) {
    const added = NUMBERS.map(nr => ({ hotelId: `htl_${prefix}${nr}`, rooms: [ROOM] }));
    await writeHotels(app.database.db, environment, added);
  }
}

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  ({ secret: liveKey } = await app.createKey({ environment: 'production' }));
  await writePlaces(app.database.db, SPAIN);
  await add('M');
});
afterAll(() => app.close());

const LISTS = [
  {
    operation: hotels,
    list: 'hotels',
    filters: { countryCode: 'ES' },
    others: [
      {},
      { countryCode: 'FR' },
      { countryCode: 'ES', categoryCodes: ['H4'] },
      { countryCode: 'ES', hotelIds: ['htl_M1'] },
      { countryCode: 'ES', canonicalCityId: 'plc_ES' },
      { countryCode: 'ES', updatedSince: '2020-01-01T00:00:00Z' },
    ],
    good: {
      hotelIds: ['htl_M1'],
      canonicalCityId: 'plc_ES',
      countryCode: 'ES',
      categoryCodes: ['H4'],
      updatedSince: '2020-01-01T00:00:00Z',
      include: ['images'],
      language: 'en',
      page: { limit: 1, cursor: 'x' },
    },
  },
  {
    operation: rooms,
    list: 'rooms',
    filters: { roomCodes: ['DBL'] },
    others: [{}, { roomCodes: ['DBL', 'SGL'] }, { roomCodes: ['DBL'], hotelIds: ['htl_M1'] }],
    good: {
      hotelIds: ['htl_M1'],
      roomCodes: ['DBL'],
      updatedSince: '2020-01-01T00:00:00Z',
      language: 'en',
      page: { limit: 1, cursor: 'x' },
    },
  },
  {
    operation: destinations,
    list: 'destinations',
    filters: { types: ['CITY'] },
    others: [
      {},
      { types: ['REGION'] },
      { types: ['CITY'], countryCode: 'ES' },
      { types: ['CITY'], parentId: 'plc_ES' },
    ],
    good: {
      types: ['CITY'],
      countryCode: 'ES',
      parentId: 'plc_ES',
      updatedSince: '2020-01-01T00:00:00Z',
      language: 'en',
      page: { limit: 1, cursor: 'x' },
    },
  },
  {
    operation: hotelsByDestination,
    list: 'hotels',
    filters: { destination: { canonicalCityId: 'plc_BCN' } },
    others: [
      { destination: { canonicalCityId: 'plc_ES' } },
      { destination: { canonicalCityId: 'plc_BCN' }, radiusMeters: 5_000 },
      { destination: { canonicalCityId: 'plc_BCN' }, filters: { minStars: 1 } },
    ],
    good: {
      destination: { canonicalCityId: 'plc_BCN' },
      radiusMeters: 5_000,
      filters: {
        types: ['HOTEL'],
        categoryCodes: ['H4'],
        minStars: 1,
        maxStars: 5,
        facilityCodes: ['WIFI_FREE'],
        chainCodes: ['HH'],
      },
      language: 'en',
      page: { limit: 1, cursor: 'x' },
    },
  },
];

describe.each(LISTS)('the list $operation.name', ({ operation, list, filters, others, good }) => {
  const post = (body: object, withKey = key) => app.post(operation.path, body, { key: withKey });
  const pageOf = async (body: object, limit: number, cursor?: string) => {
    const { status, json } = await post({ ...body, page: { limit, ...(cursor && { cursor }) } });
    expect(status).toBe(200);
    return { records: json[list], cursor: json.page.nextCursor as string, hasMore: json.page.hasMore };
  };
  const refusesCursor = async (body: object, cursor: string, withKey = key) =>
    expect(await post({ ...body, page: { cursor } }, withKey)).toMatchObject({
      status: 400,
      json: { error: { code: 'INVALID_CURSOR' } },
    });

  it.each(badRequests(operation, good))(
    `${operation.name} rejects a request in which $what`,
    async ({ body, path }) => {
      const { status, json } = await post(body);
      expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(json.error.details.map((detail: { path: string }) => detail.path)).toContain(path);
    },
  );

  it(`${operation.name} rejects an invalid cursor in an otherwise valid request`, async () => {
    await refusesCursor({ ...good, page: undefined }, 'x');
  });

  it(`${operation.name} continues from a cursor with any page size`, async () => {
    const whole = (await pageOf(filters, 1_000)).records;
    const first = await pageOf(filters, 2);
    const rest = await pageOf(filters, 1_000, first.cursor);
    expect([...first.records, ...rest.records]).toEqual(whole);
    expect([first.hasMore, rest.hasMore, rest.cursor]).toEqual([true, false, null]);
  });

  it(`${operation.name} rejects a cursor that was issued for other filters, another environment or another operation`, async () => {
    const { cursor } = await pageOf(filters, 2);
    for (const other of others) await refusesCursor(other, cursor);
    await refusesCursor(filters, cursor, liveKey);
    for (const other of LISTS.filter(each => each.operation !== operation)) {
      const response = await app.post(
        other.operation.path,
        { ...other.filters, page: { limit: 2 } },
        { key },
      );
      await refusesCursor(filters, response.json.page.nextCursor);
    }
  });

  it(`${operation.name} rejects a forged cursor`, async () => {
    const { cursor } = await pageOf(filters, 2);
    const bytes = Buffer.from(cursor, 'base64url');
    for (let at = 0; at < bytes.length; at++) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] as number) ^ 1;
      await refusesCursor(filters, forged.toString('base64url'));
    }
    for (const wrong of [
      'x',
      `${cursor}A`,
      cursor.slice(0, -2),
      ` ${cursor}`,
      '["1","2"]',
      'ä'.repeat(2048),
    ]) {
      await refusesCursor(filters, wrong);
    }
  });

  it(`${operation.name} omits records added after the first page from later pages, but returns them in a new list`, async () => {
    const before = (await pageOf(filters, 1_000)).records;
    const first = await pageOf(filters, 2);
    await add(`${operation.name}N`);
    const rest = await pageOf(filters, 1_000, first.cursor);
    expect([...first.records, ...rest.records]).toHaveLength(before.length);
    expect((await pageOf(filters, 1_000)).records).toHaveLength(before.length + NUMBERS.length);
  });
});
