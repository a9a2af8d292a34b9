import { describe, expect, it } from 'vitest';
import { nextReminderDay, nextRun, reminderDay } from './schedule-days.ts';

describe('the day on which statements are sent', () => {
  it.each([
    [
      'in the same month, if its day is still to come',
      10,
      '2030-03-05',
      { month: '2030-02', on: '2030-03-10' },
    ],
    ['never on the day on which it was turned on', 5, '2030-03-05', { month: '2030-03', on: '2030-04-05' }],
    ['in the next month, if its day has passed', 1, '2030-12-31', { month: '2030-12', on: '2031-01-01' }],
  ])('the first run is %s', (_, day, since, run) => expect(nextRun({ day, since }, undefined)).toEqual(run));

  it('the runs follow each other, one for each month', () => {
    const rule = { day: 28, since: '2030-01-01' };
    expect(nextRun(rule, '2030-01')).toEqual({ month: '2030-02', on: '2030-03-28' });
    expect(nextRun(rule, '2030-11')).toEqual({ month: '2030-12', on: '2031-01-28' });
  });

  it('months that ended while it was off are not made up for', () => {
    const rule = { day: 3, since: '2030-08-20' };
    expect(nextRun(rule, '2030-04')).toEqual({ month: '2030-08', on: '2030-09-03' });
  });

  it('an earlier day does not send a month again', () => {
    expect(nextRun({ day: 2, since: '2030-01-01' }, '2030-05')).toEqual({
      month: '2030-06',
      on: '2030-07-02',
    });
  });
});

it('reminders are sent every day, from the day after they were turned on', () => {
  expect(nextReminderDay({ since: '2031-01-31' }, undefined)).toBe('2031-02-01');
  expect(nextReminderDay({ since: '2031-01-31' }, '2031-02-10')).toBe('2031-02-11');
  expect(nextReminderDay({ since: '2031-03-05' }, '2031-02-10')).toBe('2031-03-06');
});

it('a reminder follows the due date, also across the end of a month', () => {
  expect(reminderDay('2031-02-17', { days: 7 })).toBe('2031-02-24');
  expect(reminderDay('2031-12-28', { days: 5 })).toBe('2032-01-02');
});
