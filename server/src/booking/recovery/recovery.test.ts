import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BookingWorld, bookingWorld, HOUR_MS, RESERVATION } from '../../../test/booking-world.ts';
import { sleep, systemClock } from '../../platform/clock.ts';
import { DONE } from '../../platform/jobs/job.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import type { AttemptLease } from '../bookings/attempt-store.ts';
import { type Booking, referenceOf } from '../bookings/booking.ts';
import { journalCancel } from '../bookings/protocol/journal-cancel.ts';
import { recordBooked } from '../bookings/protocol/record-outcome.ts';
import { openAttemptLog } from './attempts/attempt-log.ts';
import { RecoveryGate } from './recovery-gate.ts';
import { beginRecovery, findOpenRecovery, finishByOperator, listCompared } from './recovery-store.ts';
import { startRecovery } from './start-recovery.ts';

const masterKey = Buffer.alloc(32, 7);

let world: BookingWorld;
let folder: string;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serai-attempts-'));
  for (const name of ['sweep', 'lookup', 'cancel'] as const) delete world.script[name];
});
afterEach(async () => {
  await world.ownerDb`TRUNCATE booking, booking_attempt, booking_history, booking_exchange, job, recovery, recovery_provider,
    orphan_reservation, outbox_event, quote`;
  await rm(folder, { recursive: true, force: true });
});

/** Begins a recovery as a restore does, and lets it work until it has ended or stays where it is. */
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

function swept(...references: string[]) {
  world.script.sweep = async () => ({
    kind: 'OK',
    value: references.map(reference => ({ reference, state: 'BOOKED', ...RESERVATION })),
  });
}
const holds = (state: 'BOOKED' | 'CANCELLED') => {
  world.script.lookup = async () => ({ kind: 'FOUND', state, ...RESERVATION });
};

test('nothing is booked until every provider was compared; then it opens by itself', async () => {
  const { db } = world;
  const kept = await world.booked();
  await db.transaction(tx => beginRecovery(tx, new Date(world.time.databaseNowMs())));
  const gate = new RecoveryGate(world.parts);
  await gate.start();
  expect(() => gate.check()).toThrow(/restored from a backup and is being compared/);
  await gate.stop();
  await world.ownerDb`TRUNCATE recovery, recovery_provider`;

  swept(referenceOf(kept.booking_id));
  holds('BOOKED');
  const opened = await recover();
  expect(opened.open()).toBeUndefined();
  expect(() => opened.check()).not.toThrow();
  expect(await world.ownerDb`SELECT finished_by FROM recovery`).toEqual([{ finished_by: 'SERVICE' }]);
});

