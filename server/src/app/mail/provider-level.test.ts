import { expect, test } from 'vitest';
import { dueReport, levelOf, NEVER_WATCHED, type ProviderLevel, watchLevel } from './provider-level.ts';

const MINUTE_MS = 60_000;
const counts = (calls: number, errors: number) => ({ calls, errors, timeouts: 0 });

test('the level of a provider follows from its calls in the last hour, as in the dashboard', () => {
  const level = (calls: number, errors: number) =>
    levelOf({ hour: counts(calls, errors), recent: counts(0, 0) });
  expect([level(100, 4), level(100, 5), level(100, 49), level(100, 50)]).toEqual([
    'OK',
    'DEGRADED',
    'DEGRADED',
    'DOWN',
  ]);
  expect([level(19, 19), level(0, 0)]).toEqual([undefined, undefined]);
});

test('a provider that has failed for ten minutes is down, even if most calls of the hour succeeded', () => {
  expect(levelOf({ hour: counts(10_000, 60), recent: counts(60, 60) })).toBe('DOWN');
  expect(levelOf({ hour: counts(10_000, 60), recent: counts(60, 20) })).toBe('OK');
});

/** Watches one level per minute, and returns what was reported with the minute. */
function reports(levels: readonly (ProviderLevel | undefined)[]): [number, ProviderLevel][] {
  let watch = NEVER_WATCHED;
  return levels.flatMap((level, minute) => {
    watch = watchLevel(watch, level, minute * MINUTE_MS);
    const due = dueReport(watch, minute * MINUTE_MS);
    if (due === undefined) return [];
    watch = { ...watch, told: due };
    return [[minute, due]];
  });
}
const during = (level: ProviderLevel | undefined, minutes: number) =>
  Array<typeof level>(minutes).fill(level);

test('a failure that lasts is reported once, then its escalation, then the recovery', () => {
  expect(reports([...during('DEGRADED', 10), ...during('DOWN', 10), ...during('OK', 10)])).toEqual([
    [5, 'DEGRADED'],
    [15, 'DOWN'],
    [25, 'OK'],
  ]);
});

test('a failure that gets worse before it is reported causes one email', () => {
  expect(reports([...during('DEGRADED', 4), ...during('DOWN', 20)])).toEqual([[5, 'DOWN']]);
});

test('short failures and recoveries are not reported', () => {
  expect(reports(Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 'DOWN' : 'OK')))).toEqual([]);
  expect(reports([...during('DOWN', 6), ...during('OK', 3), ...during('DOWN', 20)])).toEqual([[5, 'DOWN']]);
});

test('a provider that changes between degraded and down is reported once, and a partial improvement is not', () => {
  expect(reports(Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 'DEGRADED' : 'DOWN')))).toEqual([
    [5, 'DOWN'],
  ]);
  expect(reports([...during('DOWN', 10), ...during('DEGRADED', 30)])).toEqual([[5, 'DOWN']]);
});

test('without calls, a failing provider has not recovered', () => {
  expect(reports([...during('DOWN', 10), ...during(undefined, 60)])).toEqual([[5, 'DOWN']]);
});
