import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookingApp, bookingApp } from '../../../../test/booking-app.ts';
import { book, bookRequestOf } from '../../../../test/booking-steps.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { callOperator } from '../../../../test/call-operator.ts';
import { guestsErase, guestsExport } from './guests.ts';
import type { OperatorParts } from './operator-parts.ts';

const OTHER = { firstName: 'Eva', lastName: 'Moreno', email: 'eva@example.com' };

describe('guests in the sandbox', () => {
  let booking: BookingApp;
  let folder: string;
  let list: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'erasures-'));
    list = join(folder, 'list.jsonl');
    const settings = { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1', SERAI_ERASURE_LIST: list };
    booking = await bookingApp({ settings });
  });
  afterAll(async () => {
    await booking?.close();
    await rm(folder, { recursive: true });
  });

  const operate = async (name: string, input: object) => {
    const { status, json } = await booking.app.operate(name, input);
    return { status, json };
  };

  async function cancelled(members: object = {}): Promise<string> {
    const made = await book(booking, 'cancel.free', { members });
    const { bookingId } = made.json.booking;
    const reason = 'Ada is ill';
    expect((await booking.call('cancel', { bookingId, reason })).status).toBe(200);
    return bookingId;
  }

  test('guests/erase removes personal data from bookings, events and deliveries, and adds the booking to the erasure list', async () => {
    const created = await operate('webhooks/create', {
      url: 'http://127.0.0.1:9/hook',
      eventTypes: ['booking.confirmed', 'booking.updated'],
      environment: 'sandbox',
    });
    const { endpointId } = created.json.endpoint;
    await operate('webhooks/update', { endpointId, status: 'PAUSED' });
    const request = await bookRequestOf(booking, 'cancel.free');
    const headers = { 'idempotency-key': 'ada-1' };
    const { bookingId } = (await booking.call('booking', request, { headers })).json.booking;
    const early = await operate('guests/erase', { bookingId });
    expect([early.status, early.json.error.code]).toEqual([409, 'INVALID_STATE']);
    expect(early.json.error.message).toContain('stay is not over');
    await booking.call('cancel', { bookingId });
    await vi.waitFor(
      async () => {
        const { requests } = (await operate('requests/list', { bookingId })).json;
        expect(requests.length).toBeGreaterThan(1);
      },
      { timeout: 60_000 },
    );

    const { status, json } = await operate('guests/erase', { bookingId });

    expect(status).toBe(200);
    expect(json).toEqual({
      erased: [{ bookingId, environment: 'sandbox', erasedAt: expect.stringMatching(/Z$/) }],
      kept: [],
      hasMore: false,
    });
    const { erasedAt } = json.erased[0];
    expect(JSON.parse((await readFile(list, 'utf8')).trim())).toEqual({ bookingId, erasedAt });
    expect((await operate('guests/erase', { bookingId })).json).toEqual(json);
    expect((await readFile(list, 'utf8')).trim().split('\n')).toHaveLength(1);

    const detail = await booking.call('bookingdetail', { bookingId, include: ['history', 'audit'] });
    expect(detail.json.booking).toMatchObject({ status: 'CANCELLED', erasedAt, version: 5 });
    expect(detail.json.booking.holder).toEqual({ firstName: null, lastName: null, email: null, phone: null });
    const shown = await operate('bookings/show', { bookingId, includeAudit: true });
    const exported = await operate('guests/export', { bookingId });
    const { deliveries } = (await operate('deliveries/list', { bookingId, include: ['payload'] })).json;
    const events = (await operate('events/list', { bookingId })).json.events;
    const requests = (await operate('requests/list', { bookingId })).json.requests;
    for (const answer of [detail.json, shown.json, exported.json, deliveries, events, requests]) {
      expect(JSON.stringify(answer)).not.toMatch(/Ada|Moreno|ada@|ada-1/);
    }
    const told = deliveries.find((each: { eventType: string }) => each.eventType === 'booking.confirmed');
    expect(told.payload.data).toBeNull();
    expect(events[0]).toMatchObject({ type: 'booking.updated', actor: 'OPERATOR' });
    expect(events[0].payload.data.changes).toEqual([{ field: 'erasedAt', from: null, to: erasedAt }]);

    await operate('webhooks/update', { endpointId, status: 'ENABLED' });
    for (const which of [{ deliveryId: told.deliveryId }, { endpointId, eventId: told.eventId }]) {
      const replay = await operate('deliveries/replay', which);
      expect([replay.status, replay.json.error.message]).toEqual([409, expect.stringContaining('erased')]);
    }
    await operate('deliveries/replay', { endpointId, from: '2020-01-01T00:00:00Z' });
    await vi.waitFor(
      async () => {
        const failed = (await operate('deliveries/list', { bookingId, status: 'FAILED' })).json.deliveries;
        expect(failed[0]).toMatchObject({ deliveryId: told.deliveryId });
        expect(failed[0].attempts.at(-1).error).toContain('was erased');
      },
      { timeout: 60_000 },
    );

    const again = await booking.call('booking', request);
    expect([again.status, again.json.error.code]).toEqual([409, 'DUPLICATE_CLIENT_REFERENCE']);
    const audit = await operate('audit/list', { target: bookingId });
    expect(audit.json.entries.map((entry: { action: string }) => entry.action)).toEqual([
      'guests/export',
      'guests/erase',
    ]);
  });

  test('guests/export includes the notes that staff wrote', async () => {
    const bookingId = await cancelled({ holder: OTHER });
    await operate('bookings/notes/add', { bookingId, text: 'Ada called about her suitcase.' });
    const { json } = await operate('guests/export', { bookingId });
    expect(json.bookings[0].notes).toMatchObject([{ text: 'Ada called about her suitcase.' }]);
  });

  test('guests/export and guests/erase find all bookings of a holder by last name and email', async () => {
    const mine = [await cancelled(), await cancelled()].sort();
    const theirs = await cancelled({ holder: OTHER });
    const open = (await book(booking, 'ok')).json.booking.bookingId;
    const holder = { lastName: 'MORÉNO', email: 'Ada@Example.com' };
    const ids = (answers: { bookingId: string }[]) => answers.map(each => each.bookingId).sort();

    const { json } = await operate('guests/export', { holder });
    const found = json.bookings.map((each: { booking: { bookingId: string } }) => each.booking);
    expect(ids(found)).toEqual([...mine, open].sort());
    expect(json.bookings[0]).toMatchObject({
      booking: { holder: { firstName: 'Ada', email: 'ada@example.com' } },
      history: expect.arrayContaining([expect.objectContaining({ event: 'booking.confirmed' })]),
      audit: { transactions: expect.arrayContaining([expect.objectContaining({ operation: 'book' })]) },
    });
    expect(JSON.stringify(json)).toContain('Ada is ill');

    const erased = await operate('guests/erase', { holder });
    expect(ids(erased.json.erased)).toEqual(mine);
    expect(erased.json.kept).toEqual([
      { bookingId: open, environment: 'sandbox', reason: expect.stringContaining('not over') },
    ]);
    const kept = await operate('bookings/show', { bookingId: theirs });
    expect(kept.json.booking.holder.firstName).toBe('Eva');

    const page = { limit: 1 };
    const first = (await operate('guests/erasures', { cause: 'REQUEST', page })).json;
    const next = (
      await operate('guests/erasures', { cause: 'REQUEST', page: { ...page, cursor: first.page.nextCursor } })
    ).json;
    expect(ids([...first.erasures, ...next.erasures])).toEqual(mine);
    expect((await operate('guests/erasures', { environment: 'production' })).json.erasures).toEqual([]);
    const nobody = await operate('guests/erase', { holder: { ...holder, email: 'x@example.com' } });
    expect([nobody.status, nobody.json.error.code]).toEqual([404, 'BOOKING_NOT_FOUND']);
  });
});

