import { showInventory } from '@serai/contract/account/inventory.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { checkMaySee, type InventoryParts, noInventory, shownName } from './inventory-parts.ts';
import { findShownProperty, readRoomNames } from './operator-inventory-store.ts';

export function inventoryShow(parts: InventoryParts): OperatorHandler {
  return operate(showInventory, async (context, property) => {
    const { db } = context;
    checkMaySee(parts, context);
    const found = await findShownProperty(db, property);
    if (found === undefined) throw noInventory();
    const { document, names, status, timeZone, firstNight, lastNight } = found;
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
    };
  });
}
