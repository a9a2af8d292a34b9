/** The figures of own inventory, and the bookings behind a night. */
import { listNightBookings, showPerformance } from '@serai/contract/account/inventory-performance.ts';
import { PICKUP_DAYS } from '@serai/contract/shared/pickup-days.ts';
import { makeCursor, pageOf, readCursor } from '../../../../platform/cursor.ts';
import { toMoney } from '../../../../platform/money/minor-units.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { readDocuments } from '../stores/read-store.ts';
import { checkRoomCode, type InventoryParts, noInventory } from './inventory-parts.ts';
import { readRoomNights } from './operator-inventory-store.ts';
import {
  adrMinor,
  datesOf,
  type NightFigures,
  nightFigures,
  occupancyPercent,
  totalFigures,
} from './performance-figures.ts';
import { listBookingsOfNight, listStays } from './sold-stays-store.ts';

export function inventoryPerformance(): OperatorHandler {
  return operate(showPerformance, async ({ db }, { environment, hotelId, from, to, roomCode, ...input }) => {
    const { pickupDays = PICKUP_DAYS, knownDaysAgo = 0 } = input;
    const property = { environment, hotelId };
    const [found] = await readDocuments(db, environment, [hotelId]);
    if (found === undefined) throw noInventory();
    const { currency } = found.document;
    checkRoomCode(found.document, roomCode);
    const range = { from, to: addDays(to, 1) };
    const [rooms, stays] = await Promise.all([
      readRoomNights(db, property, range),
      listStays(db, property, range, { pickupDays, knownDaysAgo }),
    ]);
    const allotments = rooms.map(row => ({ ...row, allotment: row.total - row.excess }));
    const nights = nightFigures({ allotments, stays }, range, roomCode);
    return {
      ...{ currency, from, to, pickupDays },
      total: figuresView(totalFigures(nights), currency),
      nights: datesOf(range).map((night, i) => ({
        night,
        ...figuresView(nights[i] as NightFigures, currency),
      })),
    };
  });
}

function figuresView(figures: NightFigures, currency: string) {
  const adr = adrMinor(figures);
  return {
    allotment: figures.allotment,
    sold: figures.sold,
    occupancyPercent: occupancyPercent(figures),
    revenue: toMoney(figures.revenueMinor, currency),
    adr: adr === null ? null : toMoney(adr, currency),
    pickupRooms: figures.pickupRooms,
    pickupRevenue: toMoney(figures.pickupMinor, currency),
  };
}

const DEFAULT_LIMIT = 50;

export function inventoryBookings({ cursorKey }: Pick<InventoryParts, 'cursorKey'>): OperatorHandler {
  return operate(listNightBookings, async ({ db, organisationId }, input) => {
    const { environment, hotelId, night, roomCode, page } = input;
    const [found] = await readDocuments(db, environment, [hotelId]);
    if (found === undefined) throw noInventory();
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listNightBookings.name, organisationId, environment, hotelId, night, roomCode ?? null];
    const [after] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const rows = await listBookingsOfNight(
      db,
      { environment, hotelId },
      { night, roomCode, after },
      limit + 1,
    );
    const paged = pageOf(rows, limit, ({ reference, bookedAt }) =>
      makeCursor(cursorKey, boundTo, [`${bookedAt.toISOString()} ${reference}`]),
    );
    return {
      bookings: paged.shown.map(({ reference: _, roomCodes, currency, netMinor, bookedAt, ...row }) => ({
        ...row,
        rooms: countRooms(roomCodes),
        price: toMoney(netMinor, currency),
        bookedAt: bookedAt.toISOString(),
      })),
      page: paged.page,
    };
  });
}

function countRooms(codes: readonly string[]): { roomCode: string; count: number }[] {
  return [...Map.groupBy(codes, code => code)].map(([roomCode, all]) => ({ roomCode, count: all.length }));
}
