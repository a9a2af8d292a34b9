import { expect, test } from 'vitest';
import { describeFailure, describePastFailure, failureAdvice, lastFailure } from './failure-words.ts';

const attempt = (at: string, more: object = {}) => ({
  number: 1,
  at,
  durationMs: 10,
  status: 500 as number | null,
  error: 'HTTP 500' as string | null,
  answer: null,
  ...more,
});

test('the last failure is the newest attempt with an error, whichever delivery it belongs to', () => {
  const deliveries = [
    {
      attempts: [
        attempt('2026-07-02T10:00:00Z'),
        attempt('2026-07-02T12:00:00Z', { error: null, status: 204 }),
      ],
    },
    { attempts: [attempt('2026-07-02T11:00:00Z', { status: 404 })] },
  ];
  expect(lastFailure(deliveries)?.status).toBe(404);
  expect(lastFailure([])).toBeUndefined();
});

test('a failure states the response, or that there was none', () => {
  expect(describeFailure(attempt('2026-07-02T10:00:00Z'))).toBe(
    'The endpoint returns 500 Internal Server Error.',
  );
  expect(describeFailure(attempt('2026-07-02T10:00:00Z', { status: null, error: 'Timed out.' }))).toBe(
    'The endpoint does not respond: Timed out.',
  );
});

test('a failure of an endpoint that has recovered is described in the past tense', () => {
  expect(describePastFailure(attempt('2026-07-02T10:00:00Z'))).toBe(
    'Last failure: the endpoint returned 500 Internal Server Error.',
  );
  expect(describePastFailure(attempt('2026-07-02T10:00:00Z', { status: null, error: 'Timed out.' }))).toBe(
    'Last failure: the endpoint did not respond (Timed out).',
  );
});

test('the advice depends on the last response', () => {
  const advice = [null, 302, 401, 404, 413, 429, 503].map(failureAdvice);
  expect(new Set(advice).size).toBe(advice.length);
  expect(failureAdvice(undefined)).toBe(failureAdvice(null));
});
