import { exportInventory as operation } from '@serai/contract/account/inventory.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { exportInventory } from '../files/export-inventory.ts';
import { checkMaySee, type InventoryParts, noInventory } from './inventory-parts.ts';

const MAX_TEXT = 8_000_000;

export function inventoryExport(parts: InventoryParts): OperatorHandler {
  return operate(operation, async (context, { environment, hotelId }) => {
    checkMaySee(parts, context);
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
    'The inventory is too large for one answer. Export one hotel, or use serai export inventory.',
  );
}
