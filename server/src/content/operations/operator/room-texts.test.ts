import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstCompanies, openLink } from '../../../../test/browser-session.ts';
import { SPAIN, writeHotels, writePlaces } from '../../../../test/catalogue-builder.ts';
import { type TestApp, testApp } from '../../../../test/test-app.ts';
import { listUnpublished } from '../../change-events/published-changes-store.ts';

let app: TestApp;
let key: string;

const hotelId = 'htl_A';
const room = (roomCode: string, more: object = {}) => ({
  roomCode,
  name: { en: `Room ${roomCode}`, es: `Habitación ${roomCode}` },
  occupancy: { maxTotal: 3, maxAdults: 2, maxChildren: 1 },
  beds: [{ type: 'KING' as const, count: 1 }],
  ...more,
});

beforeAll(async () => {
  app = await testApp();
  ({ secret: key } = await app.createKey());
  const { db } = app.database;
  await writePlaces(db, SPAIN);
  const merged = room('OLD', { status: 'MERGED', mergedInto: 'DBL' });
  const rooms = [room('DBL'), room('SGL'), merged];
  await writeHotels(db, 'sandbox', [{ hotelId, rooms: [...rooms, room('GONE')] }]);
  await writeHotels(db, 'sandbox', [
    { hotelId, rooms },
    { hotelId: 'htl_B', rooms: [room('DBL')] },
  ]);
});
afterAll(() => app?.close());

const operate = (verb: string, input: object = {}) =>
  app.operate(`hotels/${verb}`, { environment: 'sandbox', hotelId, ...input });
const roomsOf = async (body: object) =>
  (await app.post('/content/hotels/v1/rooms', { hotelIds: [hotelId], ...body }, { key })).json;
async function textsOf(roomCode: string) {
  const { rooms } = (await operate('room-texts')).json;
  return rooms.find((each: { roomCode: string }) => each.roomCode === roomCode);
}
const update = (roomCode: string, updatedAt: string, texts: object) =>
  operate('update-room-texts', { roomCode, updatedAt, ...texts });

const TEXTS = {
  name: { en: 'Double room with sea view', pt: 'Quarto duplo' },
  description: { en: 'A quiet room on the second floor.' },
};

it('new texts of a room type reach partners that ask for changes, and everything else stays unchanged', async () => {
  const before = await roomsOf({ roomCodes: ['DBL', 'SGL', 'OLD', 'GONE'] });
  const since = before.meta.processedAt;
  const { updatedAt } = await textsOf('DBL');
  const saved = await update('DBL', updatedAt, TEXTS);
  expect([saved.status, saved.json.changed], saved.text).toEqual([200, true]);
  expect(await textsOf('DBL')).toEqual({
    ...{ roomCode: 'DBL', status: 'ACTIVE', updatedAt: saved.json.updatedAt, ...TEXTS },
  });
  const { rooms } = await roomsOf({ updatedSince: since, language: 'pt' });
  expect(rooms).toEqual([
    {
      ...before.rooms.find((each: { roomCode: string }) => each.roomCode === 'DBL'),
      ...{ updatedAt: saved.json.updatedAt, name: 'Quarto duplo', language: 'pt' },
      description: { text: TEXTS.description.en, language: 'en' },
    },
  ]);
  const others = ({ rooms: all }: typeof before) =>
    all.filter((each: { roomCode: string }) => each.roomCode !== 'DBL');
  expect(others(await roomsOf({ roomCodes: ['DBL', 'SGL', 'OLD', 'GONE'] }))).toEqual(others(before));
});

it('a change to the texts of a room type is published as a change of its hotel, and only of that hotel', async () => {
  const { ownerDb } = app.database;
  const changes = async () => {
    const [last] = await ownerDb<{ id: number }[]>`SELECT max(id) AS id FROM catalogue_change`;
    return last?.id ?? 0;
  };
  const from = await changes();
  const { updatedAt } = await textsOf('SGL');
  await update('SGL', updatedAt, { name: { en: 'Single room' } });
  const mark = { change_id: from + 1, hotel_id: '', newest: await changes(), now: new Date() };
  const found = await listUnpublished(ownerDb, 'sandbox', mark, 10);
  expect(found.map(({ hotel_id }) => hotel_id)).toEqual([hotelId]);
});

it('texts that equal the stored ones change nothing, and a description that is omitted is cleared', async () => {
  const { updatedAt, ...stored } = await textsOf('DBL');
  const { name, description } = stored;
  expect((await update('DBL', updatedAt, { name, description })).json).toEqual({ changed: false, updatedAt });
  const { json } = await update('DBL', updatedAt, { name });
  expect(json.changed).toBe(true);
  expect(await textsOf('DBL')).not.toHaveProperty('description');
  const late = await update('DBL', updatedAt, { name });
  expect([late.status, late.json.error.code]).toEqual([409, 'INVALID_STATE']);
});

it('the audit log names the room type and only the texts that were changed', async () => {
  const { updatedAt, name } = await textsOf('DBL');
  await update('DBL', updatedAt, { name, description: { en: 'Renovated.' } });
  const { entries } = (await app.operate('audit/list', { target: hotelId })).json;
  expect(entries[0]).toMatchObject({
    action: 'hotels/update-room-texts',
    before: { description: null },
    after: { environment: 'sandbox', roomCode: 'DBL', description: { en: 'Renovated.' } },
  });
  expect(Object.keys(entries[0].after)).not.toContain('name');
});

it('wrong texts, unknown room types and merged room types are rejected', async () => {
  const { updatedAt } = await textsOf('DBL');
  const wrong = await update('DBL', updatedAt, { name: {}, description: { en: '' } });
  expect([wrong.status, wrong.json.error.details.map(({ path }: { path: string }) => path)]).toEqual([
    ...[400, ['/name', '/description/en']],
  ]);
  expect((await update('NONE', updatedAt, TEXTS)).json.error.code).toBe('NOT_FOUND');
  expect((await update('OLD', updatedAt, TEXTS)).json.error.code).toBe('INVALID_STATE');
  expect((await operate('room-texts', { hotelId: 'htl_none' })).json.error.code).toBe('HOTEL_NOT_FOUND');
});

it('partner users can read but not change the texts of room types', async () => {
  const { partnerId } = await firstCompanies(app);
  const ask = await openLink(app, partnerId, 'partner-admin');
  const input = { environment: 'sandbox', hotelId };
  const { status, json } = await ask('hotels/room-texts', input);
  expect(status).toBe(200);
  const { roomCode, updatedAt } = json.rooms[0];
  expect((await ask('hotels/update-room-texts', { ...input, roomCode, updatedAt, ...TEXTS })).status).toBe(
    403,
  );
});
