import { expect, it } from 'vitest';
import type { CalendarRow } from './calendar.ts';
import type { UnsoldNights } from './change-impact.ts';
import { unsoldTarget, unsoldText } from './unsold-nights.ts';

const room = { roomCode: 'DBL', name: 'Double' };
const row = (key: string, plan?: { active: boolean; derivedFrom: string | null }) =>
  ({ key, room, plan }) as CalendarRow;
const rows = [
  ...[row('DBL'), row('DBL\tFLEX', { active: true, derivedFrom: null })],
  ...[
    row('DBL\tSAVER', { active: true, derivedFrom: 'FLEX' }),
    row('DBL\tOLD', { active: false, derivedFrom: null }),
  ],
  { ...row('SGL'), room: { roomCode: 'SGL', name: 'Single' } } as CalendarRow,
];
const unsold = (lacks: UnsoldNights['lacks'], nights = ['2027-06-10', '2027-06-11']): UnsoldNights => ({
  ...{ roomCode: 'DBL', lacks, nights },
});

it('the warning names the room type, the nights and what they lack', () => {
  expect(unsoldText(unsold('allotment'), 'Double')).toBe('Double: 2 nights have a price but no allotment');
  expect(unsoldText(unsold('price', ['2027-06-10']), 'Double')).toBe(
    'Double: 1 night has an allotment but no price',
  );
});

it('a missing allotment is set for the room type, and a missing price for its active plans that follow no other', () => {
  const loaded = { rows: rows.slice(0, 4), nights: ['2027-06-10', '2027-06-11'] };
  const range = { from: '2027-06-10', to: '2027-06-11', weekdays: [] };
  expect(unsoldTarget(unsold('allotment'), rows)).toEqual({ keys: ['DBL'], range, loaded });
  expect(unsoldTarget(unsold('price'), rows)?.keys).toEqual(['DBL\tFLEX']);
  expect(unsoldTarget(unsold('price'), [row('DBL')])).toBeUndefined();
});

it('nights between them that lack nothing are left out', () => {
  const nights = ['2027-06-10', '2027-06-12'];
  expect(unsoldTarget(unsold('allotment', nights), rows)?.range).toEqual({
    ...{ from: '2027-06-10', to: '2027-06-12', weekdays: [] },
    only: { nights, name: 'without an allotment' },
  });
});
