import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECK_IN, CHECK_OUT } from '../../../test/booking-app.ts';
import { bookRequestOf, eventsOf, heldFor } from '../../../test/booking-steps.ts';
import { scriptedBooking } from '../../../test/scripted-booking.ts';
import type { HttpAnswer } from '../../../test/test-app.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../test/timed-booking-app.ts';
import { addDays } from '../../platform/time/civil-date.ts';

let app: TimedBookingApp;
beforeAll(async () => {
  app = await timedBookingApp();
});
afterAll(() => app?.close());

const codeOf = ({ status, json }: HttpAnswer) => `${status} ${json.error?.code}`;
const stateOf = ({ json }: HttpAnswer) => `${json.booking.status}/${json.booking.statusReason}`;
const detail = (bookingId: string) => app.call('bookingdetail', { bookingId, include: ['history'] });
const versionsOf = async (bookingId: string) =>
  (await eventsOf(app, bookingId)).map(({ version }) => version);

async function made(scenario: ScenarioName, members: object = {}, search: object = {}): Promise<string> {
  const request = await bookRequestOf(app, scenario, { members, search });
  const { json } = await app.during(app.call('booking', request));
  return json.booking.bookingId;
}

async function expectNoGap(bookingId: string): Promise<void> {
  const { json } = await detail(bookingId);
  const versions = Array.from({ length: json.booking.version }, (_, i) => i + 1);
  expect(json.history.map((entry: { version: number }) => entry.version)).toEqual(versions);
  expect(await versionsOf(bookingId)).toEqual(versions);
}

describe('cancellation timeouts', () => {
  test.each(['scenario hotel', 'settings.scenario'])(
    'a cancellation that times out returns 202 and is completed later (%s)',
    async way => {
      const isForced = way === 'settings.scenario';
      const bookingId = await made(isForced ? 'ok' : 'cancel.timeout_then_done');
      const settings = isForced ? { scenario: 'cancel.timeout_then_done' } : {};
      const answer = await app.during(app.call('cancel', { bookingId, settings }));
      expect([answer.status, stateOf(answer)]).toEqual([202, 'CANCEL_PENDING/OUTCOME_UNKNOWN']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.json.booking.resolution.reason).toBe('OUTCOME_UNKNOWN');
      const again = await app.call('cancel', { bookingId });
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
      expect(codeOf(await app.call('cancel', { bookingId, mode: 'QUOTE' }))).toBe('409 INVALID_STATE');

      await app.pass(10_000, 1_000);
      const done = await app.call('cancel', { bookingId });
      expect([done.status, stateOf(done)]).toEqual([200, 'CANCELLED/BY_CLIENT']);
      expect(done.json.penalty.amount).toBe('0.00');
      expect((await heldFor(app, bookingId))?.cancelled_at).not.toBeNull();
      await expectNoGap(bookingId);
    },
  );

  test('cancel returns 409 for a second cancellation while the first is in progress, even with the same idempotency key', async () => {
    const bookingId = await made('cancel.timeout_then_done');
    const headers = { 'idempotency-key': 'twin' };
    const running = app.call('cancel', { bookingId }, { headers });
    await expect.poll(async () => stateOf(await detail(bookingId))).toBe('CANCEL_PENDING/IN_PROGRESS');
    for (const twin of [{ headers }, {}]) {
      const answer = await app.call('cancel', { bookingId }, twin);
      expect(codeOf(answer)).toBe('409 OPERATION_IN_PROGRESS');
      expect(answer.json.error).toMatchObject({ bookingId, retryable: true });
    }
    expect((await app.during(running)).status).toBe(202);
  });
});

