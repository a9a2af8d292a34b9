import { expect, it } from 'vitest';
import {
  describeTypes,
  describeUndelivered,
  type Endpoint,
  isHeldUp,
  lastAttempt,
  replayStart,
  SUBSCRIBABLE,
  typesToSend,
} from './endpoint.ts';

const health: Endpoint['health'] = {
  attempts: 0,
  successRate: null,
  p95Ms: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  failingSince: null,
  held: 0,
  waiting: 0,
  nextAttemptAt: null,
  disablesAt: null,
};
const EARLY = '2026-07-02T10:00:00Z';
const LATE = '2026-07-02T11:00:00Z';

it('the last attempt at an endpoint is its last success or failure, whichever is later', () => {
  expect(lastAttempt({ health })).toBeUndefined();
  const both = { ...health, lastSuccessAt: EARLY, lastFailureAt: LATE };
  expect(lastAttempt({ health: both })).toEqual({ at: LATE, ok: false });
  expect(lastAttempt({ health: { ...both, lastSuccessAt: LATE, lastFailureAt: EARLY } })).toEqual({
    at: LATE,
    ok: true,
  });
  expect(lastAttempt({ health: { ...health, lastSuccessAt: EARLY } })).toEqual({ at: EARLY, ok: true });
  expect(lastAttempt({ health: { ...health, lastFailureAt: EARLY } })).toEqual({ at: EARLY, ok: false });
});

it('an endpoint shows a description of its subscribed event types', () => {
  expect(describeTypes(SUBSCRIBABLE.map(({ type }) => type))).toBe('All events');
  expect(describeTypes(['booking.confirmed', 'webhook.ping'])).toBe('booking.confirmed');
  expect(describeTypes(['booking.confirmed', 'booking.cancelled'])).toBe('2 event types');
});

it('the endpoint form keeps an existing ping subscription but does not add one', () => {
  const chosen = new Set(['booking.cancelled', 'booking.pending'] as const);
  expect(typesToSend(chosen)).toEqual(['booking.pending', 'booking.cancelled']);
  expect(typesToSend(chosen, ['webhook.ping'])).toEqual([
    'booking.pending',
    'booking.cancelled',
    'webhook.ping',
  ]);
});

it('deliveries are replayed only from a valid time in the past', () => {
  const nowMs = new Date(2027, 5, 2, 12).getTime();
  expect(replayStart('2027-06-01', nowMs)).toBe(new Date(2027, 5, 1).toISOString());
  expect(replayStart('2027-06-02T09:30', nowMs)).toBe(new Date(2027, 5, 2, 9, 30).toISOString());
  for (const text of ['', '2027-06-01T9', '2027-06-01T24:00', '2027-06-02T12:01'])
    expect(replayStart(text, nowMs), text).toBeUndefined();
});

it('deliveries on hold are mentioned only if there are any', () => {
  expect(describeUndelivered({ held: 0, waiting: 7 })).toBe('7 pending');
  expect(describeUndelivered({ held: 1_200, waiting: 0 })).toBe('1,200 on hold, 0 pending');
});

it('undelivered events are a warning on hold and while they wait for a retry, but not before their first attempt', () => {
  const heldUp = (more: Partial<Endpoint['health']>) =>
    isHeldUp({ ...health, ...more }, Date.parse(LATE) - 1);
  expect([heldUp({}), heldUp({ waiting: 2, nextAttemptAt: EARLY })]).toEqual([false, false]);
  expect(heldUp({ held: 1 })).toBe(true);
  expect(heldUp({ waiting: 2, nextAttemptAt: LATE })).toBe(true);
  expect(heldUp({ waiting: 2, nextAttemptAt: EARLY, failingSince: EARLY })).toBe(true);
});
