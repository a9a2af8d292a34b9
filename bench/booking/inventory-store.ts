/**
 * Generated properties that differ only in their prices. Each has five room types in three plans with separate
 * rates.
 */
import { createHash } from 'node:crypto';
import { type InventoryDocument, inventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import type { SoldHotel, Stay } from '../../server/src/booking/port/supplier.ts';
import type { Database } from '../../server/src/platform/database/connect.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';

export const ENVIRONMENT = 'sandbox';
export const ROOM_CODES = ['R1', 'R2', 'R3', 'R4', 'R5'];
export const PLAN_CODES = ['P1', 'P2', 'P3'];

const CHECK_IN = addDays(new Date().toISOString().slice(0, 10), 60);
export const STAY: Stay = {
  checkIn: CHECK_IN,
  checkOut: addDays(CHECK_IN, 3),
  occupancies: [{ adults: 2, childAges: [] }],
};
export const MARKET = { nationality: 'ES', currency: 'EUR', language: 'en' } as const;
/** The nights of the stay and the day of departure. */
const DAYS = 4;

/** Numbers start at 1 and are hashed, so that neighbours in a list are far apart in the tables. */
export function generatedHotel(number: number): SoldHotel {
  const hotelId = `htl_${createHash('md5').update(String(number)).digest('hex')}`;
  const rooms = ROOM_CODES.map(roomCode => ({ roomCode, maxTotal: 3, maxAdults: 2, maxChildren: 1 }));
  return { hotelId, countryCode: 'ES', timeZone: 'Europe/Madrid', rooms };
}

function documentOf(hotelId: string): InventoryDocument {
  const plan = { priceModel: 'PER_ROOM', rooms: ROOM_CODES };
  return inventoryDocument().parse({
    hotelId,
    currency: 'EUR',
    rooms: ROOM_CODES.map(roomCode => ({
      ...{ roomCode, baseOccupancy: 2, maxAdults: 2, maxChildren: 1, maxTotal: 3 },
    })),
    plans: [
      { ...plan, code: 'P1', name: { en: 'Flexible' }, board: 'RO', cancellationPolicy: 'LATE' },
      { ...plan, code: 'P2', name: { en: 'Breakfast' }, board: 'BB', cancellationPolicy: 'LATE' },
      { ...plan, code: 'P3', name: { en: 'Advance' }, board: 'RO' },
    ],
    cancellationPolicies: [
      {
        code: 'LATE',
        rules: [{ daysBefore: 2, at: '18:00', penalty: { nights: 1 } }],
        noShow: { percent: '100' },
      },
    ],
  });
}

/** Creates hotels 1 to `hotels` with the given number of rooms per type and night. */
export async function writeInventory(owner: Database, hotels: number, rooms: number): Promise<void> {
  const document = documentOf('htl_');
  // The foreign keys are known to be valid. Checking them row by row would take most of the time.
  await owner.script('SET session_replication_role = replica');
  await owner`
    INSERT INTO inventory_property (environment, hotel_id, document)
    SELECT ${ENVIRONMENT}, 'htl_' || md5(number::text),
      jsonb_set(${owner.json(document)}::jsonb, '{hotelId}', to_jsonb('htl_' || md5(number::text)))::json
    FROM generate_series(1, ${hotels}::int) AS number`;
  await owner`
    INSERT INTO inventory_allotment (environment, hotel_id, night, room_code, total)
    SELECT ${ENVIRONMENT}, hotel_id, ${CHECK_IN}::date + day, room_code, ${rooms}
    FROM inventory_property, generate_series(0, ${DAYS - 1}::int) AS day, unnest(${ROOM_CODES}::text[]) AS room_code
    ORDER BY hotel_id, day, room_code`;
  await owner`
    INSERT INTO inventory_rate (environment, hotel_id, night, plan_code, room_code, amount)
    SELECT ${ENVIRONMENT}, hotel_id, ${CHECK_IN}::date + day, plan_code, room_code,
      8000 + ('x' || right(hotel_id, 3))::bit(12)::int + 1500 * room + 700 * plan + 10 * day
    FROM inventory_property, generate_series(0, ${DAYS - 1}::int) AS day,
      unnest(${PLAN_CODES}::text[]) WITH ORDINALITY AS plans (plan_code, plan),
      unnest(${ROOM_CODES}::text[]) WITH ORDINALITY AS rooms (room_code, room)
    ORDER BY hotel_id, day, plan_code, room_code`;
  await owner.script('SET session_replication_role = origin');
  await owner.script('VACUUM (ANALYZE)');
  await owner.script('CHECKPOINT');
}
