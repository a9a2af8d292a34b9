import {
  ATTENTION_KINDS,
  type AttentionList,
  type countAttention,
  type settleOrphan,
} from '@serai/contract/account/attention.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  type BookingWorld,
  bookingWorld,
  FREE_UNTIL_MS,
  HOUR_MS,
  NET_MINOR,
  RESERVATION,
} from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { AuditEntry } from '../../../platform/operations/operator/audit-entry.ts';
import type { Booking } from '../../bookings/booking.ts';
import type { Booked } from '../../port/outcomes.ts';
import { arrivalMs, requestEndMs } from '../../reconcile/schedule.ts';
import { attentionCount, attentionList, orphansSettle } from './attention.ts';
import { fromWaiting } from './attention-store.ts';

const UNKNOWN: Booked = { kind: 'UNKNOWN', cause: 'TIMEOUT' };
const ON_REQUEST: Booked = { kind: 'ON_REQUEST', ...RESERVATION };
const DAY_MS = 24 * HOUR_MS;

let world: BookingWorld;
const audited: Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'>[] = [];
const made: Record<'confirmed' | 'decision' | 'unknown' | 'request' | 'fresh', Booking> = {} as never;

beforeAll(async () => {
  world = await bookingWorld();
  made.confirmed = await world.booked();
  made.decision = await world.booked(UNKNOWN);
  made.unknown = await world.booked(UNKNOWN);
  made.request = await world.booked(ON_REQUEST);
  await world.db`
    UPDATE booking SET needs_attention = true, updated_at = serai_now() WHERE booking_id = ${made.decision.booking_id}`;
  await world.time.advance(2 * HOUR_MS);
  made.fresh = await world.booked(UNKNOWN);
});
afterAll(() => world?.drop());

const staff = { partnerId: undefined, staff: true, role: 'support' } as const;
const parts = () => ({
  safe: world.safe,
  clock: world.time.clock,
  listMissedEvents: async () => [],
});
const recorder = {
  recordAudit: async (_: Database, { action, target, before, after }: AuditEntry) => {
    audited.push({ action, target, before, after });
  },
};
const list = async (input: object = {}, caller: object = staff) =>
  callOperator<Required<AttentionList>>(world, asService(attentionList(parts())), 'org_a', input, caller);
const counts = async (input: object = {}, caller: object = staff) =>
  callOperator<z.output<typeof countAttention.output>>(
    world,
    asService(attentionCount(parts())),
    'org_a',
    input,
    caller,
  );
const count = async (input: object = {}, caller: object = staff) => (await counts(input, caller)).count;
/** As the listener does if staff name no partner. */
const asService = <T extends object>(handler: T) => ({ ...handler, serviceReason: 'All partners' });
const settle = (input: object) =>
  callOperator<z.output<typeof settleOrphan.output>>(
    world,
    asService(orphansSettle(recorder)),
    'opr_1',
    { provider: 'test-1', environment: 'sandbox', evidence: 'Cancelled in the portal.', ...input },
    staff,
  );

