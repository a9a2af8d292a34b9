import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeHotels } from '../../../../test/catalogue-builder.ts';
import {
  CITY,
  CITY_HOTELS,
  INACTIVE_HOTEL,
  MERGED_HOTEL,
  type SearchApp,
  searchApp,
} from '../../../../test/search-app.ts';

let search: SearchApp;
beforeAll(async () => {
  search = await searchApp();
  await writeHotels(search.app.database.db, 'sandbox', [
    { hotelId: 'htl_N1', name: { en: 'Casa Lúna', es: 'Ñandú' } },
    { hotelId: 'htl_N2', name: { en: 'Null Casa' } },
    { hotelId: 'htl_N3', name: { en: 'Lunatic Casa' }, status: 'INACTIVE' },
  ]);
});
afterAll(() => search?.close());

const list = (input: object) => search.app.operate('hotels/list', { environment: 'sandbox', ...input });
const idsOf = async (input: object): Promise<string[]> =>
  (await list(input)).json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId);

it('hotels/list finds hotels by id or by word prefixes in any language, ignoring case and accents', async () => {
  expect(await idsOf({ query: 'LUN casa' })).toEqual(['htl_N1', 'htl_N3']);
  expect(await idsOf({ query: 'nandu' })).toEqual(['htl_N1']);
  expect(await idsOf({ query: 'null' })).toEqual(['htl_N2']);
  expect(await idsOf({ query: 'casa', status: 'INACTIVE' })).toEqual(['htl_N3']);
  expect(await idsOf({ query: CITY_HOTELS[2] })).toEqual([CITY_HOTELS[2]]);
  expect(await idsOf({ query: `';--` })).toEqual([]);
  expect(await idsOf({ query: 'casa', environment: 'production' })).toEqual([]);
});

it('hotels/list returns the sourceId of a hotel, or null if it has none', async () => {
  const { db } = search.app.database;
  await writeHotels(db, 'sandbox', [{ hotelId: 'htl_N4', sourceId: 'H-1002', name: { en: 'Sourced' } }]);
  expect((await list({ query: 'sourced' })).json.hotels).toMatchObject([{ sourceId: 'H-1002' }]);
  expect((await list({ query: 'nandu' })).json.hotels).toMatchObject([{ sourceId: null }]);
});

it('hotels/list finds a renamed hotel only by its new name', async () => {
  const { db } = search.app.database;
  await writeHotels(db, 'sandbox', [{ hotelId: 'htl_N2', name: { en: 'Villa Sol' } }]);
  expect(await idsOf({ query: 'null' })).toEqual([]);
  expect(await idsOf({ query: 'vill sol' })).toEqual(['htl_N2']);
});

it('hotels/list pages through the hotels of a place in order of id, without gaps or duplicates', async () => {
  const all = await idsOf({ ...CITY, page: { limit: 200 } });
  expect(all).toEqual([...all].sort());
  expect(all).toEqual(expect.arrayContaining([...CITY_HOTELS, INACTIVE_HOTEL]));
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { json } = await list({ ...CITY, page: { limit: 7, ...(cursor && { cursor }) } });
    seen.push(...json.hotels.map(({ hotelId }: { hotelId: string }) => hotelId));
    if (!json.page.hasMore) break;
    cursor = json.page.nextCursor;
  }
  expect(seen).toEqual(all);
});

it('hotels/list rejects a cursor that was issued for other filters', async () => {
  const { json } = await list({ page: { limit: 1 } });
  const other = await list({ countryCode: 'ES', page: { cursor: json.page.nextCursor } });
  expect([other.status, other.json.error.code]).toEqual([400, 'INVALID_CURSOR']);
});

it('hotels/list filters hotels by country and status', async () => {
  expect(await idsOf({ status: 'MERGED' })).toEqual([MERGED_HOTEL]);
  expect(await idsOf({ countryCode: 'IS' })).toEqual([]);
});

it('hotels/list returns the number of rooms of a hotel', async () => {
  const { json } = await list({ query: CITY_HOTELS[0] });
  expect(json.hotels).toMatchObject([{ rooms: 3, ownInventory: false, countryCode: 'ES' }]);
});

it('hotels/list rejects an unknown place', async () => {
  const nowhere = await list({ canonicalCityId: 'plc_NONE' });
  expect([nowhere.status, nowhere.json.error.code]).toEqual([404, 'DESTINATION_NOT_FOUND']);
});

it('hotels/show returns a hotel with its providers and with rooms in the requested language', async () => {
  const hotelId = CITY_HOTELS[0] as string;
  const { json } = await search.app.operate('hotels/show', {
    environment: 'sandbox',
    hotelId,
    language: 'es',
  });
  expect(json).toMatchObject({ ownInventory: false, roomCount: 3, hotel: { hotelId, facilities: [] } });
  expect(json.rooms.map(({ name }: { name: string }) => name)).toEqual(['Doble', 'Familiar', 'Suite']);
  expect(json.providers.length).toBeGreaterThan(0);
  expect(['test-1', 'test-2', 'test-3']).toEqual(expect.arrayContaining(json.providers));
});

it('hotels/show returns no providers for a retired hotel', async () => {
  const ended = await search.app.operate('hotels/show', { environment: 'sandbox', hotelId: INACTIVE_HOTEL });
  expect([ended.json.hotel.status, ended.json.providers]).toEqual(['INACTIVE', []]);
});

it('hotels/show does not find a sandbox hotel in production', async () => {
  const none = { environment: 'production', hotelId: scenarioHotelId('ok') };
  expect((await search.app.operate('hotels/show', none)).json.error.code).toBe('HOTEL_NOT_FOUND');
});
