import { MAX_CALENDAR_CELLS, showCalendar } from '@serai/contract/account/inventory-calendar.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { readDocuments, readHolds, readRates } from '../stores/read-store.ts';
import { calendarRooms } from './calendar-view.ts';
import { checkMaySee, type InventoryParts, noInventory, shownName } from './inventory-parts.ts';
import { readRoomNames, readRoomNights } from './operator-inventory-store.ts';

export function inventoryCalendar(parts: InventoryParts): OperatorHandler {
  return operate(showCalendar, async (context, { environment, hotelId, from, to, roomCode }) => {
    const { db } = context;
    checkMaySee(parts, context);
    const property = { environment, hotelId };
    const [found] = await readDocuments(db, environment, [hotelId]);
    if (found === undefined) throw noInventory();
    const { document } = found;
    if (roomCode !== undefined && !document.rooms.some(room => room.roomCode === roomCode)) {
      throw validationError([
        { path: '/roomCode', code: 'UNKNOWN_REFERENCE', message: 'The property has no such room.' },
      ]);
    }
    const sold = document.plans.flatMap(({ rooms }) =>
      rooms.filter(one => roomCode === undefined || one === roomCode),
    );
    if (sold.length * (nightsBetween(from, to) + 1) > MAX_CALENDAR_CELLS) {
      const message = `That is more than ${MAX_CALENDAR_CELLS} nights of rates. Ask for fewer nights, or for one roomCode.`;
      throw validationError([{ path: '/to', code: 'RANGE_TOO_LONG', message }]);
    }
    const nights = { from, to: addDays(to, 1) };
    const codes = document.rooms.map(room => room.roomCode);
    const [rooms, rates, holds, names] = await Promise.all([
      readRoomNights(db, property, nights),
      readRates(db, environment, [hotelId], nights, roomCode),
      readHolds(db, environment, [hotelId]),
      readRoomNames(db, property, codes),
    ]);
    const named = new Map(names.map(room => [room.roomCode, shownName(room.names)]));
    return {
      currency: document.currency,
      from,
      to,
      rooms: calendarRooms(document, { rooms, rates, holds, names: named }, roomCode),
    };
  });
}
