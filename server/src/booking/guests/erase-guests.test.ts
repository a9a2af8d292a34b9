import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import { afterAll, expect, test } from 'vitest';
import { bookingWorld, PEOPLE } from '../../../test/booking-world.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Booking } from '../bookings/booking.ts';
import { bookingView } from '../bookings/booking-view.ts';
import { changeBooking } from '../bookings/change-booking.ts';
import { insertExchanges } from '../bookings/exchange-store.ts';
import { listHistoryWithEvidence } from '../bookings/history-store.ts';
import { insertKey } from '../operations/idempotency-store.ts';
import { eraseBooking, eraseOldGuests, reasonToKeep, replayErasures } from './erase-guests.ts';
import { erasureList, readErasureList } from './erasure-list.ts';

const DAY_MS = 86_400_000;
const MASTER_KEY = Buffer.alloc(32, 7);
const EXCHANGE: ProviderExchange = {
  provider: 'test-1',
  operation: 'book',
  attempt: 1,
  startedAt: '2027-01-10T12:00:00.000Z',
  durationMs: 1,
  outcome: 'CONFIRMED',
  request: { method: null, target: null, headers: {}, body: 'Ada Moreno', truncated: false },
  response: null,
};

const world = await bookingWorld();
const folder = await mkdtemp(join(tmpdir(), 'erasures-'));
afterAll(async () => {
  await world.drop();
  await rm(folder, { recursive: true });
});

/** Creates a completed booking, whose guests may be erased. */
async function completed(): Promise<Booking> {
  const { db, safe } = world;
  const booking = await world.booked();
  return inTransaction(db, tx =>
    changeBooking(tx, { safe, billing: undefined }, booking, { event: { kind: 'COMPLETED' } }),
  );
}

const erase = (bookingId: string, mayErase = () => true) =>
  inTransaction(world.db, tx => eraseBooking(tx, world.safe, { bookingId, cause: 'REQUEST', mayErase }));

test('erasure keeps dates, hotel, amounts and references but no personal data', async () => {
  const { db, safe, scope } = world;
  const before = await completed();
  const bookingId = before.booking_id;
  await insertExchanges(db, safe, before, [EXCHANGE]);
  const key = { key: 'moreno-1', operation: 'booking', fingerprint: before.fingerprint } as const;
  await insertKey(db, scope, key, bookingId);

  const erased = await erase(bookingId);

  const stored = await world.read(bookingId);
  expect(stored).toMatchObject({ people_key: null, holder_mark: null, erased_because: 'REQUEST' });
  expect([stored.people.length, stored.fingerprint.length]).toEqual([0, 0]);
  expect(erased).toEqual({ ...stored, content: erased.content });
  expect(stored.version).toBe(before.version + 1);
  const [left] = await db<Record<string, number>[]>`
      SELECT (SELECT count(*)::int FROM booking_exchange WHERE booking_id = ${bookingId}) AS exchanges,
        (SELECT count(*)::int FROM idempotency_key WHERE booking_id = ${bookingId}) AS keys`;
  expect(left).toEqual({ exchanges: 0, keys: 0 });

  const shown = bookingView(stored, safe.openPeople(stored), Date.now());
  const was = bookingView(before, undefined, Date.now());
  const { erasedAt, updatedAt: _, version: __, ...kept } = shown;
  const { erasedAt: ___, updatedAt: ____, version: _____, ...skeleton } = was;
  expect(kept).toEqual(skeleton);
  expect(erasedAt).toMatch(/Z$/);
  expect(JSON.stringify(shown)).not.toMatch(/Moreno|ada@|Late|4711/);
});

test('erasure deletes the data of earlier events and adds one event and one booking version', async () => {
  const { db } = world;
  const before = await completed();
  await erase(before.booking_id);
  const rows = await db<{ version: number; type: string; erased: boolean }[]>`
      SELECT version, type, data IS NULL AS erased FROM outbox_event
      WHERE booking_id = ${before.booking_id} ORDER BY version`;
  expect(rows.map(row => row.erased)).toEqual([true, true, true, false]);
  expect(rows.at(-1)).toMatchObject({ version: before.version + 1, type: 'booking.updated' });
  const history = await listHistoryWithEvidence(db, world.safe, before);
  expect(history.at(-1)).toMatchObject({ actor: 'OPERATOR', from: 'COMPLETED', to: 'COMPLETED' });
});

test('erasure changes nothing when the booking is already erased', async () => {
  const { booking_id } = await completed();
  const first = await erase(booking_id);
  expect((await erase(booking_id)).version).toBe(first.version);
});

test('erasure is rejected before the stay ends, while the outcome is open, or while attention is needed', async () => {
  const confirmed = await world.booked();
  const open = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  const over = await completed();
  expect(reasonToKeep(confirmed, 0)).toContain('stay is not over');
  expect(reasonToKeep(open, 0)).toContain('PENDING');
  expect(reasonToKeep({ ...over, needs_attention: true }, 0)).toContain('needs attention');
  expect(reasonToKeep(over, 0)).toBeUndefined();
  await erase(confirmed.booking_id, () => false);
  expect(await world.read(confirmed.booking_id)).toMatchObject({ version: 2, erased_at: null });
});

