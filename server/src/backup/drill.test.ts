/**
 * A recovery drill. The database is lost after a backup and then restored. The restored service finds out from its
 * providers what has happened since the backup.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, RESERVATION } from '../../test/booking-world.ts';
import { type TestDatabase, testDatabase } from '../../test/database.ts';
import { type SimulatedTime, simulateTime } from '../../test/simulated-time.ts';
import type { AttemptLease } from '../booking/bookings/attempt-store.ts';
import { type Booking, referenceOf } from '../booking/bookings/booking.ts';
import { findAnyBooking } from '../booking/bookings/booking-store.ts';
import { journalCancel } from '../booking/bookings/protocol/journal-cancel.ts';
import { recordBooked } from '../booking/bookings/protocol/record-outcome.ts';
import { erasureList } from '../booking/guests/erasure-list.ts';
import type { FoundState } from '../booking/port/outcomes.ts';
import { bookingJobs } from '../booking/reconcile/booking-jobs.ts';
import { openAttemptLog } from '../booking/recovery/attempt-log.ts';
import { RecoveryGate } from '../booking/recovery/recovery-gate.ts';
import { startRecovery } from '../booking/recovery/start-recovery.ts';
import { JobRunner } from '../platform/jobs/job-runner.ts';
import { MIGRATIONS } from '../start-database.ts';
import { restoreBackup } from './restore-backup.ts';
import { type SettledRestore, settleRestored } from './settle-restored.ts';
import { writeBackup } from './write-backup.ts';

const masterKey = Buffer.alloc(32, 7);
const onProgress = () => {};

let folder: string;
let world: BookingWorld;
let restored: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-drill-'));
  world = await bookingWorld();
  restored = await testDatabase({ empty: true });
});
afterAll(async () => {
  await Promise.all([world?.drop(), restored?.drop()]);
  await rm(folder, { recursive: true, force: true });
});

/** The reservations at the supplier, which a restore does not change. */
const ledger = new Map<string, { state: FoundState; createdMs: number; canBeListed: boolean }>();

function playSupplier(): void {
  const { script } = world;
  script.lookup = async (_, { reference }) => {
    const held = ledger.get(reference);
    return held ? { kind: 'FOUND', state: held.state, ...RESERVATION } : { kind: 'ABSENT' };
  };
  script.sweep = async (_, fromMs, toMs) => ({
    kind: 'OK',
    value: [...ledger]
      .filter(([, { createdMs, canBeListed }]) => canBeListed && createdMs >= fromMs && createdMs < toMs)
      .map(([reference, { state }]) => ({
        reference,
        state: state === 'REFUSED' ? 'CANCELLED' : state,
        ...RESERVATION,
      })),
  });
  script.cancel = async () => {
    throw new Error('nothing should be cancelled again');
  };
}

/** Creates a booking with a reservation at the supplier. Call it before the simulated data loss. */
async function book(log?: ReturnType<typeof openAttemptLog>): Promise<Booking> {
  const { db, supplier, time } = world;
  const record = log && ((booking: Booking, attempt: AttemptLease) => log.append(booking, attempt, 'book'));
  const { attempt, booking } = await world.journalled({ record });
  const createdMs = time.databaseNowMs();
  ledger.set(referenceOf(booking.booking_id), { state: 'BOOKED', createdMs, canBeListed: true });
  const outcome = { kind: 'CONFIRMED', ...RESERVATION } as const;
  return (await recordBooked(db, world.parts, { supplier, attempt, outcome, exchanges: [] })).booking;
}

async function cancel(
  { booking_id: bookingId }: Booking,
  log: ReturnType<typeof openAttemptLog>,
): Promise<void> {
  const { db, supplier, time } = world;
  const sent = await journalCancel(db, world.parts, {
    bookingId,
    arrivedAtMs: time.databaseNowMs(),
    maxPenaltyMinor: 0,
    reason: null,
    supplier,
    record: (booking, attempt) => log.append(booking, attempt, 'cancel'),
  });
  expect(sent.kind).toBe('SENT');
  const held = ledger.get(referenceOf(bookingId));
  if (held) held.state = 'CANCELLED';
}

/** Runs the restored service: recovery until it accepts bookings, then its jobs for three minutes of simulated time. */
async function runRestored(
  time: SimulatedTime,
  parts: BookingWorld['parts'],
  erasureFile: string,
): Promise<void> {
  const gate = new RecoveryGate(parts);
  await gate.start();
  expect(() => gate.check()).toThrow('being compared with the providers');
  const attemptFolder = join(folder, 'attempts');
  const work = await startRecovery({ ...parts, attemptFolder, erasureFile, masterKey, recovery: gate });
  for (let seconds = 0; seconds < 60 && gate.open(); seconds++) {
    await work.idle();
    await time.advance(1_000);
  }
  expect(gate.open()).toBeUndefined();
  await work.stop();
  await gate.stop();
  const runner = new JobRunner({ ...parts, kinds: bookingJobs(parts) });
  runner.start();
  for (let seconds = 0; seconds < 180; seconds += 10) {
    await time.advance(10_000);
    await runner.idle();
  }
  await runner.stop();
}