describe('guests in production', () => {
  let world: BookingWorld;
  let parts: OperatorParts;
  beforeAll(async () => {
    world = await bookingWorld();
    const { safe, time } = world;
    parts = {
      ...world.parts,
      safe,
      recordAudit: async () => {},
      cursorKey: Buffer.alloc(32),
      clock: time.clock,
      startedAtMs: 0,
      erasures: { add: () => Promise.reject(new Error('the disk is full')) },
      listDeliveries: async () => [],
      listMissedEvents: async () => [],
      timeZone: async () => 'UTC',
      listAuditEntries: async () => [],
      isStaff: async () => true,
    };
  });
  afterAll(() => world?.drop());

  test('guests/erase and guests/export require step-up in production, and do not find guests of another partner', async () => {
    const { booking_id: bookingId } = await world.booked();
    await world.ownerDb`UPDATE booking SET environment = 'production' WHERE booking_id = ${bookingId}`;
    for (const handler of [guestsErase(parts), guestsExport(parts)]) {
      await expect(
        callOperator(world, handler, 'org_a', { bookingId }, { confirmed: false }),
      ).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await expect(callOperator(world, handler, 'org_b', { bookingId })).rejects.toMatchObject({
        code: 'BOOKING_NOT_FOUND',
      });
    }
  });

  test('erasable guests are found even if many guests that must be kept precede them', async () => {
    const { ownerDb } = world;
    const over = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
    await ownerDb`
      INSERT INTO booking SELECT (jsonb_populate_record(booking, jsonb_build_object('booking_id', 'bkg_' || lpad(n::text, 20, '0'),
        'client_reference', 'kept-' || n, 'quote_id', 'quo_' || n, 'status', 'CONFIRMED', 'status_reason', NULL))).*
      FROM booking CROSS JOIN generate_series(1, 201) AS n WHERE booking_id = ${over.booking_id}`;
    const able = { ...parts, erasures: { add: async () => {} } };
    const holder = { lastName: 'Moreno', email: 'ada@example.com' };
    const answer = await callOperator(world, guestsErase(able), 'org_a', { holder, environment: 'sandbox' });
    expect(answer).toMatchObject({ erased: [{ bookingId: over.booking_id }], hasMore: true });
    await ownerDb`DELETE FROM booking WHERE booking_id LIKE 'bkg_0000000000%'`;
  });

  test('guests are not erased when the erasure list cannot be written', async () => {
    const { booking_id: bookingId } = await world.booked({ kind: 'REFUSED', reason: 'SOLD_OUT' });
    await expect(callOperator(world, guestsErase(parts), 'org_a', { bookingId })).rejects.toThrow(
      'disk is full',
    );
    expect(await world.read(bookingId)).toMatchObject({ status: 'REJECTED', erased_at: null });
    expect((await world.events(bookingId)).length).toBeGreaterThan(0);
  });
});
