import { SEARCH_SORTS } from '@serai/contract/booking/availability.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHECK_IN } from '../../../test/booking-app.ts';
import { CITY, CITY_HOTELS, hotelIdsOf, type SearchApp, searchApp } from '../../../test/search-app.ts';
import { steppedClock } from '../../../test/stepped-clock.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { SANDBOX_PLACE_ID } from '../../content/places/sandbox-place.ts';
import { addDays } from '../../platform/time/civil-date.ts';

let search: SearchApp;
const clock = steppedClock();

beforeAll(async () => {
  search = await searchApp({ clock });
});
afterAll(() => search.close());

async function pagesOf(members: object, limit: number): Promise<HttpAnswer[]> {
  const pages: HttpAnswer[] = [];
  let cursor: string | null = null;
  do {
    const page: HttpAnswer = await search.find({ ...members, page: { limit, ...(cursor && { cursor }) } });
    expect(page.status).toBe(200);
    expect(page.json.page.hasMore).toBe(page.json.page.nextCursor !== null);
    expect(page.json.hotels.length).toBeLessThanOrEqual(limit);
    pages.push(page);
    cursor = page.json.page.nextCursor;
  } while (cursor !== null);
  return pages;
}

const shape = ({ json }: HttpAnswer) =>
  json.hotels.map(({ offers, ...hotel }: { offers: { fingerprint: string; price: object }[] }) => ({
    ...hotel,
    offers: offers.map(({ fingerprint, price }) => ({ fingerprint, price })),
  }));
const unavailable = (pages: HttpAnswer[]) => pages.flatMap(({ json }) => json.unavailable);

describe.each(SEARCH_SORTS)('in the order %s', sort => {
  it.each([1, 5, 17, 18])('pages of %i hotels together contain every hotel exactly once', async limit => {
    const [whole] = await pagesOf({ sort }, 200);
    const pages = await pagesOf({ sort }, limit);
    expect(pages).toHaveLength(Math.ceil(CITY_HOTELS.length / limit));
    expect(pages.flatMap(shape)).toEqual(shape(whole as HttpAnswer));
  });

  it('a search lists each hotel without offers on exactly one page', async () => {
    const members = {
      sort,
      destination: { canonicalCityId: SANDBOX_PLACE_ID },
      include: ['unavailable'],
      checkOut: addDays(CHECK_IN, 2),
      filters: { minStars: 4 },
    };
    const [whole] = await pagesOf(members, 200);
    const pages = await pagesOf(members, 3);
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.flatMap(hotelIdsOf)).toEqual(hotelIdsOf(whole as HttpAnswer));
    const named = unavailable(pages);
    expect(named.length).toBeGreaterThan(10);
    const byId = (a: { hotelId: string }, b: { hotelId: string }) => (a.hotelId < b.hotelId ? -1 : 1);
    expect(named.toSorted(byId)).toEqual(unavailable([whole as HttpAnswer]).toSorted(byId));
  });
});

it('pages keep the order of the requested hotelIds, and each page lists all unknown ids', async () => {
  const hotelIds = [...CITY_HOTELS.toReversed(), 'htl_NOBODY'];
  const pages = await pagesOf({ hotelIds }, 4);
  expect(pages.flatMap(hotelIdsOf)).toEqual(CITY_HOTELS.toReversed());
  for (const { json } of pages)
    expect(json.unavailable).toEqual([{ hotelId: 'htl_NOBODY', reason: 'HOTEL_INACTIVE' }]);
});

it('a page of the default size contains all hotels of a small city', async () => {
  const { json } = await search.find();
  expect(json.hotels).toHaveLength(CITY_HOTELS.length);
});

it('all pages of a search have the same searchId and expiry', async () => {
  const pages = await pagesOf({}, 7);
  expect(new Set(pages.map(({ json }) => `${json.searchId} ${json.expiresAt}`)).size).toBe(1);
  const [again] = await pagesOf({}, 7);
  expect(again?.json.searchId).not.toBe(pages[0]?.json.searchId);
});

describe('a cursor', () => {
  const refuses = async (cursor: string, members: object = {}, key?: string) => {
    const { status, json } = await search.find({ ...members, page: { limit: 2, cursor } }, key);
    expect([status, json.error.code]).toEqual([400, 'INVALID_CURSOR']);
  };
  const cursorOf = async (members: object = {}, key?: string): Promise<string> =>
    (await search.find({ ...members, page: { limit: 2 } }, key)).json.page.nextCursor;

  it('a search cursor stays valid when the page size, field order or timeout changes', async () => {
    const asked = { currency: 'USD', filters: { minStars: 1, boards: ['BB', 'RO'] } };
    const cursor = await cursorOf(asked);
    const turned = { filters: { boards: ['BB', 'RO'], minStars: 1 }, currency: 'USD' };
    const next = await search.find({ ...turned, page: { cursor, limit: 9 }, settings: { timeout: 5_000 } });
    expect(next.status).toBe(200);
    expect(hotelIdsOf(next)).toEqual(hotelIdsOf(await search.find(asked)).slice(2, 11));
  });

  it.each([
    { checkIn: addDays(CHECK_IN, 1) },
    { occupancies: [{ adults: 1 }] },
    { destination: { canonicalCityId: 'plc_ES' } },
    { currency: 'USD' },
    { guestNationality: 'JP' },
    { language: 'de' },
    { filters: { minStars: 1 } },
    { sort: 'PRICE' },
    { maxOffersPerHotel: 9 },
    { include: ['nightly'] },
    { settings: { scenario: 'cancel.free' } },
  ])('a search cursor is rejected for a search with the changed parameters %j', async other =>
    refuses(await cursorOf(), other),
  );

  it('a search cursor is rejected in another mode or environment', async () => {
    const test = { settings: { testMode: true } };
    const rehearsed = await cursorOf(test, search.liveKey);
    expect(
      (await search.find({ ...test, page: { limit: 2, cursor: rehearsed } }, search.liveKey)).status,
    ).toBe(200);
    await refuses(rehearsed);
    await refuses(await cursorOf(), test, search.liveKey);
    const hotelIds = CITY_HOTELS;
    const ofIds = await cursorOf({ ...test, hotelIds }, search.liveKey);
    await refuses(ofIds, { hotelIds }, search.liveKey);
  });

  it('a search rejects a cursor from another operation', async () => {
    const body = { destination: CITY, page: { limit: 2 } };
    const { json } = await search.app.post('/hotels/by-destination', body, { key: search.key });
    await refuses(json.page.nextCursor);
  });

  it('a search rejects a forged or modified cursor', async () => {
    const cursor = await cursorOf();
    const bytes = Buffer.from(cursor, 'base64url');
    for (let at = 0; at < bytes.length; at += 5) {
      const forged = Buffer.from(bytes);
      forged[at] = (forged[at] as number) ^ 1;
      await refuses(forged.toString('base64url'));
    }
    for (const wrong of ['x', `${cursor}A`, cursor.slice(0, -2), ` ${cursor}`, 'ä'.repeat(2048)])
      await refuses(wrong);
  });

  it('a search cursor is valid until its search expires', async () => {
    const first = await search.find({ page: { limit: 2 } });
    const { nextCursor: cursor } = first.json.page;
    const leftMs = Date.parse(first.json.expiresAt) - clock.nowMs();
    expect(leftMs).toBeGreaterThan(29 * 60_000);
    expect(leftMs).toBeLessThanOrEqual(30 * 60_000);
    clock.step(leftMs - 5_000);
    expect((await search.find({ page: { limit: 2, cursor } })).status).toBe(200);
    clock.step(5_000);
    await refuses(cursor);
  });
});