test('a restored service finds every newer reservation, and erased guests stay erased', {
  timeout: 60_000,
}, async () => {
  playSupplier();
  const log = openAttemptLog({ ...world.parts, folder: join(folder, 'attempts'), masterKey });
  const erasureFile = join(folder, 'erasures.jsonl');
  const early: Booking[] = [];
  for (let i = 0; i < 6; i++) early.push(await book(log));

  // The backup runs while other transactions write. Each of their changes is either missing or complete.
  const path = join(folder, 'drill.backup');
  let isWriting = true;
  const writer = (async () => {
    for (let i = 0; isWriting && i < 20; i++) await book(log);
  })();
  const backup = await writeBackup(world.ownerDb, {
    path,
    masterKey,
    withRequestLog: false,
    migrationsFolder: MIGRATIONS,
    onProgress,
  });
  isWriting = false;
  await writer;
  await world.time.advance(60_000);
  const late = [await book(log), await book(log), await book(log)];
  const unlogged = await book();
  const [byClient, byHotel, erasedEarly] = early as [Booking, Booking, Booking];
  const erasedLate = late[2] as Booking;
  await cancel(byClient, log);
  await cancel(late[1] as Booking, log);
  for (const { booking_id } of [byHotel, erasedEarly, erasedLate]) {
    const held = ledger.get(referenceOf(booking_id));
    if (held) held.state = booking_id === byHotel.booking_id ? 'CANCELLED' : 'BOOKED';
  }
  const erasedAt = new Date(world.time.databaseNowMs()).toISOString();
  await erasureList(erasureFile).add(
    [erasedEarly, erasedLate].map(({ booking_id: bookingId }) => ({ bookingId, erasedAt })),
  );
  await log.close();

  let settled: SettledRestore | undefined;
  await restoreBackup(restored.ownerDb, {
    path,
    masterKey,
    migrationsFolder: MIGRATIONS,
    onProgress,
    async settle(tx) {
      // The simulated time was advanced by a minute after the backup.
      const takenAt = new Date(world.time.databaseNowMs() - 60_000).toISOString();
      settled = await settleRestored(tx, { takenAt }, { masterKey, erasureFile });
    },
  });
  expect(settled?.erasures).toEqual({ erased: 1, already: 0, missing: 1, unreadable: 0 });
  // Suppliers' words could outlive an erased guest in a backup.
  const unsaved = ['simulated_time', 'provider_error', 'provider_failure'];
  expect(backup.manifest.leftOut.map(({ name }) => name)).toEqual(expect.arrayContaining(unsaved));

  const time = await simulateTime(restored.ownerDb, world.time.databaseNowMs() + 60_000);
  const parts = { ...world.parts, pool: restored.pool, db: restored.db, clock: time.clock };
  await runRestored(time, parts, erasureFile);

  const rows = await restored.db<Booking[]>`SELECT * FROM booking`;
  const orphans = await restored.db<{ reference: string }[]>`SELECT reference FROM orphan_reservation`;
  // Every reservation belongs to a booking in the same state. The only exception is the reservation that was neither
  // backed up nor logged. It is an orphan.
  expect(orphans).toEqual([{ reference: referenceOf(unlogged.booking_id) }]);
  const states = new Map(rows.map(row => [referenceOf(row.booking_id), row.status]));
  for (const [reference, { state }] of ledger) {
    const expected = reference === referenceOf(unlogged.booking_id) ? undefined : STATUS[state];
    expect([reference, states.get(reference)]).toEqual([reference, expected]);
  }
  expect(rows).toHaveLength(ledger.size - 1);
  const read = async ({ booking_id }: Booking) => (await findAnyBooking(restored.db, booking_id)) as Booking;
  expect(await read(byClient)).toMatchObject({ status_reason: 'BY_CLIENT', needs_attention: false });
  expect(await read(late[1] as Booking)).toMatchObject({ status: 'CANCELLED' });
  expect(await read(byHotel)).toMatchObject({ status_reason: 'BY_PROVIDER', needs_attention: true });
  for (const erased of [erasedEarly, erasedLate]) {
    expect(await read(erased)).toMatchObject({ people_key: null, holder_mark: null });
  }
  // Partners have seen only lower versions of these bookings and never see a version twice.
  for (const { version } of rows) expect(version).toBeGreaterThan(1_000);
  const twice = await restored.db`
    SELECT booking_id, version FROM outbox_event GROUP BY booking_id, version HAVING count(*) > 1`;
  expect(twice).toEqual([]);
});

const STATUS: Record<FoundState, string> = {
  BOOKED: 'CONFIRMED',
  ON_REQUEST: 'ON_REQUEST',
  CANCELLED: 'CANCELLED',
  REFUSED: 'REJECTED',
};
