import { expect, test } from 'vitest';
import type { ChangeLine } from './batch.ts';
import type { CalendarRow } from './calendar.ts';
import { groupLines, groupTrouble, guestChange, rangesText } from './change-groups.ts';
import { addDays } from './month.ts';
import { keyOf } from './pending.ts';

const line = (from: string, to: string, after: string): ChangeLine => ({
  ...{ row: 'DBL\tHALF', field: 'amount', from, to, before: '130.00', followed: undefined, after },
  ...{ leaves: undefined, follows: undefined },
});

test('nights with the same change are one entry, also if they are not consecutive', () => {
  const lines = [
    line('2027-01-08', '2027-01-09', '140.00'),
    line('2027-01-10', '2027-01-10', '150.00'),
    line('2027-01-15', '2027-01-16', '140.00'),
  ];
  const groups = groupLines(lines, () => undefined);
  expect(groups.map(({ after, ranges }) => [after, rangesText(ranges)])).toEqual([
    ['140.00', '8–9, 15–16 Jan'],
    ['150.00', '10 Jan'],
  ]);
});

test('nights on which guests pay different prices are separate entries', () => {
  const lines = [line('2027-01-08', '2027-01-08', '140.00'), line('2027-01-15', '2027-01-15', '140.00')];
  const guestsOf = ({ from }: ChangeLine) => ({
    adults: 2,
    before: '180',
    after: from.endsWith('08') ? '190' : '195',
  });
  expect(groupLines(lines, guestsOf)).toHaveLength(2);
});

test('a list of nights names each month once', () => {
  const night = (from: string, to = from) => ({ from, to });
  const january = [night('2027-01-08'), night('2027-01-15', '2027-01-16')];
  expect(rangesText([...january, night('2027-02-05')])).toBe('8, 15–16 Jan, 5 Feb');
  expect(rangesText([night('2027-01-31', '2027-02-01'), night('2027-02-05')])).toBe('31 Jan – 1 Feb, 5 Feb');
});

test('the same weekdays of several months are named instead of listing every night', () => {
  // Fridays and Saturdays from January to March 2027.
  const weekends = Array.from({ length: 13 }, (_, week) => {
    const friday = addDays('2027-01-01', week * 7);
    return { from: friday, to: addDays(friday, 1) };
  });
  expect(rangesText(weekends)).toBe('1 Jan – 27 Mar, only Fri and Sat');
  // Sundays to Thursdays are more names than the two other days.
  const weekdays = Array.from({ length: 13 }, (_, week) => {
    const sunday = addDays('2027-01-03', week * 7);
    return { from: sunday, to: addDays(sunday, 4) };
  });
  expect(rangesText(weekdays)).toBe('3 Jan – 1 Apr, except Fri and Sat');
  expect(rangesText(weekends.filter((_, week) => week !== 3))).toContain('8–9, 15–16, 29–30 Jan, 5–6');
  expect(rangesText([{ from: '2026-12-20', to: '2027-01-06' }])).toBe('20 Dec 2026 – 6 Jan 2027');
});

test('the year is written once if it is not the year of the shown month', () => {
  const night = (from: string, to = from) => ({ from, to });
  expect(rangesText([night('2028-01-08', '2028-01-09')], '2027')).toBe('8–9 Jan 2028');
  expect(rangesText([night('2028-01-08'), night('2028-01-15'), night('2028-02-05')], '2027')).toBe(
    '8, 15 Jan, 5 Feb 2028',
  );
  expect(rangesText([night('2027-12-31'), night('2028-01-08')], '2027')).toBe('31 Dec, 8 Jan 2028');
  expect(rangesText([night('2027-12-31'), night('2028-01-08')], '2026')).toBe('31 Dec 2027, 8 Jan 2028');
  expect(rangesText([night('2027-01-08'), night('2027-01-10')], '2027')).toBe('8, 10 Jan');
});

test('nights of a row that were rejected for the same reason are one entry', () => {
  const rejected = (row: string, night: string, message = 'Price is now 4.00.') => ({
    ...{ row, nights: { from: night, to: night }, message },
  });
  const groups = groupTrouble([
    rejected('DBL\tFLEX', '2027-01-08'),
    rejected('DBL\tFLEX', '2027-01-09'),
    rejected('DBL\tFLEX', '2027-01-09', 'Stop sell is now on.'),
    rejected('DBL\tFLEX', '2027-01-12'),
    rejected('FAM\tFLEX', '2027-01-13'),
  ]);
  expect(groups.map(({ row, ranges, message }) => `${row} ${rangesText(ranges)} ${message}`)).toEqual([
    'DBL\tFLEX 8–9, 12 Jan Price is now 4.00.',
    'DBL\tFLEX 9 Jan Stop sell is now on.',
    'FAM\tFLEX 13 Jan Price is now 4.00.',
  ]);
});

test('the review shows what guests pay if the board supplement is added to the price', () => {
  const nights = ['2027-01-01', '2027-01-02'].map(night => ({
    ...{ night, own: ['amount'], amount: '130.00', guestPrice: '180.00' },
  }));
  const plan = { planCode: 'HALF', name: 'Half board', priceModel: 'PER_ROOM', guestAdults: 2, nights };
  const row = { key: 'DBL\tHALF', room: { roomCode: 'DBL' }, plan } as unknown as CalendarRow;
  const changed = line('2027-01-01', '2027-01-02', '140.00');
  const changes = new Map(
    nights.map(({ night }) => [keyOf(night, 'amount'), { from: '130.00', to: '140.00' }] as const),
  );
  const contentWith = (guestPrice: string) => {
    const guests = new Map(nights.map(({ night }) => [night, guestPrice]));
    const following = new Map([[row.key, { values: new Map(), guests }]]);
    return { currency: 'EUR', pending: new Map([[row.key, changes]]), following };
  };
  const content = contentWith('190.00');
  expect(guestChange(changed, row, content)).toEqual({ adults: 2, before: '180', after: '190' });
  expect(guestChange({ ...changed, field: 'stopSell' }, row, content)).toBeUndefined();
  for (const night of nights) night.guestPrice = '130.00';
  expect(guestChange(changed, row, contentWith('140.00'))).toBeUndefined();
});
