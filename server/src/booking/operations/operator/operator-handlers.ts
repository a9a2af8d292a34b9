/** Every operation of the booking area for the operator listener. */
import type { OperatorHandler } from '../../../platform/operations/operator/operator-handler.ts';
import { inventoryHandlers } from '../../suppliers/own-inventory/operator/inventory-handlers.ts';
import type { InventoryParts } from '../../suppliers/own-inventory/operator/inventory-parts.ts';
import { bookingsList } from './bookings/bookings-list.ts';
import { bookingsResolve } from './bookings/bookings-resolve.ts';
import { bookingsShow } from './bookings/bookings-show.ts';
import { bookingsSummary } from './bookings/bookings-summary.ts';
import { guestsErase } from './guests/guests-erase.ts';
import { guestsErasures } from './guests/guests-erasures.ts';
import { guestsExport } from './guests/guests-export.ts';
import type { OperatorParts } from './operator-parts.ts';
import type { ProviderParts } from './provider-parts.ts';
import { providersConnect } from './providers-connect.ts';
import { providersHealth } from './providers-health.ts';
import { providersList } from './providers-list.ts';
import { providersUpdate } from './providers-update.ts';

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