describe('bookings with an open outcome', () => {
  const unknown = (scenario: ScenarioName) => ({ settings: { scenario } });

  test('a cancellation is queued while the booking outcome is unknown and sent once the booking is found', async () => {
    const bookingId = await made('book.timeout_then_confirmed');
    const answer = await app.call('cancel', { bookingId, reason: 'Changed plans' });
    expect([answer.status, stateOf(answer)]).toEqual([202, 'CANCEL_PENDING/QUEUED']);
    expect(answer.json.booking.resolution.reason).toBe('QUEUED');
    const again = await app.call('cancel', { bookingId });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([202, 'true']);
    expect((await heldFor(app, bookingId))?.cancelled_at).toBeNull();

    await app.pass(20_000, 1_000);
    expect(stateOf(await detail(bookingId))).toBe('CANCELLED/BY_CLIENT');
    expect((await heldFor(app, bookingId))?.cancelled_at).not.toBeNull();
    await expectNoGap(bookingId);
  });

  test('a cancellation is queued while the booking call is still in progress', async () => {
    const request = await bookRequestOf(app, 'book.timeout_then_confirmed');
    const running = app.call('booking', request);
    const { clientReference } = request;
    const state = async () => (await app.call('bookingdetail', { clientReference })).json.booking?.status;
    await expect.poll(state).toBe('PENDING');
    const answer = await app.call('cancel', { clientReference });
    expect([answer.status, stateOf(answer)]).toEqual([202, 'CANCEL_PENDING/QUEUED']);
    const booked = await app.during(running);
    expect([booked.status, stateOf(booked)]).toEqual([202, 'CANCEL_PENDING/QUEUED']);
    await app.pass(20_000, 1_000);
    expect(stateOf(await detail(answer.json.booking.bookingId))).toBe('CANCELLED/BY_CLIENT');
    await expectNoGap(answer.json.booking.bookingId);
  });

  test('a queued cancellation is dropped when the provider does not have the booking', async () => {
    const bookingId = await made('book.timeout_then_absent');
    await app.call('cancel', { bookingId });
    await app.pass(150_000, 5_000);
    expect(stateOf(await detail(bookingId))).toBe('REJECTED/NOT_FOUND_AT_PROVIDER');
    expect(codeOf(await app.call('cancel', { bookingId }))).toBe('409 INVALID_STATE');
    await expectNoGap(bookingId);
  });

  test('a queued cancellation costs the penalty that was accepted when it arrived', async () => {
    const bookingId = await made('cancel.penalty', unknown('book.timeout_then_confirmed'));
    const refused = await app.call('cancel', { bookingId });
    expect(codeOf(refused)).toBe('409 CANCELLATION_PENALTY_CHANGED');
    const { penalty } = (await app.call('cancel', { bookingId, mode: 'QUOTE' })).json;
    const queued = await app.call('cancel', { bookingId, maxPenalty: penalty });
    expect([queued.status, stateOf(queued), queued.json.penalty]).toEqual([
      202,
      'CANCEL_PENDING/QUEUED',
      penalty,
    ]);
    await app.pass(20_000, 1_000);
    const done = await app.call('cancel', { bookingId });
    expect([stateOf(done), done.json.penalty]).toEqual(['CANCELLED/BY_CLIENT', penalty]);
  });

  test('a queued cancellation that the provider refuses leaves the booking confirmed', async () => {
    const bookingId = await made('cancel.refused', unknown('book.timeout_then_confirmed'));
    expect((await app.call('cancel', { bookingId })).status).toBe(202);
    await app.pass(20_000, 1_000);
    const { json } = await detail(bookingId);
    expect(json.booking).toMatchObject({ status: 'CONFIRMED', statusReason: null, resolution: null });
    expect(json.history.at(-1)).toMatchObject({ event: 'booking.cancel_failed' });
    await expectNoGap(bookingId);
  });
});

test('an ON_REQUEST booking can be cancelled', async () => {
  const bookingId = await made('book.on_request_confirm');
  const refused = await app.call('cancel', { bookingId, settings: { scenario: 'cancel.refused' } });
  expect(codeOf(refused)).toBe('409 CANCELLATION_NOT_ALLOWED');
  expect(stateOf(await detail(bookingId))).toBe('ON_REQUEST/null');
  const answer = await app.call('cancel', { bookingId });
  expect([answer.status, stateOf(answer)]).toEqual([200, 'CANCELLED/BY_CLIENT']);
  await app.pass(60_000, 5_000);
  expect(stateOf(await detail(bookingId))).toBe('CANCELLED/BY_CLIENT');
  await expectNoGap(bookingId);
});

test('a cancellation costs the penalty that applied when the request arrived', async () => {
  const bookingId = await made('ok');
  const { cancellation, price } = (await detail(bookingId)).json.booking;
  const deadlineMs = Date.parse(cancellation.freeCancellationUntil);
  await app.pass(deadlineMs + 60_000 - app.time.clock.nowMs());
  const scripted = await scriptedBooking(app, {
    cancel: async () => ({ kind: 'CANCELLED', penaltyMinor: null }),
  });
  const late = await scripted.fail('cancel', { bookingId }, { arrivedAtMs: deadlineMs });
  expect(late.code).toBe('CANCELLATION_PENALTY_CHANGED');
  const early = await scripted.run('cancel', { bookingId }, { arrivedAtMs: deadlineMs - 1 });
  expect(early).toMatchObject({ status: 200, data: { penalty: { amount: '0.00' }, refund: price.net } });
  await scripted.stop();
});

test('a cancellation costs a penalty after the deadline and is rejected after the stay', async () => {
  const bookingId = await made(
    'ok',
    {},
    { checkIn: addDays(CHECK_IN, 60), checkOut: addDays(CHECK_OUT, 60) },
  );
  const { booking } = (await detail(bookingId)).json;
  await app.pass(Date.parse(booking.cancellation.freeCancellationUntil) + 60_000 - app.time.clock.nowMs());
  const { json } = await app.call('cancel', { bookingId, mode: 'QUOTE' });
  expect(json.penalty).toEqual(booking.price.net);
  expect(codeOf(await app.call('cancel', { bookingId }))).toBe('409 CANCELLATION_PENALTY_CHANGED');
  await app.pass(10 * 86_400_000, 5 * 86_400_000);
  expect(stateOf(await detail(bookingId))).toBe('COMPLETED/null');
  expect(codeOf(await app.call('cancel', { bookingId }))).toBe('409 INVALID_STATE');
});
