import {
  ATTENTION_KINDS,
  type AttentionList,
  type countAttention,
  type settleOrphan,
} from '@serai/contract/account/attention.ts';
import type { assignCase, takeCase, takeCases } from '@serai/contract/account/take-case.ts';
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
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import { toMoney } from '../../../platform/money/minor-units.ts';
import type { AuditEntry } from '../../../platform/operations/operator/audit-entry.ts';
import type { Booking } from '../../bookings/booking.ts';
import { changeBooking } from '../../bookings/change-booking.ts';
import type { Booked } from '../../port/outcomes.ts';
import { arrivalMs, requestEndMs } from '../../reconcile/schedule.ts';
import { attentionCount, attentionList, orphansSettle } from './attention.ts';
import { fromWaiting } from './attention-store.ts';
import { attentionAssign, attentionRelease, attentionTake, attentionTakeAll } from './take-case.ts';

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

describe('a case that is assigned to staff', () => {
  const as = (actor: string) => ({ ...staff, partnerId: 'org_a', actor });
  const [ana, ben] = [as('ana@example.com'), as('ben@example.com')];
  const mails: Mail[] = [];
  const sendMail = async (_: unknown, mail: Mail) => void mails.push(mail);
  const isStaff = async (address: string) => address !== 'former@example.com';
  const take = (bookingId: string, caller: object, takeOverFrom?: string) =>
    callOperator<z.output<typeof takeCase.output>>(
      world,
      attentionTake({ ...recorder, sendMail, isStaff, dashboardUrl: 'https://dashboard.example.com' }),
      'org_a',
      { bookingId, ...(takeOverFrom && { takeOverFrom }) },
      caller,
    );
  const assign = (bookingId: string, caller: object, to: string, takeOverFrom?: string) =>
    callOperator<z.output<typeof assignCase.output>>(
      world,
      attentionAssign({ ...recorder, sendMail, isStaff, dashboardUrl: 'https://dashboard.example.com' }),
      'org_a',
      { bookingId, to, ...(takeOverFrom && { takeOverFrom }) },
      caller,
    );
  const takeAll = (bookingIds: readonly string[], caller: object) =>
    callOperator<z.output<typeof takeCases.output>>(
      world,
      asService(attentionTakeAll(recorder)),
      'opr_1',
      { bookingIds },
      { ...caller, partnerId: undefined },
    );
  const release = (bookingId: string, caller: object) =>
    callOperator<{ released: boolean }>(world, attentionRelease(recorder), 'org_a', { bookingId }, caller);
  const takenBy = async (bookingId: string) => (await world.read(bookingId)).taken_by;
  /** A booking that needs a decision. */
  const waiting = async () => {
    const { booking_id } = await world.booked(UNKNOWN);
    return change(booking_id, { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true } });
  };
  const change = async (bookingId: string, changed: Parameters<typeof changeBooking>[3]) => {
    const before = await world.read(bookingId);
    return inTransaction(world.db, tx => changeBooking(tx, world.parts, before, changed));
  };

  test('is shown to everyone with the person who took it, and is counted and filtered by it', async () => {
    const { booking_id: id } = await waiting();
    const { taken } = await take(id, ana);
    expect(taken).toMatchObject({ by: 'ana@example.com', isYours: true });
    const shown = async (caller: object, input = {}) => {
      const { bookings, mine, notTaken } = await list(input, { ...caller, partnerId: undefined });
      return { case: bookings.find(({ bookingId }) => bookingId === id)?.taken, mine, notTaken };
    };
    expect(await shown(ana)).toMatchObject({ case: taken, mine: 1 });
    expect(await shown(ben)).toMatchObject({ case: { ...taken, isYours: false }, mine: 0 });
    expect((await shown(ana, { taken: 'MINE' })).case).toEqual(taken);
    expect((await shown(ben, { taken: 'MINE' })).case).toBeUndefined();
    expect((await shown(ana, { taken: 'NOBODY' })).case).toBeUndefined();
    await release(id, ana);
    expect((await shown(ana, { taken: 'NOBODY' })).case).toBeNull();
  });

  test('goes to one of two people who take it at the same time, and the other learns who has it', async () => {
    const { booking_id: id } = await waiting();
    const results = await Promise.allSettled([take(id, ana), take(id, ben)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).toMatchObject({ code: 'INVALID_STATE', status: 409 });
    expect(refused.reason.message).toContain(`is assigned to ${await takenBy(id)}`);
  });

  test('stays as it is if the same person takes or releases it again, without another audit entry', async () => {
    const { booking_id: id } = await waiting();
    const first = await take(id, ana);
    await world.time.advance(1_000);
    const entries = audited.length;
    expect(await take(id, ana)).toEqual(first);
    expect(audited).toHaveLength(entries);
    expect([await release(id, ana), await release(id, ana)]).toEqual([
      { released: true },
      { released: false },
    ]);
    expect(audited.slice(entries)).toEqual([
      { action: 'attention/release', target: id, before: { taken: true }, after: { taken: false } },
    ]);
  });

  test('can be taken over only from the person who is named, and only that person can release it', async () => {
    const { booking_id: id } = await waiting();
    await take(id, ana);
    await expect(take(id, ben, 'eve@example.com')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    await expect(release(id, ben)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await take(id, ben, 'ana@example.com')).toMatchObject({ taken: { by: 'ben@example.com' } });
    expect(audited.at(-1)).toMatchObject({ before: { taken: true }, after: { taken: true } });
    const url = `https://dashboard.example.com/sandbox/bookings/${id}`;
    const subject = `[Sandbox] ben@example.com has taken over booking ${id}`;
    expect(mails.splice(0)).toMatchObject([{ to: 'ana@example.com', subject, link: { url } }]);
    await expect(take(id, ana)).rejects.toMatchObject({
      message: expect.stringContaining('ben@example.com'),
    });
  });

  test('can be assigned to a colleague, who gets an email, as does the colleague who had it', async () => {
    const { booking_id: id } = await waiting();
    expect((await assign(id, ana, 'ben@example.com')).taken).toMatchObject({
      ...{ by: 'ben@example.com', isYours: false },
    });
    expect(audited.at(-1)).toEqual({
      ...{ action: 'attention/assign', target: id, before: { taken: false }, after: { taken: true } },
    });
    const about = (words: string) => `[Sandbox] ana@example.com has assigned booking ${id} to ${words}`;
    expect(mails.splice(0)).toMatchObject([{ to: 'ben@example.com', subject: about('you') }]);
    await expect(assign(id, ana, 'cleo@example.com')).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect(await takenBy(id)).toBe('ben@example.com');
    await assign(id, ana, 'cleo@example.com', 'ben@example.com');
    expect(mails.splice(0)).toMatchObject([
      { to: 'ben@example.com', subject: about('cleo@example.com') },
      { to: 'cleo@example.com', subject: about('you') },
    ]);
    const entries = audited.length;
    await assign(id, ana, 'cleo@example.com', 'cleo@example.com');
    expect([audited.length, mails.length]).toEqual([entries, 0]);
  });

  test('can be passed on by the person who has it, without naming themselves', async () => {
    const { booking_id: id } = await waiting();
    await take(id, ana);
    await assign(id, ana, 'ben@example.com');
    expect(await takenBy(id)).toBe('ben@example.com');
    expect(mails.splice(0).map(({ to }) => to)).toEqual(['ben@example.com']);
  });

  test('cannot be assigned to somebody who may not resolve bookings', async () => {
    const { booking_id: id } = await waiting();
    await expect(assign(id, ana, 'former@example.com')).rejects.toMatchObject({
      ...{ code: 'VALIDATION_ERROR', extras: { details: [{ path: '/to' }] } },
    });
    expect(await takenBy(id)).toBeNull();
  });

  test('is taken together with others, except those that a colleague has or that have left the queue', async () => {
    const [free, mine, bens] = [await waiting(), await waiting(), await waiting()].map(
      ({ booking_id }) => booking_id,
    ) as [string, string, string];
    await take(mine, ana);
    await take(bens, ben);
    const { booking_id: confirmed } = made.confirmed;
    const entries = audited.length;
    expect(await takeAll([bens, free, mine, confirmed, free], ana)).toEqual({
      taken: [free, mine],
      skipped: [
        { bookingId: bens, by: 'ben@example.com' },
        { bookingId: confirmed, by: null },
      ],
    });
    expect([await takenBy(free), await takenBy(bens)]).toEqual(['ana@example.com', 'ben@example.com']);
    expect(audited.slice(entries)).toEqual([
      { action: 'attention/take', target: free, before: { taken: false }, after: { taken: true } },
    ]);
    expect(await takeAll([free, bens], ben)).toMatchObject({ taken: [bens], skipped: [{ bookingId: free }] });
  });

  test('goes to one of two people who take the same bookings at the same time', async () => {
    const ids = [await waiting(), await waiting()].map(({ booking_id }) => booking_id);
    const results = await Promise.all([takeAll(ids, ana), takeAll(ids.toReversed(), ben)]);
    expect(results.flatMap(({ taken }) => taken).toSorted()).toEqual(ids.toSorted());
    expect(results.map(({ taken }) => taken.length).toSorted()).toEqual([0, 2]);
  });

  test('sends no email to a person who has left the team', async () => {
    const { booking_id: id } = await waiting();
    await take(id, as('former@example.com'));
    expect(await take(id, ben, 'former@example.com')).toMatchObject({ taken: { by: 'ben@example.com' } });
    expect(mails).toEqual([]);
  });

  test('keeps the person and the time since which it waits while it changes, and loses both when it leaves the queue', async () => {
    const { booking_id: id, attention_since } = await waiting();
    await take(id, ana);
    await world.time.advance(1_000);
    const unknown = await change(id, {
      event: { kind: 'ATTENTION_REQUIRED' },
      set: { needs_attention: true },
    });
    expect(unknown.attention_since).toEqual(attention_since);
    expect(await takenBy(id)).toBe('ana@example.com');
    await change(id, { event: { kind: 'CONFIRMED' }, set: { needs_attention: false, confirmed: true } });
    expect(await world.read(id)).toMatchObject({ taken_by: null, taken_at: null, attention_since: null });
    await expect(take(id, ana)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  test('waits since its last change if an earlier version of the server recorded no time, and since now if it had left the queue', async () => {
    const { booking_id: id, updated_at } = await waiting();
    const again = () => change(id, { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true } });
    await world.ownerDb`UPDATE booking SET attention_since = NULL WHERE booking_id = ${id}`;
    await world.time.advance(1_000);
    expect((await again()).attention_since).toEqual(updated_at);
    await world.ownerDb`UPDATE booking SET needs_attention = false WHERE booking_id = ${id}`;
    await world.time.advance(1_000);
    const { attention_since, updated_at: changedAt } = await again();
    expect(attention_since).toEqual(changedAt);
  });

  test('is recorded in the audit log of its partner if it is taken together with others', async () => {
    const { booking_id: id } = await waiting();
    const organisations: string[] = [];
    const record = async (_: Database, { organisationId }: AuditEntry) =>
      void organisations.push(organisationId);
    const handler = asService(attentionTakeAll({ recordAudit: record }));
    await callOperator(world, handler, 'opr_1', { bookingIds: [id] }, { ...ana, partnerId: undefined });
    expect(organisations).toEqual(['org_a']);
  });

  test('cannot be taken if it belongs to another partner', async () => {
    const { booking_id: id } = await waiting();
    const other = callOperator(
      world,
      attentionTake({ ...recorder, isStaff }),
      'org_b',
      { bookingId: id },
      ana,
    );
    await expect(other).rejects.toMatchObject({ code: 'BOOKING_NOT_FOUND' });
  });
});
