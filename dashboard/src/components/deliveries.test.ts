import { expect, it } from 'vitest';
import {
  describeLastAttempt,
  describeRetry,
  describeStatus,
  hasOutcome,
  isDeliveryStatus,
  mayRetry,
} from './deliveries.tsx';

const attempt = { number: 1, at: '2026-07-02T10:15:00Z', durationMs: 182, answer: null };

it('a delivery is described by its last attempt', () => {
  expect(describeLastAttempt({ attempts: [] })).toBe('No attempts yet');
  const refused = { ...attempt, status: null, error: 'The connection was refused.' };
  expect(describeLastAttempt({ attempts: [refused] })).toBe('The connection was refused.');
  const answered = { ...attempt, number: 2, status: 204, error: null };
  expect(describeLastAttempt({ attempts: [refused, answered] })).toBe('204 No Content in 182 ms');
});

it('the dashboard distinguishes a pending retry from a delivery that was never attempted', () => {
  expect(describeStatus({ status: 'PENDING', attempts: [] })).toBe('Pending');
  const failed = { ...attempt, status: 500, error: 'Answered 500.' };
  expect(describeStatus({ status: 'PENDING', attempts: [failed] })).toBe('Retry pending');
});

it('a failed attempt with a pending retry states the time of the retry', () => {
  const nowMs = Date.parse('2026-07-02T10:16:00Z');
  const failed = { ...attempt, status: 503, error: 'Answered 503.' };
  const waiting = { status: 'PENDING', attempts: [failed], nextAttemptAt: '2026-07-02T10:20:30Z' } as const;
  expect(describeRetry({ ...waiting, attempts: [failed] }, nowMs)).toBe('Retry in 4 min');
  const lost = { ...failed, status: null };
  expect(describeRetry({ ...waiting, attempts: [lost], nextAttemptAt: null }, nowMs)).toBe('Retry due now');
  const soon = { ...waiting, attempts: [failed], nextAttemptAt: '2026-07-02T10:16:02Z' };
  expect(describeRetry(soon, nowMs)).toBe('Retry due now');
  expect(describeRetry({ ...waiting, attempts: [] }, nowMs)).toBeUndefined();
  expect(describeRetry({ ...waiting, attempts: [failed], status: 'FAILED' }, nowMs)).toBeUndefined();
});

it('hasOutcome is true immediately after a failed attempt, but after a successful one only once the delivery is updated', () => {
  const taken = { ...attempt, status: 200, error: null };
  expect(hasOutcome({ status: 'PENDING', attempts: [] })).toBe(false);
  expect(hasOutcome({ status: 'PENDING', attempts: [taken] })).toBe(false);
  expect(hasOutcome({ status: 'DELIVERED', attempts: [taken] })).toBe(true);
  expect(
    hasOutcome({ status: 'PENDING', attempts: [{ ...taken, status: 500, error: 'Answered 500.' }] }),
  ).toBe(true);
});

it('a delivery can be retried if it is on hold, or if its last attempt failed', () => {
  const failed = { ...attempt, status: 500, error: 'Answered 500.' };
  const taken = { ...attempt, status: 200, error: null };
  expect(mayRetry({ status: 'FAILED', attempts: [failed] })).toBe(true);
  expect(mayRetry({ status: 'HELD', attempts: [] })).toBe(true);
  expect(mayRetry({ status: 'PENDING', attempts: [failed] })).toBe(true);
  expect(mayRetry({ status: 'PENDING', attempts: [] })).toBe(false);
  expect(mayRetry({ status: 'DELIVERED', attempts: [failed, taken] })).toBe(false);
});

it('the delivery list accepts only known statuses from the URL', () => {
  expect(isDeliveryStatus('FAILED')).toBe(true);
  expect(isDeliveryStatus('failed')).toBe(false);
  expect(isDeliveryStatus('toString')).toBe(false);
  expect(isDeliveryStatus(undefined)).toBe(false);
});
