import { afterAll, beforeAll, expect, it } from 'vitest';
import { SPAIN, writeHotels, writePlaces } from '../../../test/catalogue-builder.ts';
import { type TestDatabase, testDatabase } from '../../../test/database.ts';
import { listRooms } from './list-rooms-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
  await writePlaces(database.db, SPAIN);
  await writeHotels(
    database.db,
    'sandbox',
    Array.from({ length: 100 }, (_, i) => ({ hotelId: `htl_${i}` })),
  );
  await database.ownerDb`
    INSERT INTO room (environment, hotel_id, room_code, content, created_change_id, change_id)
    SELECT environment, hotel_id, code || CASE WHEN code % 20 = 0 THEN hotel_id ELSE '' END, '{}', change_id, change_id
    FROM hotel, generate_series(1, 200) AS code`;
  await database.ownerDb.script('ANALYZE room; ANALYZE hotel');
});
afterAll(() => database.drop());

it('listRooms finds a rare room code without reading the rooms of all hotels', async () => {
  await database.db.transaction(async tx => {
    const rooms = await listRooms(
      tx,
      { environment: 'sandbox', roomCodes: ['20htl_7', '40htl_93', 'none'] },
      undefined,
      101,
    );
    expect(rooms.map(({ hotelId }) => hotelId)).toEqual(['htl_7', 'htl_93']);
    const [read] = await tx<{ blocks: number }[]>`
      SELECT sum(pg_stat_get_xact_blocks_fetched(indexrelid))::integer
        + pg_stat_get_xact_blocks_fetched('room'::regclass)::integer AS blocks
      FROM pg_index WHERE indrelid = 'room'::regclass`;
    expect(read?.blocks).toBeGreaterThan(0);
    expect(read?.blocks).toBeLessThan(30);
  });
});
