import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { randomFraction } from '../../platform/backoff.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Booking } from '../bookings/booking.ts';
import { databaseNowMs, lockBooking, saveResolution } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import type { Found } from '../port/outcomes.ts';
import type { Provider } from '../provider.ts';
import { endOutcomeChecks, followStay } from './follow-up.ts';
import { judgeLookup } from './judge-lookup.ts';
import type { LookupNext, LookupVerdict } from './lookup-facts.ts';
import type { ReconcileParts } from './reconcile-parts.ts';

export interface LookupResult {
  /** The booking as it was when the lookup started. */
  booking: Booking;
  found: Found;
  exchanges: readonly ProviderExchange[];
  /** When the last attempt ended. */
  attemptMs: number;
}

export interface AppliedLookup extends Pick<LookupVerdict, 'resolution'> {
  /** CHANGED: the booking has changed since the lookup started, so the result was not applied. */
  next: LookupNext | 'CHANGED';
  after: Booking;
}

type Parts = Pick<ReconcileParts, 'db' | 'safe' | 'pricing' | 'billing'>;

/** `guard` runs before the booking is changed. A job uses it to make sure that it has not been replaced. */
export function applyLookup(
  parts: Parts,
  { supplier }: Provider,
  { booking: seen, found, exchanges, attemptMs }: LookupResult,
  guard?: (tx: Database) => Promise<void>,
): Promise<AppliedLookup> {
  const { db, safe, pricing } = parts;
  const { settlement } = supplier;
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    await insertExchanges(tx, safe, booking, exchanges);
    const nowMs = await databaseNowMs(tx);
    const jitter = randomFraction();
    const verdict = judgeLookup({ booking, found, nowMs, attemptMs, settlement, pricing, jitter });
    const { change, next, resolution } = verdict;
    // The booking has changed since the lookup, so look it up again.
    if (booking.version !== seen.version) return { next: 'CHANGED', resolution, after: booking };
    // Must run first, because the follow-up replaces this job.
    await guard?.(tx);
    const after = change
      ? await changeBooking(tx, parts, booking, {
          ...change,
          set: { ...(next === 'CHECK' || next === 'CANCEL' ? { resolution } : {}), ...change.set },
        })
      : booking;
    if (!change) await saveResolution(tx, booking.booking_id, resolution);
    if (next === 'FOLLOW_STAY') await followStay(tx, after, supplier);
    if (next === 'NOTHING') await endOutcomeChecks(tx, after);
    return { next, resolution, after };
  });
}
