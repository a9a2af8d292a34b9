/** Every operation of the booking area for the operator listener. */
import type { OperatorHandler } from '../../../platform/operations/operator-handler.ts';
import { bookingsList } from './bookings-list.ts';
import { bookingsResolve } from './bookings-resolve.ts';
import { bookingsShow } from './bookings-show.ts';
import type { OperatorParts } from './operator-parts.ts';
import type { ProviderParts } from './provider-parts.ts';
import { providersConnect } from './providers-connect.ts';
import { providersList } from './providers-list.ts';
import { providersUpdate } from './providers-update.ts';

export function bookingOperatorHandlers(parts: OperatorParts & ProviderParts): OperatorHandler[] {
  return [
    bookingsList(parts),
    bookingsShow(parts),
    bookingsResolve(parts),
    providersList(parts),
    providersConnect(parts),
    providersUpdate(parts),
  ];
}
