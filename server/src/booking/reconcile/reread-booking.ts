/** Job: looks at a confirmed booking until its stay begins, for the hotel's own number and for what others changed or cancelled. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { knownBooking } from '../bookings/booking.ts';
import { databaseNowMs, findAnyBooking, lockBooking } from '../bookings/booking-store.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { judgeReread } from './lookups/judge-reread.ts';
import type { ReconcileParts } from './reconcile-parts.ts';
import { nextRereadMs } from './stay-times.ts';

export async function rereadBooking(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  const { db, safe, providers, calls } = parts;
  const seen = await findAnyBooking(db, job.key);
  if (seen?.status !== 'CONFIRMED') return DONE;
  const provider = providers.find(seen.provider, seen.test_mode);
  if (!provider) throw new Error(`the provider ${seen.provider} of ${seen.booking_id} is not configured`);
  const exchanges: ProviderExchange[] = [];
  const onExchanges = (kept: readonly ProviderExchange[]) => exchanges.push(...kept);
  const { organisation_id: organisationId, test_mode: testMode } = seen;
  const context = { provider, organisationId, testMode, signal: job.signal, onExchanges };
  const found = await calls.lookup(context, knownBooking(seen));
  job.signal.throwIfAborted();
  const { settlement } = provider.supplier;
  return inTransaction(db, async tx => {
    const booking = await lockBooking(tx, seen.booking_id);
    const nowMs = await databaseNowMs(tx);
    await job.guard(tx);
    if (booking.version !== seen.version) return { kind: 'AGAIN', delayMs: 0 };
    const confirmedMs = booking.confirmed_at?.getTime() ?? booking.updated_at.getTime();
    const change = judgeReread(booking, found, nowMs - confirmedMs >= settlement.settleMs);
    // Exchanges that brought nothing new are not kept: there is one a day.
    if (change) {
      await insertExchanges(tx, safe, booking, exchanges);
      await changeBooking(tx, safe, booking, change);
    }
    const nextMs = nextRereadMs(booking, settlement, confirmedMs, nowMs);
    return nextMs === null || change?.event.kind === 'CANCELLED' ? DONE : { kind: 'AGAIN', runAtMs: nextMs };
  });
}
