import { listProperties } from '@serai/contract/account/inventory.ts';
import { makeCursor, pageOf, readCursor } from '../../../../platform/cursor.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { checkMaySee, type InventoryParts, shownName } from './inventory-parts.ts';
import { listSoldProperties } from './operator-inventory-store.ts';

const DEFAULT_LIMIT = 50;

export function inventoryProperties(parts: InventoryParts): OperatorHandler {
  const { cursorKey } = parts;
  return operate(listProperties, async (context, { environment, page }) => {
    const { db } = context;
    checkMaySee(parts, context);
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
