import { expect, it } from 'vitest';
import { CHOOSABLE, type Endpoint, lastDelivery, stateOf, typesToSend, typesWords } from './endpoint.ts';

const health: Endpoint['health'] = {
  successRate: null,
  p95Ms: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  failingSince: null,
  held: 0,
  waiting: 0,
  nextAttemptAt: null,
};
const EARLY = '2026-07-02T10:00:00Z';
const LATE = '2026-07-02T11:00:00Z';

it('an enabled endpoint that fails is not called well', () => {
  expect(stateOf({ status: 'ENABLED', health }).words).toBe('Enabled');
  expect(stateOf({ status: 'ENABLED', health: { ...health, failingSince: EARLY } })).toEqual({
    words: 'Failing',
    tone: 'bad',
  });
  expect(stateOf({ status: 'DISABLED', health }).words).toBe('Disabled');
});

it('the later of success and failure is the last delivery', () => {
  expect(lastDelivery({ health })).toBeUndefined();
  const both = { ...health, lastSuccessAt: EARLY, lastFailureAt: LATE };
  expect(lastDelivery({ health: both })).toEqual({ at: LATE, ok: false });
  expect(lastDelivery({ health: { ...both, lastSuccessAt: LATE, lastFailureAt: EARLY } })).toEqual({
    at: LATE,
    ok: true,
  });
  expect(lastDelivery({ health: { ...health, lastSuccessAt: EARLY } })).toEqual({ at: EARLY, ok: true });
  expect(lastDelivery({ health: { ...health, lastFailureAt: EARLY } })).toEqual({ at: EARLY, ok: false });
});

it('types are told by how many there are', () => {
  expect(typesWords(CHOOSABLE.map(({ type }) => type))).toBe('All events');
  expect(typesWords(['booking.confirmed', 'webhook.ping'])).toBe('booking.confirmed');
  expect(typesWords(['booking.confirmed', 'booking.cancelled'])).toBe('2 types of events');
});

it('a ping that was subscribed to stays, and one that was not does not come', () => {
  const chosen = new Set(['booking.cancelled', 'booking.pending'] as const);
  expect(typesToSend(chosen)).toEqual(['booking.pending', 'booking.cancelled']);
  expect(typesToSend(chosen, ['webhook.ping'])).toEqual([
    'booking.pending',
    'booking.cancelled',
    'webhook.ping',
  ]);
});
