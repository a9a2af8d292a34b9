import type { AttentionList } from '@serai/contract/account/attention.ts';
import type { assignCase, takeCase, takeCases } from '@serai/contract/account/take-case.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import type { Mail } from '../../../platform/mail/mail.ts';
import type { AuditEntry } from '../../../platform/operations/operator/audit-entry.ts';
import { changeBooking } from '../../bookings/change-booking.ts';
import { attentionList } from './attention.ts';
import { attentionAssign, attentionRelease, attentionTake, attentionTakeAll } from './take-case.ts';

let world: BookingWorld;
beforeAll(async () => {
  world = await bookingWorld();
});
afterAll(() => world?.drop());

const audited: Pick<AuditEntry, 'action' | 'target' | 'before' | 'after'>[] = [];
const recorder = {
  recordAudit: async (_: Database, { action, target, before, after }: AuditEntry) => {
    audited.push({ action, target, before, after });
  },
};
/** As the listener does if staff name no partner. */
const asService = <T extends object>(handler: T) => ({ ...handler, serviceReason: 'All partners' });
const list = (input: object, caller: object) => {
  const parts = { safe: world.safe, clock: world.time.clock, listMissedEvents: async () => [] };
  return callOperator<Required<AttentionList>>(
    ...([world, asService(attentionList(parts)), 'org_a', input, caller] as const),
  );
};
const as = (actor: string) => ({ staff: true, role: 'support', partnerId: 'org_a', actor }) as const;
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
  const { booking_id } = await world.booked({ kind: 'UNKNOWN', cause: 'TIMEOUT' });
  return change(booking_id, { event: { kind: 'ATTENTION_REQUIRED' }, set: { needs_attention: true } });
};
const change = async (bookingId: string, changed: Parameters<typeof changeBooking>[3]) => {
  const before = await world.read(bookingId);
  return inTransaction(world.db, tx => changeBooking(tx, world.parts, before, changed));
};

test('a case is shown to everyone with the person who took it, and is counted and filtered by it', async () => {
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

test('a case goes to one of two people who take it at the same time, and the other learns who has it', async () => {
  const { booking_id: id } = await waiting();
  const results = await Promise.allSettled([take(id, ana), take(id, ben)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: 'INVALID_STATE', status: 409 });
  expect(refused.reason.message).toContain(`is assigned to ${await takenBy(id)}`);
});

test('a case stays as it is if the same person takes or releases it again, without another audit entry', async () => {
  const { booking_id: id } = await waiting();
  const first = await take(id, ana);
  await world.time.advance(1_000);
  const entries = audited.length;
  expect(await take(id, ana)).toEqual(first);
  expect(audited).toHaveLength(entries);
  expect([await release(id, ana), await release(id, ana)]).toEqual([{ released: true }, { released: false }]);
  expect(audited.slice(entries)).toEqual([
    { action: 'attention/release', target: id, before: { taken: true }, after: { taken: false } },
  ]);
});

test('a case can be taken over only from the person who is named, and only that person can release it', async () => {
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

test('a case can be assigned to a colleague, who gets an email, as does the colleague who had it', async () => {
  const { booking_id: id } = await waiting();
  expect((await assign(id, ana, 'Ben@Example.com')).taken).toMatchObject({
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

test('a case can be passed on by the person who has it, without naming themselves', async () => {
  const { booking_id: id } = await waiting();
  await take(id, ana);
  await assign(id, ana, 'ben@example.com');
  expect(await takenBy(id)).toBe('ben@example.com');
  expect(mails.splice(0).map(({ to }) => to)).toEqual(['ben@example.com']);
});

test('a case cannot be assigned to somebody who may not resolve bookings', async () => {
  const { booking_id: id } = await waiting();
  await expect(assign(id, ana, 'former@example.com')).rejects.toMatchObject({
    ...{ code: 'VALIDATION_ERROR', extras: { details: [{ path: '/to' }] } },
  });
  expect(await takenBy(id)).toBeNull();
});

test('a case is taken together with others, except those that a colleague has or that have left the queue', async () => {
  const [free, mine, bens] = [await waiting(), await waiting(), await waiting()].map(
    ({ booking_id }) => booking_id,
  ) as [string, string, string];
  await take(mine, ana);
  await take(bens, ben);
  const { booking_id: confirmed } = await world.booked();
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

test('cases that two people take together at the same time all go to one of them', async () => {
  const ids = [await waiting(), await waiting()].map(({ booking_id }) => booking_id);
  const results = await Promise.all([takeAll(ids, ana), takeAll(ids.toReversed(), ben)]);
  expect(results.flatMap(({ taken }) => taken).toSorted()).toEqual(ids.toSorted());
  expect(results.map(({ taken }) => taken.length).toSorted()).toEqual([0, 2]);
});

test('taking a case over sends no email to a person who has left the team', async () => {
  const { booking_id: id } = await waiting();
  await take(id, as('former@example.com'));
  expect(await take(id, ben, 'former@example.com')).toMatchObject({ taken: { by: 'ben@example.com' } });
  expect(mails).toEqual([]);
});

test('a case keeps the person and the time since which it waits while it changes, and loses both when it leaves the queue', async () => {
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

test('a case waits since its last change if an earlier version of the server recorded no time, and since now if it had left the queue', async () => {
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

test('a case is recorded in the audit log of its partner if it is taken together with others', async () => {
  const { booking_id: id } = await waiting();
  const organisations: string[] = [];
  const record = async (_: Database, { organisationId }: AuditEntry) =>
    void organisations.push(organisationId);
  const handler = asService(attentionTakeAll({ recordAudit: record }));
  await callOperator(world, handler, 'opr_1', { bookingIds: [id] }, { ...ana, partnerId: undefined });
  expect(organisations).toEqual(['org_a']);
});

test('a case cannot be taken if it belongs to another partner', async () => {
  const { booking_id: id } = await waiting();
  const other = callOperator(world, attentionTake({ ...recorder, isStaff }), 'org_b', { bookingId: id }, ana);
  await expect(other).rejects.toMatchObject({ code: 'BOOKING_NOT_FOUND' });
});
