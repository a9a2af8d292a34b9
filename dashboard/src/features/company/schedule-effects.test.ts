import { expect, it } from 'vitest';
import { scheduleEffects } from './schedule-effects.ts';

const today = '2026-11-18';
const stored = { statementsDay: 20, reminderDays: 7 };
const effects = (changed: object, on: string | null | undefined) =>
  scheduleEffects({
    now: { ...stored, ...changed },
    stored,
    today,
    next: on ? { on, month: '2026-10' } : (on as null),
  });

it('an earlier day must be confirmed if it has come and its statements were not sent yet', () => {
  const asked = [
    'This day has passed, so the October 2026 statements are closed and sent to your partners within a few minutes.',
  ];
  expect(effects({ statementsDay: 3 }, '2026-11-03')).toEqual(asked);
  expect(effects({ statementsDay: 18 }, '2026-11-18')).toEqual(asked);
  expect(effects({ statementsDay: 3 }, '2026-12-03')).toEqual([]);
  expect(effects({ statementsDay: 3 }, undefined)).toHaveLength(1);
});

it('fewer days until a reminder must be confirmed', () => {
  expect(effects({ reminderDays: 6 }, '2026-11-20')).toHaveLength(1);
  expect(effects({ reminderDays: 8 }, '2026-11-20')).toEqual([]);
});

it('turning it off or on needs no confirmation', () => {
  expect(effects({ statementsDay: null, reminderDays: null }, null)).toEqual([]);
  const off = { statementsDay: null, reminderDays: null };
  expect(scheduleEffects({ now: stored, stored: off, next: null, today })).toEqual([]);
});
