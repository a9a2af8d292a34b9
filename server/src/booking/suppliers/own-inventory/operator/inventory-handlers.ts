import {
  listProperties,
  exportInventory as operation,
  showInventory,
} from '@serai/contract/account/inventory.ts';
import { showCalendar } from '@serai/contract/account/inventory-calendar.ts';
import { MAX_CALENDAR_CELLS } from '@serai/contract/inventory/inventory-limits.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../../../platform/cursor.ts';
import {
  acrossOrganisations,
  type OperatorHandler,
  operate,
} from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { exportInventory } from '../files/export-inventory.ts';
import { readDocuments, readHolds, readRates } from '../stores/read-store.ts';
import { calendarRooms } from './calendar-view.ts';
import { inventoryImport } from './import.ts';
import { checkRoomCode, type InventoryParts, noInventory, shownName } from './inventory-parts.ts';
import {
  findShownProperty,
  listSoldProperties,
  readRoomNames,
  readRoomNights,
} from './operator-inventory-store.ts';
import { inventoryBookings, inventoryPerformance } from './performance.ts';
import { inventorySetProperty } from './set-property.ts';
import { inventoryUpdate } from './update.ts';

export function inventoryHandlers(parts: InventoryParts): OperatorHandler[] {
  return acrossOrganisations('Own inventory is sold to all partners, so all holds are counted.', [
    inventoryProperties(parts),
    inventoryShow(),
    inventoryCalendar(),
    inventoryPerformance(),
    inventoryBookings(parts),
    inventoryUpdate(parts),
    inventorySetProperty(parts),
    inventoryImport(parts),
    inventoryExport(),
  ]);
}

const DEFAULT_LIMIT = 50;

function inventoryProperties(parts: InventoryParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(listProperties, async (context, { environment, page }) => {
    const { db } = context;
    const { organisationId } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listProperties.name, organisationId, environment];
    const [after = ''] = cursor === undefined ? [] : readCursor(cursorKey, boundTo, cursor);
    const found = await listSoldProperties(db, environment, after, limit + 1);
    const paged = pageOf(found, limit, ({ hotelId }) => makeCursor(cursorKey, boundTo, [hotelId]));
    return {
      properties: paged.shown.map(({ names, ...row }) => ({ ...row, name: shownName(names) })),
      page: paged.page,
    };
  });
}

function inventoryShow(): OperatorHandler {
  return operate(showInventory, async (context, property) => {
    const { db } = context;
    const found = await findShownProperty(db, property);
    if (found === undefined) throw noInventory();
    const { document, names, status, timeZone, firstNight, lastNight, version } = found;
    const roomNames = await readRoomNames(
      db,
      property,
      document.rooms.map(({ roomCode }) => roomCode),
    );
    return {
      hotel: { hotelId: property.hotelId, name: shownName(names), status, timeZone },
      document,
      roomNames: roomNames.map(room => ({ roomCode: room.roomCode, name: shownName(room.names) })),
      firstNight,
      lastNight,
      version,
    };
  });
}

function inventoryCalendar(): OperatorHandler {
  return operate(showCalendar, async (context, { environment, hotelId, from, to, roomCode }) => {
    const { db } = context;
    const property = { environment, hotelId };
    const [found] = await readDocuments(db, environment, [hotelId]);
    if (found === undefined) throw noInventory();
    const { document } = found;
    checkRoomCode(document, roomCode);
    const sold = document.plans.flatMap(({ rooms }) =>
      rooms.filter(one => roomCode === undefined || one === roomCode),
    );
    if (sold.length * (nightsBetween(from, to) + 1) > MAX_CALENDAR_CELLS) {
      const message = `The calendar returns at most ${MAX_CALENDAR_CELLS} rates (nights × room types × rate plans). Request fewer nights or a single roomCode.`;
      throw validationError([{ path: '/to', code: 'RANGE_TOO_LONG', message }]);
    }
    const nights = { from, to: addDays(to, 1) };
    const codes = document.rooms.map(room => room.roomCode);
    const [rooms, rates, holds, names] = await Promise.all([
      readRoomNights(db, property, nights),
      readRates(db, environment, [hotelId], nights, {
        roomCodes: roomCode === undefined ? undefined : [roomCode],
      }),
      readHolds(db, environment, [hotelId]),
      readRoomNames(db, property, codes),
    ]);
    const named = new Map(names.map(room => [room.roomCode, shownName(room.names)]));
    return {
      currency: document.currency,
      from,
      to,
      rooms: calendarRooms(document, { rooms, rates, holds, names: named }, nights, roomCode),
    };
  });
}

const MAX_TEXT = 8_000_000;

function inventoryExport(): OperatorHandler {
  return operate(operation, async (context, { environment, hotelId }) => {
    let text = '';
    const written = await exportInventory(context.db, {
      environment,
      hotelId,
      async write(lines) {
        text += lines;
        if (text.length > MAX_TEXT) throw tooLong();
      },
      onProgress: () => {},
    });
    if (hotelId !== undefined && written.properties === 0) throw noInventory();
    return { text, ...written };
  });
}

function tooLong(): ApiError {
  return new ApiError(
    'INVALID_STATE',
    'The inventory is too large for one response. Export a single hotel, or use serai export inventory.',
  );
}
