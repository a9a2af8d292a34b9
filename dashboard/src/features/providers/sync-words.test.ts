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

test('a content sync run without a total shows the hotels read so far and no percentage', () => {
  expect(runSummary(RUN)).toBe('4,200 hotels on 42 pages, 12 new, 3 removed');
  expect(progressOf(RUN)).toBeNull();
});

test('a content sync run with a total shows the hotels read, the total, and a percentage of at most 100%', () => {
  expect(runSummary({ ...RUN, total: 8_400 })).toContain('4,200 of 8,400 hotels');
  expect(progressOf({ hotels: 4_200, total: 8_400 })).toBe(0.5);
  expect(progressOf({ hotels: 9_000, total: 8_400 })).toBe(1);
});

test('a waiting content sync run shows why it waits', () => {
  const waiting = {
    ...RUN,
    waitingFor: 'RETRY',
    lastError: 'The supplier did not respond in time.',
  } as const;
  expect(runStatus(waiting)).toEqual({ label: 'Waiting', tone: 'warn' });
  expect(waitText(waiting)).toBe('The supplier did not respond in time. Serai will read the page again.');
  expect(waitText(RUN)).toBeNull();
});
