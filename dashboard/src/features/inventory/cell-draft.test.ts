import { expect, it } from 'vitest';
import type { CalendarRow } from './calendar.ts';
import { draftEdits, draftOf, fieldsOf, MIXED } from './cell-draft.ts';
import { NO_CHANGES } from './pending.ts';

const row = {
  key: 'DBL\tSAVER',
  room: {
    ...{ roomCode: 'DBL', name: 'Double', plans: [] },
    nights: [{ night: '2027-06-11', allotment: 4, sold: 0, held: 0, free: 4, excess: 0 }],
  },
  plan: {
    ...{ planCode: 'SAVER', priceModel: 'PER_ROOM', derivedFrom: 'FLEX', guestAdults: 2 },
    nights: [
      { night: '2027-06-11', amount: '99.00', stopSell: true, own: ['stopSell'] },
      { night: '2027-06-12', amount: '88.00', own: ['amount'] },
    ],
  },
} as unknown as CalendarRow;
const nights = ['2027-06-11', '2027-06-12'];
const fields = fieldsOf([row]);

it('the cell draft shows the values set on the selected nights, or MIXED if they differ', () => {
  expect(draftOf([row], ['2027-06-11'], fields, NO_CHANGES)).toMatchObject({
    ...{ amount: '', stopSell: 'true', maxStay: '' },
  });
  expect(draftOf([row], nights, fields, NO_CHANGES)).toMatchObject({ amount: MIXED, maxStay: '' });
  const rooms = { ...row, plan: undefined };
  expect(draftOf([rooms], ['2027-06-11'], fieldsOf([rooms]), NO_CHANGES)).toEqual({ total: '4' });
});

it('the cell editor changes only edited fields, clears empty fields, and reports every invalid field', () => {
  const before = draftOf([row], nights, fields, NO_CHANGES);
  const edits = (changed: object) =>
    draftEdits(
      [row],
      nights,
      { before, after: { ...before, ...changed } },
      { pending: NO_CHANGES, currency: 'EUR' },
    );
  expect(edits({}).edits).toEqual([]);
  expect(
    edits({ maxStay: '5', stopSell: '' }).edits.map(({ night, field, to }) => [night, field, to]),
  ).toEqual([
    ['2027-06-11', 'stopSell', null],
    ['2027-06-12', 'stopSell', null],
    ['2027-06-11', 'maxStay', 5],
    ['2027-06-12', 'maxStay', 5],
  ]);
  expect(edits({ amount: '+10%' }).edits.map(({ to }) => to)).toEqual(['96.80']);
  expect(edits({ maxStay: 'x', amount: 'y', minAdvance: '1' })).toEqual({
    edits: [],
    problems: { amount: '“y” is not a price in EUR.', maxStay: '“x” is not a whole number.' },
  });
});