describe('the attention queue', () => {
  test('contains bookings that need a decision and outcomes that have been unknown for an hour, and nothing else', async () => {
    const { bookings } = await list();
    expect(bookings.map(({ bookingId, kind }) => [bookingId, kind])).toEqual(
      expect.arrayContaining([
        [made.decision.booking_id, 'DECISION'],
        [made.unknown.booking_id, 'OUTCOME_UNKNOWN'],
      ]),
    );
    expect(bookings).toHaveLength(2);
    expect(await count()).toBe(2);
  });

  test('states the cause, the holder, the hotel and the deadline of each booking', async () => {
    const { bookings } = await list();
    expect(bookings.find(({ kind }) => kind === 'DECISION')).toMatchObject({
      cause: 'TIMEOUT',
      holder: { firstName: 'Ada', lastName: 'Moreno' },
      hotel: { hotelId: RESERVATION.hotelId, timeZone: made.decision.content.hotel.timeZone },
      status: 'PENDING',
      net: toMoney(NET_MINOR, 'EUR'),
      taken: null,
      deadline: new Date(Math.min(FREE_UNTIL_MS, arrivalMs(made.decision))).toISOString(),
    });
    const { resolution } = await world.read(made.unknown.booking_id);
    expect(bookings.find(({ kind }) => kind === 'OUTCOME_UNKNOWN')?.deadline).toBe(
      new Date(resolution?.resolveByMs ?? 0).toISOString(),
    );
  });

  test('keeps listing an outcome that has been unknown for an hour if the booking changes', async () => {
    const { booking_id } = made.unknown;
    const [before] = await world.db<{ updated_at: Date }[]>`
      SELECT updated_at FROM booking WHERE booking_id = ${booking_id}`;
    await world.db`UPDATE booking SET updated_at = serai_now() WHERE booking_id = ${booking_id}`;
    expect((await list()).bookings.map(({ bookingId }) => bookingId)).toContain(booking_id);
    await world.db`UPDATE booking SET updated_at = ${before?.updated_at ?? null} WHERE booking_id = ${booking_id}`;
  });

  test('states the last recorded cause if later changes only ask for attention', async () => {
    const { booking_id } = made.decision;
    const cause = async () =>
      (await list()).bookings.find(({ bookingId }) => bookingId === booking_id)?.cause;
    const ask = (version: number) => world.ownerDb`
      INSERT INTO booking_history
        (booking_id, version, at, event, actor, from_status, to_status, organisation_id, environment)
      SELECT booking_id, ${version}, serai_now(), 'booking.attention_required', 'SERVICE', status, status,
        organisation_id, environment
      FROM booking WHERE booking_id = ${booking_id}`;
    await ask(101);
    await ask(102);
    expect(await cause()).toBe('TIMEOUT');
    await world.ownerDb`DELETE FROM booking_history WHERE booking_id = ${booking_id} AND version > 100`;
  });

  test('lists the booking that is due first, and counts those that are overdue', async () => {
    const { bookings, overdue } = await list();
    const dueTimes = bookings.map(({ dueAt }) => Date.parse(dueAt));
    expect(dueTimes).toEqual(dueTimes.toSorted((a, b) => a - b));
    const late = dueTimes.filter(dueMs => dueMs < world.time.clock.nowMs()).length;
    expect([overdue, (await counts()).overdue]).toEqual([late, late]);
    expect(late).toBeGreaterThan(0);
    expect((await list({ limit: 1 })).bookings).toHaveLength(1);
    expect((await list({ limit: 1 })).count).toBe(2);
  });

  test('contains a request to a hotel from two days before arrival until the request expires', async () => {
    const id = made.request.booking_id;
    const isListed = async () => (await list()).bookings.find(({ bookingId }) => bookingId === id);
    expect(await isListed()).toBeUndefined();
    const arrival = arrivalMs(made.request);
    await world.time.advance(arrival - DAY_MS - world.time.databaseNowMs());
    expect(await isListed()).toMatchObject({
      kind: 'HOTEL_SILENT',
      deadline: new Date(requestEndMs(made.request)).toISOString(),
    });
    // Free cancellation has ended, so the decision is now due before arrival.
    const decision = (await list()).bookings.find(({ kind }) => kind === 'DECISION');
    expect(decision?.deadline).toBe(new Date(arrival).toISOString());
  });

  test('contains only bookings of the given partner and environment, and no test bookings in production', async () => {
    const all = await count();
    expect(await count({}, { ...staff, partnerId: 'org_b' })).toBe(0);
    expect((await list({}, { ...staff, partnerId: 'org_b' })).bookings).toEqual([]);
    const { booking_id } = made.decision;
    await world.db`UPDATE booking SET environment = 'production' WHERE booking_id = ${booking_id}`;
    expect([await count(), await count({ environment: 'production' })]).toEqual([all - 1, 0]);
    await world.db`UPDATE booking SET test_mode = false WHERE booking_id = ${booking_id}`;
    expect([await count(), await count({ environment: 'production' })]).toEqual([all, 1]);
  });

  test('contains only bookings and reservations of the given provider, and no endpoints, which have no provider', async () => {
    const all = await count();
    const listed = await list();
    const counted = await list({ providerCode: made.decision.provider });
    expect([counted.count, counted.bookings.length]).toEqual([all, listed.bookings.length]);
    expect(await list({ providerCode: 'other' })).toMatchObject({
      ...{ count: 0, overdue: 0, mine: 0, notTaken: 0 },
      ...{ bookings: [], orphans: [], endpoints: [] },
    });
  });

  test('is counted with partial indexes that contain few rows', async () => {
    const planOf = (explain: (tx: Database) => PromiseLike<unknown>) =>
      world.ownerDb.transaction(async tx => {
        // The test has few rows, for which the planner would prefer to read all of them and sort them.
        await tx`SET LOCAL enable_seqscan = off`;
        await tx`SET LOCAL enable_sort = off`;
        await tx`SET LOCAL enable_incremental_sort = off`;
        return JSON.stringify(await explain(tx));
      });
    const scope = { organisationId: undefined, environment: 'production' } as const;
    const [decision, unknown, request] = await Promise.all(
      ATTENTION_KINDS.map(kind => planOf(tx => tx`EXPLAIN SELECT ${fromWaiting(tx, scope, kind)}`)),
    );
    expect(decision).toContain('booking_all_in_need');
    expect(unknown).toContain('booking_outcome_unknown');
    expect(request).toContain('booking_on_request');
  });
});

describe('a reservation without a booking', () => {
  test('is listed until staff settle it, and settling it twice changes nothing', async () => {
    const before = await count();
    await world.db`
      INSERT INTO orphan_reservation (provider, test_mode, reference, supplier_ref, found_at)
      VALUES ('test-1', true, '7Q2M4K9TXA1WZB3EHV6C', 'S-9', serai_now())`;
    expect((await list()).orphans).toMatchObject([
      { provider: 'test-1', environment: 'sandbox', providerReference: 'S-9' },
    ]);
    expect((await list({ environment: 'production' })).orphans).toEqual([]);
    expect((await list({}, { ...staff, partnerId: 'org_a' })).orphans).toEqual([]);
    expect((await list({ providerCode: 'test-1' })).orphans).toHaveLength(1);
    expect((await list({ providerCode: 'test-2' })).orphans).toEqual([]);
    expect(await count()).toBe(before + 1);
    const reference = '7Q2M4K9TXA1WZB3EHV6C';
    await expect(settle({ reference: 'UNKNOWN' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await settle({ reference })).toEqual({ settled: true });
    expect(await settle({ reference })).toEqual({ settled: false });
    expect(audited).toMatchObject([{ action: 'orphans/settle', target: `bkg_${reference}` }]);
    expect([(await list()).orphans, await count()]).toEqual([[], before]);
  });
});