test('erasure is rejected while a reservation that was not found may still appear', async () => {
  const over = await completed();
  const resolution = { sinceMs: 0, attempts: 1, nextCheckAtMs: 500, resolveByMs: 1_000, firstSeenMs: null };
  const missing = {
    ...over,
    status: 'REJECTED',
    status_reason: 'NOT_FOUND_AT_PROVIDER',
    resolution,
  } as const;
  expect(reasonToKeep(missing, 999)).toContain('still being looked up');
  expect(reasonToKeep(missing, 1_000)).toBeUndefined();
  expect(reasonToKeep({ ...missing, status_reason: 'SOLD_OUT' }, 999)).toBeUndefined();
});

test("an erased booking can no longer be found by its holder's name", async () => {
  const { db, safe } = world;
  const { booking_id } = await completed();
  const mark = safe.holderMark('org_a', PEOPLE.holder.lastName);
  const found = async () =>
    (await db`SELECT FROM booking WHERE booking_id = ${booking_id} AND holder_mark = ${mark}::bytea`).count;
  expect(await found()).toBe(1);
  await erase(booking_id);
  expect(await found()).toBe(0);
});

test('the erasure list stores only ids and times on disk and survives a truncated line', async () => {
  const file = join(folder, 'a.jsonl');
  const list = erasureList(file);
  await list.add([{ bookingId: 'bkg_1', erasedAt: '2027-01-01T00:00:00Z' }]);
  await writeFile(file, '{"bookingId":"bkg_', { flag: 'a' });
  await list.add([{ bookingId: 'bkg_2', erasedAt: '2027-01-02T00:00:00Z' }]);
  await list.add([{ bookingId: 'bkg_1', erasedAt: '2027-01-03T00:00:00Z' }]);
  expect(await readErasureList(file)).toEqual({ bookingIds: ['bkg_1', 'bkg_2'], unreadable: 1 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).toContain('{"bookingId":"bkg_2","erasedAt":"2027-01-02T00:00:00Z"}\n');
});

test('the erasure list is replayed after a restore, regardless of the state of each booking', async () => {
  const file = join(folder, 'b.jsonl');
  const [confirmed, already] = [await world.booked(), await completed()];
  await erase(already.booking_id);
  const ids = [confirmed.booking_id, already.booking_id, 'bkg_made_later', confirmed.booking_id];
  await erasureList(file).add(ids.map(bookingId => ({ bookingId, erasedAt: '2027-01-01T00:00:00Z' })));

  const parts = { db: world.db, masterKey: MASTER_KEY };
  expect(await replayErasures(parts, file)).toEqual({ erased: 1, already: 1, missing: 1, unreadable: 0 });
  expect(await world.read(confirmed.booking_id)).toMatchObject({
    status: 'CONFIRMED',
    people_key: null,
    erased_because: 'REQUEST',
  });
  expect(await replayErasures(parts, file)).toEqual({ erased: 0, already: 2, missing: 1, unreadable: 0 });
  expect(await replayErasures(parts, join(folder, 'none'))).toMatchObject({ erased: 0, unreadable: 0 });
});

test("guests are erased once their partner's retention period after check-out has ended", async () => {
  const { db, safe, ownerDb, time } = world;
  const [own, usual, open] = [await completed(), await completed(), await world.booked()];
  const isErased = async ({ booking_id }: Booking) => (await world.read(booking_id)).erased_at !== null;
  await ownerDb`UPDATE organisation SET guest_days = 30 WHERE id = 'org_a'`;
  await db`UPDATE booking SET needs_attention = true WHERE booking_id = ${usual.booking_id}`;
  const checkOutMs = Date.parse(own.check_out);
  await time.advance(checkOutMs + 30 * DAY_MS - time.databaseNowMs());
  await eraseOldGuests({ db, safe, guestDays: 1 });
  expect(await isErased(own)).toBe(false);
  await time.advance(DAY_MS);
  expect(await eraseOldGuests({ db, safe })).toMatchObject({ kind: 'AGAIN', delayMs: 3_600_000 });
  expect(await Promise.all([own, usual, open].map(isErased))).toEqual([true, false, false]);
  expect(await world.read(own.booking_id)).toMatchObject({ erased_because: 'RETENTION' });

  await ownerDb`UPDATE organisation SET guest_days = NULL WHERE id = 'org_a'`;
  await db`UPDATE booking SET needs_attention = false WHERE booking_id = ${usual.booking_id}`;
  await time.advance(1_063 * DAY_MS);
  await eraseOldGuests({ db, safe });
  expect(await isErased(usual)).toBe(false);
  await time.advance(2 * DAY_MS);
  await eraseOldGuests({ db, safe });
  expect(await Promise.all([usual, open].map(isErased))).toEqual([true, false]);
});
