/** A cancellation that the service sends by itself. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { type Booking, knownBooking } from '../../bookings/booking.ts';
import type { Cancelled } from '../../port/outcomes.ts';
import type { Provider } from '../../provider.ts';
import type { ReconcileParts } from '../reconcile-parts.ts';

/** Its attempt must be on disk; after `sendByMs` of the monotonic clock nothing leaves. */
export async function callCancel(
  { calls }: ReconcileParts,
  provider: Provider,
  booking: Booking,
  sendByMs: number,
): Promise<{ outcome: Cancelled; exchanges: ProviderExchange[] }> {
  const exchanges: ProviderExchange[] = [];
  const outcome = await calls.cancel(
    {
      provider,
      organisationId: booking.organisation_id,
      testMode: booking.test_mode,
      sendByMs,
      onExchanges: kept => exchanges.push(...kept),
    },
    knownBooking(booking),
  );
  return { outcome, exchanges };
}
