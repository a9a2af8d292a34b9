import { expect, it } from 'vitest';
import { isDeliveryStatus, isTold, lastAttemptWords, statusWords } from './delivery-words.ts';

const attempt = { number: 1, at: '2026-07-02T10:15:00Z', durationMs: 182, answer: null };

it('the last attempt speaks for the delivery', () => {
  expect(lastAttemptWords({ attempts: [] })).toBe('Not tried yet');
  const refused = { ...attempt, status: null, error: 'The connection was refused.' };
  expect(lastAttemptWords({ attempts: [refused] })).toBe('The connection was refused.');
  const answered = { ...attempt, number: 2, status: 204, error: null };
  expect(lastAttemptWords({ attempts: [refused, answered] })).toBe('204 in 182 ms');
});

it('one that failed before is told from one that was never tried', () => {
  expect(statusWords({ status: 'PENDING', attempts: [] })).toBe('On its way');
  const failed = { ...attempt, status: 500, error: 'Answered 500.' };
  expect(statusWords({ status: 'PENDING', attempts: [failed] })).toBe('Waits for a retry');
});

it('an attempt that was taken is no failure while the delivery is still noted as waiting', () => {
  const taken = { ...attempt, status: 200, error: null };
  expect(isTold({ status: 'PENDING', attempts: [] })).toBe(false);
  expect(isTold({ status: 'PENDING', attempts: [taken] })).toBe(false);
  expect(isTold({ status: 'DELIVERED', attempts: [taken] })).toBe(true);
  expect(isTold({ status: 'PENDING', attempts: [{ ...taken, status: 500, error: 'Answered 500.' }] })).toBe(
    true,
  );
});

it('a word of the address is a status only if it is one', () => {
  expect(isDeliveryStatus('FAILED')).toBe(true);
  expect(isDeliveryStatus('failed')).toBe(false);
  expect(isDeliveryStatus('toString')).toBe(false);
  expect(isDeliveryStatus(undefined)).toBe(false);
});
