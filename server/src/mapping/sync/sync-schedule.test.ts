import { describe, expect, test } from 'vitest';
import { SYNC_SETTINGS } from '../../../test/mapping/sync-world.ts';
import { dueMode, needsConfirmation, sinceOf } from './sync-schedule.ts';

const NOW = new Date('2027-01-12T09:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

describe('the run that is due', () => {
  test.each([
    ['FULL', null, null],
    ['FULL', daysAgo(1), null],
    ['DELTA', daysAgo(1), daysAgo(6.9)],
    ['FULL', daysAgo(1), daysAgo(7)],
  ])(
    'the due run is %s if changes have been read up to %s and the last full run ended at %s',
    (mode, changedSince, fullAt) => {
      expect(dueMode({ changedSince, fullAt, now: NOW }, SYNC_SETTINGS)).toBe(mode);
    },
  );

  test('a delta run reads changes since one hour before the previous run, because clocks differ', () => {
    expect(sinceOf('DELTA', { changedSince: NOW })).toEqual(new Date('2027-01-12T08:00:00Z'));
    expect(sinceOf('FULL', { changedSince: NOW })).toBeNull();
  });
});

test('removals need confirmation above the configured percentage, but not at exactly that percentage', () => {
  expect(needsConfirmation({ missing: 2, present: 100 }, SYNC_SETTINGS)).toBe(false);
  expect(needsConfirmation({ missing: 3, present: 100 }, SYNC_SETTINGS)).toBe(true);
  expect(needsConfirmation({ missing: 0, present: 0 }, SYNC_SETTINGS)).toBe(false);
  expect(needsConfirmation({ missing: 1, present: 1 }, { ...SYNC_SETTINGS, removalPercent: 100 })).toBe(
    false,
  );
});
