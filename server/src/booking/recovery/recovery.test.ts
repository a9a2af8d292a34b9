import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { bookingWorld, HOUR_MS, RESERVATION } from '../../../test/booking-world.ts';
import { eachBalance } from '../../../test/recomputed-balances.ts';
import { getAccount } from '../../billing/ledger/ledger-store.ts';
import { sleep, systemClock } from '../../platform/clock.ts';
import { DONE } from '../../platform/jobs/job.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import type { AttemptLease } from '../bookings/attempt-store.ts';
import { type Booking, referenceOf } from '../bookings/booking.ts';
import { openAttemptLog } from './attempt-log.ts';
import { RecoveryGate } from './recovery-gate.ts';
import { beginRecovery, findOpenRecovery, finishByOperator, listCompared } from './recovery-store.ts';
import { startRecovery } from './start-recovery.ts';

const masterKey = Buffer.alloc(32, 7);

const world = await bookingWorld();
let folder: string;
afterAll(() => world.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-attempts-'));
  for (const name of ['sweep', 'lookup', 'cancel'] as const) delete world.script[name];
});
afterEach(async () => {
  await world.ownerDb`TRUNCATE booking, booking_note, booking_attempt, booking_history, booking_exchange, job, recovery, recovery_provider,
    orphan_reservation, outbox_event, quote`;
  await rm(folder, { recursive: true, force: true });
});

/** Starts a recovery in the same way as a restore and runs it until it has finished or the steps are used up. */
async function recover(options: { attemptFolder?: string; steps?: number } = {}) {
  const { db, parts, time } = world;
  const backupAt = new Date(time.databaseNowMs() - HOUR_MS);
  await db.transaction(tx => beginRecovery(tx, backupAt));
  const gate = new RecoveryGate(parts);
  await gate.start();
  const work = await startRecovery({ ...parts, ...options, masterKey, recovery: gate });
  for (let step = 0; step < (options.steps ?? 40) && gate.open(); step++) {
    await work.idle();
    await time.advance(1_000);
  }
  await work.stop();
  await gate.stop();
  return gate;
}

const holds = (state: 'BOOKED' | 'CANCELLED') =>
  world.lookupReturns({ kind: 'FOUND', state, ...RESERVATION });

function openLog(key = masterKey) {
  const log = openAttemptLog({ ...world.parts, folder, masterKey: key });
  const record = (operation: 'book' | 'cancel') => (booking: Booking, attempt: AttemptLease) =>
    log.append(booking, attempt, operation);
  return { ...log, record };
}

async function loggedBooking(): Promise<Booking> {
  const log = openLog();
  const { attempt } = await world.journalled({ record: log.record('book') });
  await log.close();
  return (await world.record(attempt)).booking;
}

test('a recovery blocks bookings until every provider has been compared', async () => {
  const { db } = world;
  const kept = await world.booked();
  await db.transaction(tx => beginRecovery(tx, new Date(world.time.databaseNowMs())));
  const gate = new RecoveryGate(world.parts);
  await gate.start();
  expect(() => gate.check()).toThrow(/restored from a backup, and its bookings are being compared/);
  await gate.stop();
  await world.ownerDb`TRUNCATE recovery, recovery_provider`;

  world.sweepReturns(referenceOf(kept.booking_id));
  holds('BOOKED');
  const opened = await recover();
  expect(opened.open()).toBeUndefined();
  expect(() => opened.check()).not.toThrow();
  expect(await world.ownerDb`SELECT finished_by FROM recovery`).toEqual([{ finished_by: 'SERVICE' }]);
});

test('a recovery raises the version and the update time of a restored booking', async () => {
  const booking = await world.booked();
  world.sweepReturns();
  holds('BOOKED');
  await recover();
  const restored = await world.read(booking.booking_id);
  expect(restored.version).toBe(booking.version + 1_000);
  const moved = await world.db`
    SELECT FROM booking WHERE booking_id = ${booking.booking_id} AND updated_at > ${booking.updated_at}`;
  expect(moved).toHaveLength(1);
  const history = await world.db`
    SELECT version, event, note FROM booking_history WHERE booking_id = ${booking.booking_id} ORDER BY version DESC LIMIT 1`;
  expect(history).toEqual([
    { version: restored.version, event: 'booking.updated', note: { cause: 'RESTORED' } },
  ]);
});

