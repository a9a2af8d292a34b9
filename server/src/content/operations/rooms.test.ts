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
  description: { en: 'On the second floor.' },
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
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses without types
  return json.rooms.map(({ hotelId, roomCode, status: state, mergedInto }: any) =>
    [hotelId.slice(4), roomCode, state === 'ACTIVE' ? undefined : state, mergedInto]
      .filter(Boolean)
      .join(' '),
  );
};

describe('listing rooms', () => {
  it('the room list returns all fields of a room', async () => {
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
        description: { text: 'On the second floor.', language: 'en' },
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
    ['the rooms of all hotels', {}, ['A DBL', 'B DBL', 'B SGL']],
    ['the rooms of the given hotels', { hotelIds: ['htl_B', 'htl_EMPTY'] }, ['B DBL', 'B SGL']],
    ['no rooms for a hotel without rooms', { hotelIds: ['htl_EMPTY'] }, []],
    ['no rooms for a removed hotel', { hotelIds: ['htl_GONE'] }, []],
    [
      'rooms by code, including removed ones',
      { roomCodes: ['DBL', 'OLD', 'TWN'] },
      ['A DBL', 'A OLD INACTIVE', 'A TWN MERGED DBL', 'B DBL', 'GONE DBL INACTIVE'],
    ],
    ['rooms by hotel and code', { hotelIds: ['htl_B'], roomCodes: ['SGL', 'OLD'] }, ['B SGL']],
    [
      'changed rooms, including removed ones',
      { updatedSince: LONG_AGO },
      ['A DBL', 'A OLD INACTIVE', 'A TWN MERGED DBL', 'B DBL', 'B SGL', 'GONE DBL INACTIVE'],
    ],
    [
      'changed rooms of one hotel',
      { updatedSince: LONG_AGO, hotelIds: ['htl_A'] },
      ['A DBL', 'A OLD INACTIVE', 'A TWN MERGED DBL'],
    ],
  ])('the room list returns %s', async (_, body, rooms) => {
    expect((await list(body)).sort()).toEqual(rooms);
  });

  it('the rooms of a retired hotel are listed as changed at the time when the hotel was retired', async () => {
    const { json } = await post({ roomCodes: ['DBL'], hotelIds: ['htl_GONE'] });
    const { updatedAt } = json.rooms[0];
    expect(await list({ updatedSince: updatedAt })).toEqual(['GONE DBL INACTIVE']);
  });

  it('the room list pages through rooms in order of hotel and room code', async () => {
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

  it('the room list warns about unknown hotels', async () => {
    const { json } = await post({ hotelIds: ['htl_B', 'htl_X', 'htl_LIVE'] });
    expect(json.rooms).toHaveLength(2);
    expect(json.warnings).toMatchObject([{ code: 'HOTEL_NOT_FOUND', hotelIds: ['htl_X', 'htl_LIVE'] }]);
  });

  it('the room list returns 404 if none of the requested hotels is known', async () => {
    expect(await post({ hotelIds: ['htl_LIVE'] })).toMatchObject({
      status: 404,
      json: { error: { code: 'HOTEL_NOT_FOUND' } },
    });
  });

  it('the room list returns 304 for the ETag of an unchanged list', async () => {
    const etag = (await post({})).headers.get('etag') as string;
    const { status } = await app.post(
      PATH,
      {},
      { key, headers: { 'if-none-match': `"other", ${etag.replace('W/', '')}` } },
    );
    expect(status).toBe(304);
  });
});
