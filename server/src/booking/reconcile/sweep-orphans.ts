/**
 * Job, one per provider: lists the supplier's reservations and looks for those that no live booking accounts for. It covers the
 * last two hours every hour, and the last two days once a day.
 */
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { DONE, type JobResult, type RunningJob } from '../../platform/jobs/job.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { databaseNowMs } from '../bookings/booking-store.ts';
import type { Swept } from '../port/supplier.ts';
import { checkSuspect, SWEEP } from './follow-up.ts';
import { findSweptBookings, insertOrphans, type SweptBooking } from './orphan-store.ts';
import type { JobParts, ReconcileParts } from './reconcile-parts.ts';

const HOUR_MS = 3_600_000;
const RUNS_A_DAY = 24;

interface SweepPayload {
  code: string;
  testMode: boolean;
  /** Number of completed sweeps. Every 24th sweep covers two days. */
  runs: number;
}

/** Called at startup. Each sweep then plans the next sweep. */
export async function planSweeps({ db, providers }: Pick<ReconcileParts, 'db' | 'providers'>): Promise<void> {
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

export async function sweepOrphans(parts: JobParts, job: RunningJob): Promise<JobResult> {
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
  if (swept.kind === 'OK') await judgeSwept(parts, { code, testMode }, swept.value);
  // A failed sweep is not counted, so a failed long sweep is retried.
  const payload: SweepPayload = { code, testMode, runs: swept.kind === 'OK' ? runs + 1 : runs };
  await enqueue(parts.db, { kind: SWEEP, key: job.key, organisationId: null, payload, delayMs: hourMs });
  return DONE;
}

interface Source {
  code: string;
  testMode: boolean;
}

/** Number of bookings read in one statement. */
const PAGE = 500;
/** Others may use the same account. Reservations whose reference does not match this pattern are not ours. */
const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{20}$/;

export async function judgeSwept(parts: JobParts, source: Source, swept: readonly Swept[]): Promise<void> {
  const live = swept
    .filter(({ state }) => state !== 'CANCELLED')
    .map(each => ({ ...each, reference: each.reference.toUpperCase() }))
    .filter(({ reference }) => REFERENCE.test(reference));
  for (let at = 0; at < live.length; at += PAGE) await judgePage(parts, source, live.slice(at, at + PAGE));
}

async function judgePage(parts: JobParts, source: Source, live: readonly Swept[]): Promise<void> {
  const { db } = parts;
  const bookings = await findSweptBookings(
    db,
    live.map(({ reference }) => bookingIdOf(reference)),
  );
  const orphans: Swept[] = [];
  for (const each of live) {
    const booking = bookings.get(bookingIdOf(each.reference));
    if (booking?.provider !== source.code || booking.test_mode !== source.testMode) orphans.push(each);
    else if (isOver(booking) && !booking.needs_attention) await checkSuspect(db, booking);
  }
  if (orphans.length > 0) await reportOrphans(parts, source, orphans);
}

function isOver({ status }: SweptBooking): boolean {
  return status === 'REJECTED' || status === 'CANCELLED';
}

/**
 * Reports each orphan once. Orphans are never cancelled, because after a restore they may be partners' bookings, and another
 * installation may share the account.
 */
function reportOrphans(
  { db, log, tellOperator }: JobParts,
  source: Source,
  orphans: readonly Swept[],
): Promise<void> {
  return inTransaction(db, async tx => {
    const added = await insertOrphans(tx, source, orphans);
    for (const { reference, state, supplierRef, hotelId, checkIn, checkOut, currency, netMinor } of orphans) {
      if (!added.delete(reference)) continue;
      const price = toMoney(netMinor, currency);
      const after = { provider: source.code, testMode: source.testMode, providerReference: supplierRef };
      await tellOperator(tx, {
        action: 'bookings/orphan-found',
        target: bookingIdOf(reference),
        after: { ...after, state, hotelId, checkIn, checkOut, price },
      });
      log.error({ provider: source.code, reference }, 'orphan reservation found');
    }
  });
}

function bookingIdOf(reference: string): string {
  return `bkg_${reference}`;
}

function sweepKey(code: string, testMode: boolean): string {
  return `${testMode ? 'test' : 'live'} ${code}`;
}