test('a booking that was cancelled after the backup becomes CANCELLED and needs attention', async () => {
  const booking = await world.booked();
  world.sweepReturns();
  holds('CANCELLED');
  await recover();
  const restored = await world.read(booking.booking_id);
  expect(restored).toMatchObject({
    status: 'CANCELLED',
    needs_attention: true,
    version: booking.version + 1_001,
  });
});

test('a recovery does not repeat a report that an operator has dismissed', async () => {
  const { booking_id: bookingId } = await world.booked();
  const reports = () =>
    world.db`SELECT FROM booking_history WHERE booking_id = ${bookingId} AND note ->> 'cause' = 'CONTRADICTORY'`;
  world.sweepReturns();
  world.lookupReturns({ kind: 'FOUND', state: 'BOOKED', ...RESERVATION, netMinor: RESERVATION.netMinor + 1 });
  await recover();
  expect(await world.read(bookingId)).toMatchObject({ needs_attention: true });
  await world.ownerDb`UPDATE booking SET needs_attention = false`;
  await world.ownerDb`TRUNCATE recovery, recovery_provider`;
  await recover();
  expect(await reports()).toHaveLength(1);
  expect(await world.read(bookingId)).toMatchObject({ needs_attention: false });
});

test('a recovery stores an orphan reservation that a sweep found', async () => {
  world.sweepReturns('0123456789ABCDEFGHJK');
  await recover();
  expect(await world.db`SELECT reference FROM orphan_reservation`).toEqual([
    { reference: '0123456789ABCDEFGHJK' },
  ]);
});

test('a recovery sweeps in shorter steps when the provider cannot list a whole day in one call', async () => {
  let listed = 0;
  world.script.sweep = async (_, fromMs, toMs) => {
    if (toMs - fromMs > HOUR_MS) return { kind: 'FAILED', cause: 'INCOMPLETE' };
    listed += toMs - fromMs;
    return { kind: 'OK', value: [] };
  };
  const opened = await recover();
  expect(opened.open()).toBeUndefined();
  expect(listed).toBeGreaterThanOrEqual(3 * HOUR_MS);
});

test('a failing provider keeps the recovery open until an operator finishes the recovery', async () => {
  const { db } = world;
  world.script.sweep = async () => ({ kind: 'FAILED', cause: 'SERVER' });
  const closed = await recover({ steps: 3 });
  const recovery = closed.open();
  if (!recovery) throw new Error('the recovery finished');
  const [provider] = await listCompared(db, recovery.recovery_id);
  expect(provider).toMatchObject({
    compared_at: null,
    problem: 'the provider did not list its reservations',
  });
  expect(await finishByOperator(db, recovery.recovery_id)).toBe(true);
  expect(await findOpenRecovery(db)).toBeUndefined();
});

test.each([
  ['there is no attempt log', async () => {}],
  ['the attempt log is encrypted with another master key', writeForeignLog],
])('the recovery stays open when the provider cannot list its reservations and %s', async (_, write) => {
  await write();
  const closed = await recover({ steps: 3, attemptFolder: folder });
  expect(closed.open()).toBeDefined();
  const [provider] = await listCompared(world.db, closed.open()?.recovery_id ?? '');
  expect(provider?.problem).toBe(
    'the provider cannot list its reservations, and there is no readable attempt log',
  );
});

async function writeForeignLog(): Promise<void> {
  const log = openLog(Buffer.alloc(32, 8));
  await world.journalled({ record: log.record('book') });
  await log.close();
}

