import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeHotels, SPAIN, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';
import { retireHotels } from '../catalogue/writing/tombstones-store.ts';

const PATH = '/content/hotels/v1/rooms';
const LONG_AGO = '2020-01-01T00:00:00Z';

let app: TestApp;
let key: string;

const room = (roomCode: string, members: object = {}) => ({
  roomCode,
  name: { en: `Room ${roomCode}`, es: `Habitación ${roomCode}` },
  occupancy: { maxTotal: 3, maxAdults: 2, maxChildren: 1 },
  ...members,
});

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  const { db } = app.database;
  await writePlaces(db, SPAIN);
  await writeHotels(db, 'sandbox', [
    {
      hotelId: 'htl_A',
      rooms: [
        room('DBL', {
          standardName: { class: 'DELUXE', view: 'SEA' },
          beds: [{ type: 'KING', count: 1 }],
          sizeSqm: 24.5,
          images: [{ url: 'https://images.example.com/r.jpg', kind: 'ROOM', width: 800 }],
          amenities: [{ code: 'MINIBAR', surcharge: true }],
        }),
        room('OLD'),
        room('TWN', { status: 'MERGED', mergedInto: 'DBL' }),
      ],
    },
    { hotelId: 'htl_B', rooms: [room('DBL'), room('SGL')] },
    { hotelId: 'htl_EMPTY', rooms: [] },
    { hotelId: 'htl_GONE', rooms: [room('DBL')] },
  ]);
  await writeHotels(db, 'production', [{ hotelId: 'htl_LIVE', rooms: [room('LIVE')] }]);
  await writeHotels(db, 'sandbox', [{ hotelId: 'htl_A', rooms: [room('DBL', FULL), room('TWN', MERGED)] }]);
  await changeHotels(db, 'sandbox', (tx, write) => retireHotels(tx, write, ['htl_GONE']));
});
afterAll(() => app.close());

const MERGED = { status: 'MERGED', mergedInto: 'DBL' };
const FULL = {
  standardName: { class: 'DELUXE', view: 'SEA' },
  beds: [{ type: 'KING', count: 1 }],
  sizeSqm: 24.5,
  images: [{ url: 'https://images.example.com/r.jpg', kind: 'ROOM', width: 800 }],
  amenities: [{ code: 'MINIBAR', surcharge: true }],
};

const post = (body: object) => app.post(PATH, body, { key });
const list = async (body: object): Promise<string[]> => {
  const { status, json } = await post(body);
  expect(status).toBe(200);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return json.rooms.map(({ hotelId, roomCode, status: state, mergedInto }: any) =>
    [hotelId.slice(4), roomCode, state === 'ACTIVE' ? undefined : state, mergedInto]
      .filter(Boolean)
      .join(' '),
  );
};

describe('the list of rooms', () => {
  it('shows a room whole', async () => {
    const { json } = await post({ hotelIds: ['htl_A'], language: 'es' });
    expect(json.rooms).toEqual([
      {
        hotelId: 'htl_A',
        roomCode: 'DBL',
        status: 'ACTIVE',
        mergedInto: null,
        updatedAt: expect.any(String),
        name: 'Habitación DBL',
        language: 'es',
        standardName: { class: 'DELUXE', beds: null, view: 'SEA' },
        beds: [{ type: 'KING', count: 1 }],
        occupancy: { maxTotal: 3, maxAdults: 2, maxChildren: 1 },
        sizeSqm: 24.5,
        images: [
          { url: 'https://images.example.com/r.jpg', kind: 'ROOM', caption: null, width: 800, height: null },
        ],
        amenities: [{ code: 'MINIBAR', surcharge: true }],
      },
    ]);
  });

  it.each([
    ['of all hotels', {}, ['A DBL', 'B DBL', 'B SGL']],
    ['of some', { hotelIds: ['htl_B', 'htl_EMPTY'] }, ['B DBL', 'B SGL']],
    ['of a hotel without any', { hotelIds: ['htl_EMPTY'] }, []],
    ['of a removed hotel', { hotelIds: ['htl_GONE'] }, []],
    [
      'by code, removed ones included',
      { roomCodes: ['DBL', 'OLD', 'TWN'] },
      ['A DBL', 'A OLD INACTIVE', 'A TWN MERGED DBL', 'B DBL', 'GONE DBL INACTIVE'],
    ],
    ['by hotel and code', { hotelIds: ['htl_B'], roomCodes: ['SGL', 'OLD'] }, ['B SGL']],
    [
      'that changed, removed ones included',
      { updatedSince: LONG_AGO },
      ['A DBL', 'A OLD INACTIVE', 'A TWN MERGED DBL', 'B DBL', 'B SGL', 'GONE DBL INACTIVE'],
    ],
    [
      'that changed, of one hotel',
      { updatedSince: LONG_AGO, hotelIds: ['htl_A'] },
      ['A DBL', 'A OLD INACTIVE', 'A TWN MERGED DBL'],
    ],
  ])('%s', async (_, body, rooms) => {
    expect((await list(body)).sort()).toEqual(rooms);
  });

  it('tells that rooms ended with their hotel, at the moment it ended', async () => {
    const { json } = await post({ roomCodes: ['DBL'], hotelIds: ['htl_GONE'] });
    const { updatedAt } = json.rooms[0];
    expect(await list({ updatedSince: updatedAt })).toEqual(['GONE DBL INACTIVE']);
  });

  it('pages in the order of hotels and codes', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { json } = await post({ page: { limit: 1, ...(cursor && { cursor }) } });
      expect(json.rooms).toHaveLength(1);
      seen.push(`${json.rooms[0].hotelId} ${json.rooms[0].roomCode}`);
      expect(json.page.hasMore).toBe(json.page.nextCursor !== null);
      cursor = json.page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(['htl_A DBL', 'htl_B DBL', 'htl_B SGL']);
  });

  it('names hotels that are not known; knows none: 404', async () => {
    const { json } = await post({ hotelIds: ['htl_B', 'htl_X', 'htl_LIVE'] });
    expect(json.rooms).toHaveLength(2);
    expect(json.warnings).toMatchObject([{ code: 'HOTEL_NOT_FOUND', hotelIds: ['htl_X', 'htl_LIVE'] }]);
    expect(await post({ hotelIds: ['htl_LIVE'] })).toMatchObject({
      status: 404,
      json: { error: { code: 'HOTEL_NOT_FOUND' } },
    });
  });

  it('answers 304 to the ETag of the same rooms', async () => {
    const etag = (await post({})).headers.get('etag') as string;
    const { status } = await app.post(PATH, {}, { key, headers: { 'if-none-match': `"other", W/${etag}` } });
    expect(status).toBe(304);
  });
});
