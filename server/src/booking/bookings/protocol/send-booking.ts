/**
 * Steps three and four of booking and cancelling: sends the call and records its outcome. It runs to completion even if the client
 * has disconnected, and it never throws, because a request that was sent must not be reported as an error.
 */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { sleep } from '../../../platform/clock.ts';
import { reached } from '../../../platform/failpoints/failpoint.ts';
import type { Call } from '../../port/call.ts';
import type { Booked, Cancelled } from '../../port/outcomes.ts';
import type { BookRequest } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { releaseRejected } from '../../quotes/release-hold.ts';
import { applyLookup } from '../../reconcile/apply-lookup.ts';
import type { ReconcileParts } from '../../reconcile/reconcile-parts.ts';
import { type AttemptLease, renewAttempt } from '../attempt-store.ts';
import { type Booking, knownBooking } from '../booking.ts';
import { keepTrying, RECORD_MS } from './database-outages.ts';
import { type Recorded, recordBooked, recordCancelled, recordLate } from './record-outcome.ts';

interface Sending {
  provider: Provider;
  organisationId: string;
  testMode: boolean;
  attempt: AttemptLease;
  /** Time on the monotonic clock before the journal was written. The lease starts later. */
  journalFromMs: number;
  scenario: ScenarioName | undefined;
  client?: Call['client'];
  /** Omitted if the operator sends it. */
  requestId?: string;
  /** Time on the monotonic clock until which the client waits. */
  respondByMs: number;
  /** Receives the exchanges, for audited requests. */
  onExchanges(exchanges: readonly ProviderExchange[]): void;
}

/**
 * Maximum number of times a booking or cancellation is sent. It is sent again only if the provider certainly did not
 * execute it, and always with the same reference.
 */
const MAX_SENDS = 3;
const RESEND_PAUSE_MS = 500;
/** How long the client waits while the outcome cannot be recorded. Recording is retried in the background. */
const RECORD_WAIT_MS = 5_000;

/** Returns undefined if the outcome is not recorded yet. If it is never recorded, reconciliation settles it. */
export async function sendBooking(
  parts: ReconcileParts,
  sending: Sending,
  request: BookRequest,
): Promise<Booking | undefined> {
  reached('booking-journalled');
  const exchanges: ProviderExchange[] = [];
  const { supplier } = sending.provider;
  const outcome = await sendUntilSent(parts, sending, supplier.limits.book, (number, sendByMs) =>
    parts.calls.book({ ...callOf<Booked>(parts, sending, number, exchanges), sendByMs }, request),
  );
  reached('booking-sent');
  const result = { supplier, attempt: sending.attempt, outcome, exchanges };
  const recorded = await written(parts, () => recordBooked(parts.db, parts, result, parts.pricing));
  reached('booking-recorded');
  const isAccepted = outcome.kind === 'ACCEPTED' && recorded !== undefined;
  const booking = isAccepted ? await lookUpAccepted(parts, sending, recorded) : recorded;
  // The client does not wait for this.
  if (booking) void releaseRejected(parts, sending.provider, booking);
  return booking;
}

/**
 * Looks up a reservation that the supplier accepted without describing it. If that fails or finds nothing yet, the reconciliation
 * job continues.
 */
async function lookUpAccepted(parts: ReconcileParts, sending: Sending, accepted: Booking): Promise<Booking> {
  const { provider, organisationId, testMode, client, requestId, onExchanges } = sending;
  const exchanges: ProviderExchange[] = [];
  const context = {
    ...{ provider, organisationId, testMode, client, requestId, bookingId: accepted.booking_id },
    onExchanges(made: readonly ProviderExchange[]) {
      exchanges.push(...made);
      onExchanges(made);
    },
  };
  try {
    const found = await parts.calls.lookup(context, knownBooking(parts.safe, accepted));
    if (found.kind !== 'FOUND') return accepted;
    const attemptMs = accepted.updated_at.getTime();
    return (await applyLookup(parts, provider, { booking: accepted, found, exchanges, attemptMs })).after;
  } catch (err) {
    parts.log.warn({ err, bookingId: accepted.booking_id }, 'accepted booking not settled yet, will retry');
    return accepted;
  }
}

/** `isSent` is false if the supplier received nothing or reported that it did nothing. */
export async function sendCancellation(
  parts: ReconcileParts,
  sending: Sending,
  booking: Booking,
): Promise<{ booking: Booking | undefined; isSent: boolean }> {
  reached('cancel-journalled');
  const exchanges: ProviderExchange[] = [];
  const { supplier } = sending.provider;
  const known = knownBooking(parts.safe, booking);
  const outcome = await sendUntilSent(parts, sending, supplier.limits.cancel, (number, sendByMs) =>
    parts.calls.cancel({ ...callOf<Cancelled>(parts, sending, number, exchanges), sendByMs }, known),
  );
  reached('cancel-sent');
  const result = { supplier, attempt: sending.attempt, outcome, exchanges };
  const cancelled = await written(parts, () => recordCancelled(parts.db, parts, result));
  reached('cancel-recorded');
  return { booking: cancelled, isSent: outcome.kind !== 'NOT_EXECUTED' };
}

async function written(parts: ReconcileParts, record: () => Promise<Recorded>): Promise<Booking | undefined> {
  return (await keepTrying(parts, record, RECORD_WAIT_MS))?.booking;
}

async function sendUntilSent<Outcome extends { kind: string; cause?: string }>(
  { db, clock }: ReconcileParts,
  { attempt, journalFromMs, respondByMs }: Sending,
  limitMs: number,
  send: (number: number, sendByMs: number) => Promise<Outcome>,
): Promise<Outcome> {
  let leasedFromMs = journalFromMs;
  for (let number = 1; ; number++) {
    // After this time, a call could outlive the lease, so a process that was suspended must not send it.
    const outcome = await send(number, leasedFromMs + RECORD_MS);
    const isRepeatable = outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS';
    const isInTime = clock.monotonicMs() + RESEND_PAUSE_MS < respondByMs;
    if (!isRepeatable || number === MAX_SENDS || !isInTime) return outcome;
    await sleep(clock, RESEND_PAUSE_MS);
    // If the attempt has been taken over, nothing more may be sent.
    leasedFromMs = clock.monotonicMs();
    const isMine = await renewAttempt(db, attempt, limitMs + RECORD_MS).catch(() => false);
    if (!isMine) return outcome;
  }
}

function callOf<Outcome>(
  { db, safe, log }: ReconcileParts,
  sending: Sending,
  attempt: number,
  exchanges: ProviderExchange[],
) {
  const { provider, organisationId, testMode, scenario, client, requestId, onExchanges } = sending;
  const { bookingId } = sending.attempt;
  return {
    ...{ provider, organisationId, testMode, scenario, client, requestId, bookingId, attempt },
    onExchanges: (made: readonly ProviderExchange[]) => {
      exchanges.push(...made);
      onExchanges(made);
    },
    onLate: (_: Outcome, made: readonly ProviderExchange[]) => {
      recordLate(db, safe, bookingId, made).catch(err =>
        log.error({ err, bookingId }, 'late response not stored'),
      );
    },
  };
}
