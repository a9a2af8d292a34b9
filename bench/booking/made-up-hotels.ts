/** The search that several benchmarks measure: 50 of many generated sandbox hotels with four rooms each. */
import { openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import type { DatabaseAddress } from '../../server/src/platform/database/database-address.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import { addDays } from '../../server/src/platform/time/civil-date.ts';
import { SPAIN, writeHotels, writePlaces } from '../../server/test/catalogue-builder.ts';

export const HOTELS = 50;
/** Number of different searches. They vary the hotels and dates, so that no search is repeated immediately. */
export const REQUESTS = 40;
const HOTEL_IDS = Array.from({ length: HOTELS + REQUESTS }, (_, i) => `htl_bench${i}`);

export function searchRequests(hotelIds: readonly string[] = HOTEL_IDS): object[] {
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: REQUESTS }, (_, i) => ({
    checkIn: addDays(today, 30 + i),
    checkOut: addDays(today, 33 + i),
    occupancies: [{ adults: 2 }],
    hotelIds: hotelIds.slice(i, i + HOTELS),
  }));
}

export async function writeMadeUpHotels(
  address: DatabaseAddress,
  hotelIds: readonly string[] = HOTEL_IDS,
): Promise<void> {
  const db = openOwnerDatabase({ address, log: quietLog, max: 1, statementTimeoutMs: 0 });
  const rooms = ['SGL', 'DBL', 'FAM', 'STE'].map((roomCode, i) => ({
    roomCode,
    name: { en: `Room ${roomCode}`, es: `Habitación ${roomCode}` },
    occupancy: { maxTotal: 2 + i, maxAdults: 1 + i, maxChildren: 1 + i },
  }));
  try {
    await writePlaces(db, SPAIN);
    const hotels = hotelIds.map((hotelId, i) => ({
      hotelId,
      stars: 1 + (i % 5),
      canonicalCityId: 'plc_BCN',
      timeZone: 'Europe/Madrid',
      rooms,
    }));
    await writeHotels(db, 'sandbox', hotels);
  } finally {
    await db.close();
  }
}
