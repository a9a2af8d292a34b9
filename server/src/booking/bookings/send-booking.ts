/** Steps three and four of booking: the call, and what it came to on disk. Runs to its end whoever waits. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { ScenarioName } from '@serai/contract/booking/scenarios.ts';
import type { Booked, Cancelled } from '../port/outcomes.ts';
import type { BookRequest } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import type { ReconcileParts } from '../reconcile/reconcile-parts.ts';
import type { AttemptLease } from './attempt-store.ts';
import { type Booking, knownBooking } from './booking.ts';
import { recordBooked, recordCancelled, recordLate } from './record-outcome.ts';

interface Sending {
  provider: Provider;
  testMode: boolean;
  attempt: AttemptLease;
  scenario: ScenarioName | undefined;
  /** Also told to the caller, where its request is audited. */
  onExchanges(exchanges: readonly ProviderExchange[]): void;
}

/** What was definitely not sent may be sent again under the same reference. */
const MAX_SENDS = 3;

export async function sendBooking(
  parts: ReconcileParts,
  sending: Sending,
  request: BookRequest,
): Promise<Booking> {
  const exchanges: ProviderExchange[] = [];
  const send = (attempt: number) =>
    parts.calls.book(callOf<Booked>(parts, sending, attempt, exchanges), request);
  const outcome = await sendUntilSent(send);
  const { provider, attempt } = sending;
  const answered = { supplier: provider.supplier, attempt, outcome, exchanges };
  return (await recordBooked(parts.db, parts.safe, answered)).booking;
}

export async function sendCancellation(
  parts: ReconcileParts,
  sending: Sending,
  booking: Booking,
): Promise<Booking> {
  const exchanges: ProviderExchange[] = [];
  const known = knownBooking(booking);
  const send = (attempt: number) =>
    parts.calls.cancel(callOf<Cancelled>(parts, sending, attempt, exchanges), known);
  const outcome = await sendUntilSent(send);
  const { provider, attempt } = sending;
  const answered = { supplier: provider.supplier, attempt, outcome, exchanges };
  return (await recordCancelled(parts.db, parts.safe, answered)).booking;
}

async function sendUntilSent<Outcome extends { kind: string; cause?: string }>(
  send: (attempt: number) => Promise<Outcome>,
): Promise<Outcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(attempt);
    const mayRepeat = outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS';
    if (!mayRepeat || attempt === MAX_SENDS) return outcome;
  }
}

function callOf<Outcome>(
  { db, safe, log }: ReconcileParts,
  { provider, testMode, attempt: { bookingId }, scenario, onExchanges }: Sending,
  attempt: number,
  exchanges: ProviderExchange[],
) {
  return {
    provider,
    testMode,
    attempt,
    scenario,
    onExchanges: (made: readonly ProviderExchange[]) => {
      exchanges.push(...made);
      onExchanges(made);
    },
    onLate: (_: Outcome, made: readonly ProviderExchange[]) => {
      recordLate(db, safe, bookingId, made).catch(err =>
        log.error({ err, bookingId }, 'a late answer was not kept'),
      );
    },
  };
}
