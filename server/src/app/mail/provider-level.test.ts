import type { CallsLevel } from '@serai/contract/account/health-limits.ts';
import { expect, test } from 'vitest';
import { dueReport, levelOf, NO_TIMES, type ProviderWatch, watchLevel } from './provider-level.ts';

const MINUTE_MS = 60_000;
const counts = (calls: number, errors: number) => ({ calls, errors, timeouts: 0 });

test('the level of a provider follows from its calls in the last hour, as in the dashboard', () => {
  const level = (calls: number, errors: number) =>
    levelOf({ hour: counts(calls, errors), recent: counts(10, 0) });
  expect([level(100, 4), level(100, 5), level(100, 49), level(100, 50)]).toEqual([
    'OK',
    'DEGRADED',
    'DEGRADED',
    'DOWN',
  ]);
  expect([level(19, 19), level(19, 0)]).toEqual([undefined, undefined]);
});

test('fewer than five failed calls in the hour are no reason for an email', () => {
  const level = (errors: number) => levelOf({ hour: counts(20, errors), recent: counts(4, 0) });
  expect([level(0), level(1), level(4), level(5)]).toEqual(['OK', undefined, undefined, 'DEGRADED']);
});

test('a provider that has failed for ten minutes is down, even if there were few calls and most of the hour succeeded', () => {
  const level = (calls: number, errors: number) =>
    levelOf({ hour: counts(9_000, 60), recent: counts(calls, errors) });
  expect([level(60, 60), level(15, 15), level(5, 5)]).toEqual(['DOWN', 'DOWN', 'DOWN']);
});

test('a provider is OK only if the calls of the last ten minutes succeeded', () => {
  const level = (calls: number, errors: number) =>
    levelOf({ hour: counts(9_000, 60), recent: counts(calls, errors) });
  expect([level(100, 4), level(1, 0)]).toEqual(['OK', 'OK']);
  expect([level(0, 0), level(4, 4), level(60, 20)]).toEqual([undefined, undefined, undefined]);
});

/** Watches one level per minute, and returns what was reported with the minute. */
function reports(levels: readonly (CallsLevel | undefined)[]): [number, CallsLevel][] {
  let watch: ProviderWatch = { ...NO_TIMES, checkedAtMs: 0, reported: 'OK' };
  return levels.flatMap((level, minute) => {
    watch = watchLevel(watch, level, minute * MINUTE_MS);
    const due = dueReport(watch, minute * MINUTE_MS);
    if (due === undefined) return [];
    watch = { ...watch, reported: due };
    return [[minute, due]];
  });
}
const during = (level: CallsLevel | undefined, minutes: number) => Array<typeof level>(minutes).fill(level);

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

test('a level that is unknown in between has not lasted', () => {
  expect(reports(['DEGRADED', ...during(undefined, 10)])).toEqual([]);
  expect(reports([...during('DOWN', 4), undefined, ...during('DOWN', 4), undefined])).toEqual([]);
  expect(reports([...during('DOWN', 6), ...during('OK', 4), undefined, ...during('OK', 4)])).toEqual([
    [5, 'DOWN'],
  ]);
});

test('after a long pause between two checks, a state starts again', () => {
  const before: ProviderWatch = {
    okSinceMs: null,
    failingSinceMs: 0,
    downSinceMs: 0,
    checkedAtMs: 0,
    reported: 'OK',
  };
  const next = (minutes: number) => watchLevel(before, 'DOWN', minutes * MINUTE_MS);
  expect(next(3).downSinceMs).toBe(0);
  expect(next(4)).toMatchObject({ failingSinceMs: 4 * MINUTE_MS, downSinceMs: 4 * MINUTE_MS });
});

test('without calls, a failing provider has not recovered', () => {
  expect(reports([...during('DOWN', 10), ...during(undefined, 60)])).toEqual([[5, 'DOWN']]);
});
