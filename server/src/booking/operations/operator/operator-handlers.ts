import type { OperatorHandler } from '../../../platform/operations/operator/operator-handler.ts';
import { inventoryHandlers } from '../../suppliers/own-inventory/operator/inventory-handlers.ts';
import type { InventoryParts } from '../../suppliers/own-inventory/operator/inventory-parts.ts';
import { bookingsList, bookingsShow, bookingsSummary } from './bookings.ts';
import { guestsErase, guestsErasures, guestsExport } from './guests.ts';
import type { OperatorParts } from './operator-parts.ts';
import { providersHealth } from './provider-health.ts';
import type { ProviderParts } from './provider-view.ts';
import { providersConnect, providersList, providersUpdate } from './providers.ts';
import { bookingsResolve } from './resolve-booking.ts';

export function bookingOperatorHandlers(
  parts: OperatorParts & ProviderParts & InventoryParts,
): OperatorHandler[] {
  return [
    bookingsList(parts),
    bookingsSummary(parts),
    bookingsShow(parts),
    bookingsResolve(parts),
    guestsExport(parts),
    guestsErase(parts),
    guestsErasures(parts),
    ...inventoryHandlers(parts),
    providersList(parts),
    providersHealth(parts),
    providersConnect(parts),
    providersUpdate(parts),
  ];
}
