import { expect, it } from 'vitest';
import type { CalendarRow } from './calendar.ts';
import { cellOf, draftOf, inheritedValue, MIXED, withDecimals } from './cell-draft.ts';

const row = {
  key: '',
  room: {
    ...{ roomCode: 'DBL', name: 'Double', plans: [] },
    nights: [{ night: '2027-06-11', allotment: 4, sold: 0, held: 0, free: 4, excess: 0 }],
  },
  plan: {
    ...{ planCode: 'SAVER', priceModel: 'PER_ROOM', derivedFrom: 'FLEX' },
    nights: [
      { night: '2027-06-11', amount: '99.00', stopSell: true, own: ['stopSell'] },
      { night: '2027-06-12', amount: '88.00', own: ['amount'] },
    ],
  },
} as unknown as CalendarRow;
const nights = ['2027-06-11', '2027-06-12'];
const range = { from: '2027-06-11', to: '2027-06-12', weekdays: [] };

it('the cell draft shows the values set on the selected nights, or MIXED if they differ', () => {
  expect(draftOf(row, ['2027-06-11'])).toMatchObject({ amount: '', stopSell: 'true', maxStay: '' });
  expect(draftOf(row, nights)).toMatchObject({ amount: MIXED, stopSell: MIXED, maxStay: '' });
  expect(draftOf({ ...row, plan: undefined }, ['2027-06-11'])).toEqual({ total: '4' });
  expect(inheritedValue(row, '2027-06-11', 'amount')).toBe('99.00');
  expect(inheritedValue(row, '2027-06-12', 'amount')).toBeUndefined();
});

it('the cell editor sends only changed fields, and null for a cleared field', () => {
  const before = draftOf(row, nights);
  expect(cellOf(row, range, before, before)).toBeUndefined();
  expect(cellOf(row, range, before, { ...before, maxStay: '5', stopSell: '', amount: '70.00' })).toEqual({
    ...{ roomCode: 'DBL', planCode: 'SAVER', from: '2027-06-11', to: '2027-06-12' },
    ...{ maxStay: 5, stopSell: null, amount: '70.00' },
  });
  const rooms = { ...row, plan: undefined };
  expect(cellOf(rooms, { ...range, weekdays: ['FR'] }, { total: '4' }, { total: '7' })).toEqual({
    ...{ roomCode: 'DBL', from: '2027-06-11', to: '2027-06-12', weekdays: ['FR'], total: 7 },
  });
});

it('the cell editor pads amounts to the decimals of the currency', () => {
  expect(['145', '145.5', '145,50', '145.555', 'x'].map(text => withDecimals(text, 'EUR'))).toEqual([
    ...['145.00', '145.50', '145.50', '145.555', 'x'],
  ]);
  expect(withDecimals('145', 'JPY')).toBe('145');
});
