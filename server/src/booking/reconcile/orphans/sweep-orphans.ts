/**
 * Job, one for each provider: lists what the supplier holds and looks for reservations that no live booking of ours stands for.
 * Hourly the last two hours, daily the last two days.
 */
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../../platform/jobs/job.ts';
import { enqueue } from '../../../platform/jobs/job-store.ts';
import { databaseNowMs, findAnyBooking, lockBooking } from '../../bookings/booking-store.ts';
import { changeBooking } from '../../bookings/change-booking.ts';
import type { Swept } from '../../port/supplier.ts';
import type { Provider } from '../../provider.ts';
import { checkSuspect, SWEEP } from '../follow-up.ts';
import type { ReconcileParts } from '../reconcile-parts.ts';

const HOUR_MS = 3_600_000;
const RUNS_A_DAY = 24;

interface SweepPayload {
  code: string;
  testMode: boolean;
  /** Sweeps since the last long one. */
  runs: number;
}

/** Once at start: from then on each sweep plans the next. */
export async function planSweeps({ db, providers }: ReconcileParts): Promise<void> {
  for (const testMode of [true, false]) {
    for (const { code, supplier } of providers.list(testMode)) {
      const payload: SweepPayload = { code, testMode, runs: 0 };
      const key = sweepKey(code, testMode);
      await enqueue(db, {
        kind: SWEEP,
        key,
        organisationId: null,
        payload,
        delayMs: HOUR_MS / supplier.settlement.speedUp,
      });
    }
  }
}

export async function sweepOrphans(parts: ReconcileParts, job: RunningJob): Promise<JobResult> {
  const { code, testMode, runs } = job.payload as SweepPayload;
  const provider = parts.providers.find(code, testMode);
  if (!provider) return DONE;
  const nowMs = await databaseNowMs(parts.db);
  const hourMs = HOUR_MS / provider.supplier.settlement.speedUp;
  const isLong = runs % RUNS_A_DAY === 0;
  const swept = await parts.calls.sweep(
    { provider, testMode, signal: job.signal },
    nowMs - (isLong ? 2 * RUNS_A_DAY : 2) * hourMs,
    nowMs,
  );
  if (swept.kind === 'UNSUPPORTED') return DONE;
  if (swept.kind === 'OK') for (const each of swept.value) await judgeSwept(parts, provider, each);
  // A long one that failed is made up for.
  const payload: SweepPayload = { code, testMode, runs: swept.kind === 'OK' ? runs + 1 : runs };
  await enqueue(parts.db, { kind: SWEEP, key: job.key, organisationId: null, payload, delayMs: hourMs });
  return DONE;
}

async function judgeSwept(
  { db, safe, log }: ReconcileParts,
  provider: Provider,
  swept: Swept,
): Promise<void> {
  if (swept.state === 'CANCELLED') return;
  const booking = await findAnyBooking(db, `bkg_${swept.reference.toUpperCase()}`);
  if (!booking || booking.provider !== provider.code) {
    log.error({ provider: provider.code, reference: swept.reference }, 'a reservation belongs to no booking');
    return;
  }
  if (booking.status === 'REJECTED' && !booking.needs_attention) await checkSuspect(db, booking);
  if (booking.status !== 'CANCELLED' || booking.needs_attention) return;
  await inTransaction(db, async tx => {
    const locked = await lockBooking(tx, booking.booking_id);
    if (locked.version !== booking.version) return;
    await changeBooking(tx, safe, locked, {
      event: { kind: 'ATTENTION_REQUIRED' },
      set: { needs_attention: true },
      note: { cause: 'LIVE_AT_PROVIDER' },
    });
  });
}

function sweepKey(code: string, testMode: boolean): string {
  return `${testMode ? 'test' : 'live'} ${code}`;
}