test('a booking goes on well above the versions that partners have seen, and is listed as changed', async () => {
  const booking = await world.booked();
  swept();
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

test('a booking that was cancelled since is cancelled, and a person sees to the money', async () => {
  const booking = await world.booked();
  swept();
  holds('CANCELLED');
  await recover();
  const restored = await world.read(booking.booking_id);
  expect(restored).toMatchObject({
    status: 'CANCELLED',
    needs_attention: true,
    version: booking.version + 1_001,
  });
});

test('a reservation that nobody here knows is told to the operator', async () => {
  swept('0123456789ABCDEFGHJK');
  await recover();
  expect(await world.db`SELECT reference FROM orphan_reservation`).toEqual([
    { reference: '0123456789ABCDEFGHJK' },
  ]);
});

test('more reservations than a provider lists at once are listed in shorter turns', async () => {
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

test('a provider that does not answer keeps it closed, until it does or an operator ends it', async () => {
  const { db } = world;
  world.script.sweep = async () => ({ kind: 'FAILED', cause: 'SERVER' });
  const closed = await recover({ steps: 3 });
  const recovery = closed.open();
  if (!recovery) throw new Error('it opened');
  const [provider] = await listCompared(db, recovery.recovery_id);
  expect(provider).toMatchObject({ compared_at: null, problem: 'it did not list what it holds' });
  expect(await finishByOperator(db, recovery.recovery_id)).toBe(true);
  expect(await findOpenRecovery(db)).toBeUndefined();
});

test.each([
  ['without a log of attempts', async () => {}],
  ['with one of another master key', writeForeignLog],
])('where a provider cannot list, it stays closed %s', async (_, write) => {
  await write();
  const closed = await recover({ steps: 3, attemptFolder: folder });
  expect(closed.open()).toBeDefined();
  const [provider] = await listCompared(world.db, closed.open()?.recovery_id ?? '');
  expect(provider?.problem).toBe(
    'it cannot list what it holds, and there is no log of attempts that can be read',
  );
});

async function writeForeignLog(): Promise<void> {
  const log = openAttemptLog({ ...world.parts, folder, masterKey: Buffer.alloc(32, 8) });
  await world.journalled({ record: (booking, attempt) => log.append(booking, attempt, 'book') });
  await log.close();
}

test('what the log of attempts knows is put back: bookings as sent, cancellations as sent; the rest is looked up', async () => {
  const { parts, db, safe, supplier, time } = world;
  const log = openAttemptLog({ ...parts, folder, masterKey });
  const record = (operation: 'book' | 'cancel') => (booking: Booking, attempt: AttemptLease) =>
    log.append(booking, attempt, operation);
  const before = await world.booked();
  // After the backup: a booking, and a cancellation of one that was there.
  const lost = await world.journalled({ record: record('book') });
  const cancelled = await journalCancel(db, safe, {
    bookingId: before.booking_id,
    arrivedAtMs: time.databaseNowMs(),
    maxPenaltyMinor: 0,
    reason: null,
    supplier,
    record: record('cancel'),
  });
  expect(cancelled.kind).toBe('SENT');
  await log.close();
  // The restore has neither.
  const owner = world.ownerDb;
  await owner`DELETE FROM booking_attempt WHERE booking_id = ${lost.booking.booking_id} OR operation = 'cancel'`;
  await owner`DELETE FROM booking_history WHERE booking_id = ${lost.booking.booking_id}`;
  await owner`DELETE FROM booking WHERE booking_id = ${lost.booking.booking_id}`;
  await owner`UPDATE booking SET status = 'CONFIRMED', status_reason = NULL, cancel_intent = NULL`;
  await owner`DELETE FROM job`;
  const [file] = await readdir(folder);
  const text = await readFile(join(folder, file ?? ''), 'utf8');
  expect(text).not.toContain(lost.booking.booking_id);
  // The tail that a crash cut off is no obstacle.
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

/** As a restore of an earlier moment does. */
async function forget({ booking_id }: Booking): Promise<void> {
  const owner = world.ownerDb;
  await owner`DELETE FROM booking_attempt WHERE booking_id = ${booking_id}`;
  await owner`DELETE FROM booking_history WHERE booking_id = ${booking_id}`;
  await owner`DELETE FROM booking WHERE booking_id = ${booking_id}`;
  await owner`DELETE FROM job`;
}

/** Sent by one process; what became of it is for the test to say. */
async function cancelled(bookingId: string): Promise<void> {
  const { parts, db, safe, supplier, time } = world;
  const log = openAttemptLog({ ...parts, folder, masterKey });
  const arrivedAtMs = time.databaseNowMs();
  const wish = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier };
  const record = (booking: Booking, attempt: AttemptLease) => log.append(booking, attempt, 'cancel');
  expect((await journalCancel(db, safe, { ...wish, record })).kind).toBe('SENT');
  await log.close();
}

async function runJobs(): Promise<void> {
  world.runner.start();
  await world.pass(300_000, 10_000);
  await world.runner.stop();
}

test('what one process booked and another cancelled is put back as cancelled, in whatever order their files are', async () => {
  const { parts, db, safe, supplier } = world;
  const log = openAttemptLog({ ...parts, folder, masterKey });
  const { attempt, booking } = await world.journalled({
    record: (written, first) => log.append(written, first, 'book'),
  });
  await log.close();
  const [booked = ''] = await readdir(folder);
  await recordBooked(db, safe, {
    supplier,
    attempt,
    outcome: { kind: 'CONFIRMED', ...RESERVATION },
    exchanges: [],
  });
  await rename(join(folder, booked), join(folder, `${booked.slice(0, 10)}.node_z.attempts`));
  await cancelled(booking.booking_id);
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

test.each(['it was there', 'it was forgotten too'])(
  'a cancellation that did not take effect is never sent again, as the booking may have been told to stand: %s',
  async which => {
    const { parts } = world;
    const log = openAttemptLog({ ...parts, folder, masterKey });
    const isForgotten = which === 'it was forgotten too';
    const { attempt, booking } = await world.journalled({
      record: (written, first) => log.append(written, first, 'book'),
    });
    await log.close();
    await recordBooked(world.db, world.safe, {
      supplier: world.supplier,
      attempt,
      outcome: { kind: 'CONFIRMED', ...RESERVATION },
      exchanges: [],
    });
    await cancelled(booking.booking_id);
    if (isForgotten) await forget(booking);
    else {
      const owner = world.ownerDb;
      await owner`DELETE FROM booking_attempt WHERE operation = 'cancel'`;
      await owner`UPDATE booking SET status = 'CONFIRMED', status_reason = NULL, cancel_intent = NULL, resolution = NULL`;
      await owner`DELETE FROM job`;
    }
    let cancels = 0;
    world.script.cancel = async () => {
      cancels += 1;
      return { kind: 'CANCELLED', penaltyMinor: 0 };
    };
    holds('BOOKED');
    await recover({ attemptFolder: folder });
    await runJobs();
    expect(cancels).toBe(0);
    expect(await world.read(booking.booking_id)).toMatchObject({
      status: 'CONFIRMED',
      needs_attention: true,
      supplier_ref: RESERVATION.supplierRef,
      cancel_intent: null,
    });
  },
);

test('a booking of an organisation that the backup does not have keeps no provider from being compared', async () => {
  const { parts, ownerDb } = world;
  const log = openAttemptLog({ ...parts, folder, masterKey });
  const lost = await world.journalled();
  const stranger = { ...lost.booking, organisation_id: 'org_later' };
  await log.append(stranger, lost.attempt, 'book');
  await log.append(lost.booking, lost.attempt, 'book');
  await log.close();
  await forget(lost.booking);
  await ownerDb`TRUNCATE outbox_event`;
  const opened = await recover({ attemptFolder: folder });
  expect(opened.open()).toBeUndefined();
  expect(await world.read(lost.booking.booking_id)).toMatchObject({ organisation_id: 'org_a' });
});

test('where an attempt cannot be logged, nothing is journalled', async () => {
  await writeFile(join(folder, 'file'), '');
  const log = openAttemptLog({ ...world.parts, folder: join(folder, 'file'), masterKey });
  const record = (booking: Booking, attempt: AttemptLease) => log.append(booking, attempt, 'book');
  await expect(world.journal({ record })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(await world.db`SELECT booking_id FROM booking`).toEqual([]);
  await log.close();
});

test('jobs hold still until the recovery has ended', async () => {
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