test('a recovery restores bookings and cancellations from the attempt log, and reconciliation resolves them', async () => {
  const { safe } = world;
  const log = openLog();
  const before = await world.booked();
  // After the backup, a new booking is made and an existing booking is cancelled.
  const lost = await world.journalled({ record: log.record('book') });
  expect((await world.cancel(before.booking_id, log.record('cancel'))).kind).toBe('SENT');
  await log.close();
  // The restored database contains neither of them.
  await forget(lost.booking);
  await forgetCancellation();
  const [file] = await readdir(folder);
  const text = await readFile(join(folder, file ?? ''), 'utf8');
  expect(text).not.toContain(lost.booking.booking_id);
  // A line truncated by a crash is ignored.
  await writeFile(join(folder, file ?? ''), `${text}\ncut o`);

  const opened = await recover({ attemptFolder: folder });
  expect(opened.open()).toBeUndefined();
  const again = await world.read(lost.booking.booking_id);
  expect(again).toMatchObject({
    status: 'PENDING',
    version: 1_001,
    client_reference: lost.booking.client_reference,
    net_minor: lost.booking.net_minor,
  });
  expect(safe.openPeople(again)).toEqual(safe.openPeople(lost.booking));
  expect((await world.read(before.booking_id)).status).toBe('CANCEL_PENDING');
  world.script.lookup = async (_, { reference }) => {
    const state = reference === referenceOf(before.booking_id) ? 'CANCELLED' : 'BOOKED';
    return { kind: 'FOUND', state, ...RESERVATION };
  };
  world.runner.start();
  await world.pass(120_000, 5_000);
  await world.runner.stop();
  expect(await world.read(lost.booking.booking_id)).toMatchObject({ status: 'CONFIRMED', version: 1_003 });
  expect(await world.read(before.booking_id)).toMatchObject({
    status: 'CANCELLED',
    status_reason: 'BY_CLIENT',
  });
});

/** Deletes the booking, as restoring an earlier backup would do. */
async function forget({ booking_id }: Booking): Promise<void> {
  const owner = world.ownerDb;
  await owner`DELETE FROM booking_attempt WHERE booking_id = ${booking_id}`;
  await owner`DELETE FROM booking_history WHERE booking_id = ${booking_id}`;
  await owner`DELETE FROM booking WHERE booking_id = ${booking_id}`;
  await owner`DELETE FROM job`;
}

async function forgetCancellation(): Promise<void> {
  const owner = world.ownerDb;
  await owner`DELETE FROM booking_attempt WHERE operation = 'cancel'`;
  await owner`UPDATE booking SET status = 'CONFIRMED', status_reason = NULL, cancel_intent = NULL, resolution = NULL`;
  await owner`DELETE FROM job`;
}

async function sendCancellation(bookingId: string): Promise<void> {
  const log = openLog();
  expect((await world.cancel(bookingId, log.record('cancel'))).kind).toBe('SENT');
  await log.close();
}

async function runJobs(): Promise<void> {
  world.runner.start();
  await world.pass(300_000, 10_000);
  await world.runner.stop();
}

test('a recovery restores a booking and its cancellation by another process, regardless of the order of the files', async () => {
  const booking = await loggedBooking();
  const [booked = ''] = await readdir(folder);
  await rename(join(folder, booked), join(folder, `${booked.slice(0, 10)}.node_z.attempts`));
  await sendCancellation(booking.booking_id);
  await forget(booking);

  await recover({ attemptFolder: folder });
  expect(await world.read(booking.booking_id)).toMatchObject({ status: 'CANCEL_PENDING' });
  holds('CANCELLED');
  await runJobs();
  expect(await world.read(booking.booking_id)).toMatchObject({
    status: 'CANCELLED',
    status_reason: 'BY_CLIENT',
  });
});

