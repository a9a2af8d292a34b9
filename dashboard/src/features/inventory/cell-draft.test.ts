import { expect, it } from 'vitest';
import type { CalendarRow } from './calendar.ts';
import { chosenNights, draftEdits, draftOf, draftProblems, MIXED, resetOf, resetText } from './cell-draft.ts';
import { NO_CHANGES } from './pending.ts';

const room = {
  ...{ roomCode: 'DBL', name: 'Double', plans: [] },
  nights: [{ night: '2027-06-11', allotment: 4, sold: 0, held: 0, free: 4, excess: 0 }],
};
const row = {
  ...{ key: 'DBL\tSAVER', room },
  plan: {
    ...{ planCode: 'SAVER', priceModel: 'PER_ROOM', derivedFrom: 'FLEX', guestAdults: 2 },
    nights: [
      { night: '2027-06-11', amount: '99.00', stopSell: true, own: ['stopSell'] },
      { night: '2027-06-12', amount: '88.00', own: ['amount'] },
    ],
  },
} as unknown as CalendarRow;
const allotment = { key: 'DBL', room, plan: undefined } as unknown as CalendarRow;
const nights = ['2027-06-11', '2027-06-12'];
const fields = ['amount', 'stopSell', 'maxStay', 'minAdvance'];
const known = new Map([
  ['DBL\tSAVER', { fields }],
  ['DBL', { fields: ['total'] }],
]);
const plain = { known, pending: NO_CHANGES, currency: 'EUR' };

it('the draft shows the values set on the chosen nights, or MIXED if they differ', () => {
  expect(draftOf([row], ['2027-06-11'], { known, fields }, NO_CHANGES)).toEqual({
    ...{ amount: '', stopSell: 'true', maxStay: '', minAdvance: '' },
  });
  expect(draftOf([row], nights, { known, fields }, NO_CHANGES)).toMatchObject({ amount: MIXED, maxStay: '' });
  const both = { known, fields: ['total', 'amount'] };
  expect(draftOf([allotment, row], ['2027-06-11'], both, NO_CHANGES)).toEqual({ total: '4', amount: '' });
});

it('a draft changes only the fields that the user has entered, in the rows that have them', () => {
  const edits = (changed: Record<string, string>) => draftEdits([allotment, row], nights, changed, plain);
  expect(edits({}).edits).toEqual([]);
  expect(
    edits({ maxStay: '5', stopSell: '' }).edits.map(({ night, field, to }) => [night, field, to]),
  ).toEqual([
    ['2027-06-11', 'maxStay', 5],
    ['2027-06-12', 'maxStay', 5],
    ['2027-06-11', 'stopSell', null],
    ['2027-06-12', 'stopSell', null],
  ]);
  expect(edits({ total: '9' }).edits.map(({ row: { key } }) => key)).toEqual(['DBL', 'DBL']);
});

it('a percentage in the draft skips and counts the nights without a value of their own', () => {
  const { edits, skipped } = draftEdits([row], nights, { amount: '+10%' }, plain);
  expect([edits.map(({ to }) => to), skipped]).toEqual([['96.80'], 1]);
});

it('a draft reports every invalid field', () => {
  expect(draftProblems({ maxStay: 'x', amount: 'y', minAdvance: '1' }, 'EUR')).toEqual({
    ...{ amount: '“y” is not a price in EUR.', maxStay: '“x” is not a whole number.' },
  });
});

it('the nights of a range over two months can be limited to weekdays', () => {
  const range = { from: '2027-06-28', to: '2027-07-04' };
  expect(chosenNights({ ...range, weekdays: [] })).toHaveLength(7);
  expect(chosenNights({ ...range, weekdays: ['Mon', 'Fri'] })).toEqual(['2027-06-28', '2027-07-02']);
  const only = { nights: ['2027-06-27', '2027-06-29', '2027-07-02'], name: 'without a price' };
  expect(chosenNights({ ...range, weekdays: [], only })).toEqual(['2027-06-29', '2027-07-02']);
  expect(chosenNights({ ...range, weekdays: ['Fri'], only })).toEqual(['2027-07-02']);
});

it('a button is short, and names the plan that a price follows again', () => {
  expect(resetText('remove', undefined)).toBe('Remove');
  expect(resetText('keep', undefined)).toBe('Keep current');
  expect(resetText('follow', 'Flexible')).toBe('Follow Flexible again');
});

it('every number and price can be removed, also if its current values are not known, and a price can follow its plan again', () => {
  const parent = undefined;
  const mixed = { before: MIXED, entered: undefined, parent };
  expect(['minAdvance', 'amount', 'extraAdult', 'total'].map(field => resetOf(field, mixed))).toEqual([
    ...['remove', 'remove', 'remove', undefined],
  ]);
  const derived = { ...mixed, parent: 'FLEX' };
  expect(['maxStay', 'amount', 'extraAdult'].map(field => resetOf(field, derived))).toEqual([
    ...['remove', 'follow', 'remove'],
  ]);
  expect(resetOf('maxStay', { before: MIXED, entered: '', parent })).toBe('keep');
  expect(resetOf('maxStay', { before: '3', entered: '', parent })).toBeUndefined();
  expect(resetOf('maxStay', { before: '', entered: undefined, parent })).toBeUndefined();
});
