import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';

const MAX_ENTRIES = 100;

type Booking = Output<'bookings/show'>['booking'];

/** The ledger entries of a booking, if the role may see them. The timeline and the cancellation share the response. */
export function useLedger({ bookingId, environment }: Booking, everyMs?: number) {
  const mayBilling = useMay('billing:view');
  const input = { bookingId, environment, page: { limit: MAX_ENTRIES } } as Input<'billing/entries/list'>;
  return useCall('billing/entries/list', input, { everyMs, when: mayBilling });
}
