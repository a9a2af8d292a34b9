import { expect, test } from 'vitest';
import { progressOf, type Run, runStatus, runSummary, waitText } from './sync-words.ts';

const RUN = {
  state: 'RUNNING',
  reason: null,
  waitingFor: null,
  lastError: null,
  pages: 42,
  hotels: 4_200,
  total: null,
  added: 12,
  changed: 0,
  removed: 3,
  returned: 0,
} as Run;

test('a run without a total shows what was read and no share', () => {
  expect(runSummary(RUN)).toBe('4,200 hotels on 42 pages, 12 new, 3 removed');
  expect(progressOf(RUN)).toBeNull();
});

test('a run with a total shows both, and never more than everything', () => {
  expect(runSummary({ ...RUN, total: 8_400 })).toContain('4,200 of 8,400 hotels');
  expect(progressOf({ hotels: 4_200, total: 8_400 })).toBe(0.5);
  expect(progressOf({ hotels: 9_000, total: 8_400 })).toBe(1);
});

test('a run that waits says why', () => {
  const waiting = {
    ...RUN,
    waitingFor: 'RETRY',
    lastError: 'The supplier did not respond in time.',
  } as const;
  expect(runStatus(waiting)).toEqual({ label: 'Waiting', tone: 'warn' });
  expect(waitText(waiting)).toBe('The supplier did not respond in time. The page is read again.');
  expect(waitText(RUN)).toBeNull();
});
