/** Every operation on own inventory for the operator listener. */
import {
  acrossOrganisations,
  type OperatorHandler,
} from '../../../../platform/operations/operator/operator-handler.ts';
import { inventoryCalendar } from './calendar.ts';
import { inventoryExport } from './export.ts';
import { inventoryImport } from './import.ts';
import type { InventoryParts } from './inventory-parts.ts';
import { inventoryProperties } from './properties.ts';
import { inventoryShow } from './show.ts';
import { inventoryUpdate } from './update.ts';

export function inventoryHandlers(parts: InventoryParts): OperatorHandler[] {
  return acrossOrganisations('Rooms of own inventory are sold to all partners, so all holds are counted.', [
    inventoryProperties(parts),
    inventoryShow(parts),
    inventoryCalendar(parts),
    inventoryUpdate(parts),
    inventoryImport(parts),
    inventoryExport(parts),
  ]);
}
