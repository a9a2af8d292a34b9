/**
 * Steps three and four of booking and of cancelling: the call, and what it came to on disk. Runs to its end whoever waits, and
 * never fails: what was sent is never answered as an error.
 */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { sleep } from '../../../platform/clock.ts';
import { reached } from '../../../platform/failpoints/failpoint.ts';
import type { Booked, Cancelled } from '../../port/outcomes.ts';
import type { BookRequest } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { releaseRejected } from '../../quotes/release-hold.ts';
import type { ReconcileParts } from '../../reconcile/reconcile-parts.ts';
import { type AttemptLease, renewAttempt } from '../attempt-store.ts';
import { type Booking, knownBooking } from '../booking.ts';
import { RECORD_MS } from './journal-booking.ts';
import { keepTrying } from './keep-trying.ts';
import { type Recorded, recordBooked, recordCancelled, recordLate } from './record-outcome.ts';

interface Sending {
  provider: Provider;
  organisationId: string;
  testMode: boolean;
  attempt: AttemptLease;
  /** By the monotonic clock, before the journal was begun: its lease is counted from later. */
  journalFromMs: number;
  scenario: ScenarioName | undefined;
  /** By the monotonic clock: until then somebody waits for the outcome. */
  answerByMs: number;
  /** Also told to the caller, where its request is audited. */
  onExchanges(exchanges: readonly ProviderExchange[]): void;
}

/** What was definitely not sent may be sent again under the same reference. */
const MAX_SENDS = 3;
/** Who could not take it gets a moment. */
const RESEND_PAUSE_MS = 500;
/** While the database is away the caller waits so long for what the supplier said; writing it is tried further. */
const RECORD_ANSWER_MS = 5_000;

/** Undefined: nothing is written of it yet. If it never is, the job of the attempt finds out. */
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
  const answered = { supplier, attempt: sending.attempt, outcome, exchanges };
  const booking = await written(parts, () => recordBooked(parts.db, parts.safe, answered));
  reached('booking-recorded');
  // Whoever waits for the answer does not wait for this.
  if (booking) void releaseRejected(parts, sending.provider, booking);
  return booking;
}

/** `isSent` is false where the supplier got nothing, or said that it did nothing. */
export async function sendCancellation(
  parts: ReconcileParts,
  sending: Sending,
  booking: Booking,
): Promise<{ booking: Booking | undefined; isSent: boolean }> {
  reached('cancel-journalled');
  const exchanges: ProviderExchange[] = [];
  const { supplier } = sending.provider;
  const known = knownBooking(booking);
  const outcome = await sendUntilSent(parts, sending, supplier.limits.cancel, (number, sendByMs) =>
    parts.calls.cancel({ ...callOf<Cancelled>(parts, sending, number, exchanges), sendByMs }, known),
  );
  reached('cancel-sent');
  const answered = { supplier, attempt: sending.attempt, outcome, exchanges };
  const cancelled = await written(parts, () => recordCancelled(parts.db, parts.safe, answered));
  reached('cancel-recorded');
  return { booking: cancelled, isSent: outcome.kind !== 'NOT_EXECUTED' };
}

async function written(parts: ReconcileParts, record: () => Promise<Recorded>): Promise<Booking | undefined> {
  return (await keepTrying(parts, record, RECORD_ANSWER_MS))?.booking;
}

async function sendUntilSent<Outcome extends { kind: string; cause?: string }>(
  { db, clock }: ReconcileParts,
  { attempt, journalFromMs, answerByMs }: Sending,
  limitMs: number,
  send: (number: number, sendByMs: number) => Promise<Outcome>,
): Promise<Outcome> {
  let leasedFromMs = journalFromMs;
  for (let number = 1; ; number++) {
    // Sent later, the call could outlive the lease: a process that slept first makes sure that the attempt is still its own.
    const outcome = await send(number, leasedFromMs + RECORD_MS);
    const isRepeatable = outcome.kind === 'NOT_EXECUTED' && outcome.cause !== 'CREDENTIALS';
    const isInTime = clock.monotonicMs() + RESEND_PAUSE_MS < answerByMs;
    if (!isRepeatable || number === MAX_SENDS || !isInTime) return outcome;
    await sleep(clock, RESEND_PAUSE_MS);
    // Without the attempt nothing may be sent any more: another has taken its outcome over.
    leasedFromMs = clock.monotonicMs();
    const isMine = await renewAttempt(db, attempt, limitMs + RECORD_MS).catch(() => false);
    if (!isMine) return outcome;
  }
}

function callOf<Outcome>(
  { db, safe, log }: ReconcileParts,
  { provider, organisationId, testMode, attempt: { bookingId }, scenario, onExchanges }: Sending,
  attempt: number,
  exchanges: ProviderExchange[],
) {
  return {
    provider,
    organisationId,
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
