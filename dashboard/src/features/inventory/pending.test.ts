import { expect, it } from 'vitest';
import { rowKey } from './calendar.ts';
import { type Change, keyOf, type Pending, unshownChanges } from './pending.ts';

const CHANGE: Change = { from: '100.00', to: '120.00' };
const WEEK = ['2027-01-18', '2027-01-19', '2027-01-20'];

const changesOn = (...nights: string[]) => new Map(nights.map(night => [keyOf(night, 'price'), CHANGE]));

const PENDING: Pending = new Map([
  [rowKey('DBL', 'FLEX'), changesOn('2027-01-17', '2027-01-18', '2027-01-21')],
  [rowKey('DBL', 'SAVER'), changesOn('2027-01-17')],
  [rowKey('FAM', 'FLEX'), changesOn('2027-01-18', '2027-02-01')],
  [rowKey('FAM'), changesOn('2027-01-18')],
]);

it('changes outside the shown nights are counted before and after them, for the shown room type only', () => {
  expect(unshownChanges(PENDING, WEEK, 'DBL')).toEqual({
    earlier: 2,
    later: 1,
    rooms: new Map([['FAM', 3]]),
  });
});

it('if all room types are shown, only the nights decide', () => {
  expect(unshownChanges(PENDING, WEEK, undefined)).toEqual({ earlier: 2, later: 2, rooms: new Map() });
});