test.each(['is in the backup', 'is not in the backup'])(
  'a recovery never resends a restored cancellation that did not take effect and whose booking %s',
  async which => {
    const booking = await loggedBooking();
    await sendCancellation(booking.booking_id);
    if (which === 'is not in the backup') await forget(booking);
    else await forgetCancellation();
    const cancels = world.cancelReturns({ kind: 'CANCELLED', penaltyMinor: 0 });
    holds('BOOKED');
    await recover({ attemptFolder: folder });
    await runJobs();
    expect(cancels).toEqual([]);
    expect(await world.read(booking.booking_id)).toMatchObject({
      status: 'CONFIRMED',
      needs_attention: true,
      supplier_ref: RESERVATION.supplierRef,
      cancel_intent: null,
    });
  },
);

test('a recovery completes even if the attempt log contains a booking of a partner that is not in the backup', async () => {
  const log = openLog();
  const lost = await world.journalled();
  const stranger = { ...lost.booking, organisation_id: 'org_later' };
  await log.append(stranger, lost.attempt, 'book');
  await log.append(lost.booking, lost.attempt, 'book');
  await log.close();
  await forget(lost.booking);
  await world.ownerDb`TRUNCATE outbox_event`;
  const opened = await recover({ attemptFolder: folder });
  expect(opened.open()).toBeUndefined();
  expect(await world.read(lost.booking.booking_id)).toMatchObject({ organisation_id: 'org_a' });
});

test('a booking is not journalled when its attempt cannot be logged', async () => {
  await writeFile(join(folder, 'file'), '');
  const log = openAttemptLog({ ...world.parts, folder: join(folder, 'file'), masterKey });
  const record = (booking: Booking, attempt: AttemptLease) => log.append(booking, attempt, 'book');
  await expect(world.journal({ record })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await world.db`SELECT booking_id FROM booking`).toEqual([]);
  await log.close();
});

test('no other jobs run until the recovery has finished', async () => {
  const { db, parts, time } = world;
  let runs = 0;
  const run = async () => {
    runs += 1;
    return DONE;
  };
  await db.transaction(tx => beginRecovery(tx, new Date(time.databaseNowMs())));
  const gate = new RecoveryGate(parts);
  await gate.start();
  const isHeld = () => gate.open() !== undefined;
  const runner = new JobRunner({
    ...parts,
    kinds: { held: { expectedMs: 1_000, serviceReason: 'a test', run } },
    isHeld,
  });
  await enqueue(db, { kind: 'held', key: 'a', organisationId: null, delayMs: 0 });
  runner.start();
  await runner.idle();
  expect(runs).toBe(0);
  await finishByOperator(db, gate.open()?.recovery_id ?? '');
  await time.advance(1_000);
  while (gate.open()) await sleep(systemClock, 5);
  await runner.idle();
  expect(runs).toBe(1);
  await runner.stop();
  await gate.stop();
});

test('a recovery restores the held amount of a recreated booking without a credit check, and charges the booking once', async () => {
  const { db, ownerDb, scope } = world;
  const billing = { terms: { currency: 'EUR', rate: null }, highestMinor: RESERVATION.netMinor + 500 };
  const log = openLog();
  const lost = await world.journalled({ record: log.record('book'), billing });
  await log.close();
  await forget(lost.booking);
  await ownerDb`TRUNCATE ledger_entry, ledger_balance`;
  await ownerDb`
    UPDATE organisation SET billing_model = 'CREDIT', billing_currency = 'EUR', credit_limit_minor = 0 WHERE id = 'org_a'`;
  await recover({ attemptFolder: folder });
  expect(await getAccount(db, scope)).toMatchObject({ owedMinor: 0, heldMinor: RESERVATION.netMinor + 500 });
  world.script.lookup = async () => ({ kind: 'FOUND', state: 'BOOKED', ...RESERVATION });
  world.runner.start();
  await world.pass(120_000, 5_000);
  await world.runner.stop();
  expect(await getAccount(db, scope)).toMatchObject({ owedMinor: RESERVATION.netMinor, heldMinor: 0 });
  expect(await eachBalance(ownerDb)).toEqual([]);
  await ownerDb`UPDATE organisation SET billing_model = 'NONE', credit_limit_minor = NULL`;
});
