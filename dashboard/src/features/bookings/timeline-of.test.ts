import { showBooking } from '@serai/contract/account/bookings.ts';
import { DELIVERY_EXAMPLE } from '@serai/contract/account/deliveries.ts';
import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { CHARGE_EXAMPLE } from '@serai/contract/billing/ledger-entry.ts';
import { expect, test } from 'vitest';
import {
  describeDelivery,
  groupByDay,
  isFailed,
  kindsIn,
  type Moment,
  timelineOf,
  toggleKind,
} from './timeline-of.ts';

const shown = showBooking.output.parse(showBooking.examples.answer);

test('the timeline merges changes, requests, ledger entries, deliveries and notes, oldest first', () => {
  const at = shown.history[0]?.at as string;
  const moments = timelineOf({
    history: shown.history.slice(0, 1),
    erasedAt: null,
    requests: [{ ...LOGGED_REQUEST_EXAMPLE, at } as never],
    exchanges: [],
    ledger: [{ ...CHARGE_EXAMPLE, at } as never],
    deliveries: shown.deliveries.map(delivery => ({
      ...delivery,
      createdAt: '2020-01-01T00:00:00Z',
    })) as never,
    notes: (shown.notes ?? []).map(note => ({ ...note, at: '2030-01-01T00:00:00Z' })),
  });
  // If their times are equal, a request precedes the change that it caused, and the change its ledger entry.
  expect(moments.map(({ kind }) => kind)).toEqual(['delivery', 'request', 'change', 'ledger', 'note']);
});

test('only the update at the time of the erasure is shown as the erasure of guest data', () => {
  const [first] = shown.history;
  const updated = (version: number, at: string) => ({ ...first, version, at, event: 'booking.updated' });
  const history = [
    updated(1, '2027-02-01T10:00:00Z'),
    updated(2, '2027-02-02T10:00:00Z'),
    { ...updated(3, '2027-02-02T10:00:00Z'), event: 'booking.completed' },
  ] as never;
  const moments = timelineOf({
    history,
    erasedAt: '2027-02-02T10:00:00Z',
    requests: [],
    exchanges: [],
    ledger: [],
    deliveries: [],
    notes: [],
  });
  expect(moments.map(moment => moment.kind === 'change' && moment.isErasure)).toEqual([false, true, false]);
});

test('several kinds can be chosen, and without any of them all kinds are shown', () => {
  expect(kindsIn(undefined)).toBeUndefined();
  expect(kindsIn('invented')).toBeUndefined();
  expect(kindsIn('note,change')).toEqual(['change', 'note']);
  expect(toggleKind(undefined, 'note')).toBe('note');
  expect(toggleKind(['note'], 'change')).toBe('change,note');
  expect(toggleKind(['note'], 'note')).toBeUndefined();
});

const URL = 'https://example.com/hooks';
const delivery = (more: object = {}) => ({ ...DELIVERY_EXAMPLE, ...more }) as never;
const failed = {
  ...DELIVERY_EXAMPLE.attempts[0],
  number: 2,
  status: 503,
  error: 'The endpoint responded with 503.',
};

const textOf = (more: object = {}) => {
  const { before, after } = describeDelivery(delivery(more));
  return before + URL + after;
};

test('a delivery states its endpoint, its duration and the attempt', () => {
  expect(textOf()).toBe(`Delivered to ${URL} in 182 ms`);
  expect(textOf({ status: 'PENDING', attempts: [failed] })).toBe(
    `Attempt 2 to ${URL} failed after 182 ms: The endpoint responded with 503. Serai will retry.`,
  );
  expect(textOf({ status: 'FAILED', attempts: [failed] })).toContain('Serai will not retry.');
  expect(textOf({ status: 'PENDING', attempts: [] })).toBe(`Waiting to be sent to ${URL}`);
});

test('a delivery that is sent again is pending, although an earlier attempt succeeded', () => {
  expect(textOf({ status: 'PENDING' })).toBe(
    `Attempt 1 to ${URL} succeeded after 182 ms. The delivery is pending.`,
  );
});

test('entries are grouped by the day in the time zone of the user', () => {
  const at = (id: string, time: string) => ({ kind: 'note', id, at: time, note: {} }) as Moment;
  const moments = [at('a', '2027-01-01T22:30:00Z'), at('b', '2027-01-01T23:30:00Z')];
  expect(groupByDay(moments, 'UTC').map(day => day.moments.length)).toEqual([2]);
  expect(groupByDay(moments, 'Europe/Madrid').map(({ label }) => label.replace(',', ''))).toEqual([
    'Friday 1 January 2027',
    'Saturday 2 January 2027',
  ]);
});

test('failed requests, provider calls and deliveries are marked', () => {
  const moment = (kind: string, more: object) => isFailed({ kind, id: '', at: '', ...more } as Moment, false);
  expect(moment('request', { request: { status: 409 } })).toBe(true);
  expect(moment('request', { request: { status: 202 } })).toBe(false);
  expect(moment('exchange', { exchange: { outcome: 'UNKNOWN' } })).toBe(true);
  expect(moment('exchange', { exchange: { outcome: 'CONFIRMED' } })).toBe(false);
  expect(moment('delivery', { delivery: delivery({ attempts: [failed] }) })).toBe(true);
  expect(moment('delivery', { delivery: delivery() })).toBe(false);
});

test('a failed check is marked only while the outcome of the booking is open', () => {
  const call = (operation: string) =>
    ({ kind: 'exchange', id: '', at: '', exchange: { operation, outcome: 'FAILED' } }) as Moment;
  expect(isFailed(call('lookup'), false)).toBe(true);
  expect(isFailed(call('lookup'), true)).toBe(false);
  expect(isFailed(call('cancel'), true)).toBe(true);
});
