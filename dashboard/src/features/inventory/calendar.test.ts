import { expect, it } from 'vitest';
import { applyCells, type Calendar, endsOf, moveChoice } from './calendar.ts';

const size = { rows: 3, columns: 30 };

it('arrow keys move the calendar selection and keep it inside the grid', () => {
  const start = { row: 0, at: 0, anchor: 0 };
  expect(moveChoice(start, 'ArrowLeft', false, size)).toEqual(start);
  expect(moveChoice(start, 'ArrowDown', false, size)).toEqual({ row: 1, at: 0, anchor: 0 });
  expect(moveChoice({ row: 2, at: 4, anchor: 1 }, 'ArrowDown', false, size)).toEqual({
    row: 2,
    at: 4,
    anchor: 4,
  });
  expect(moveChoice(start, 'End', false, size)).toEqual({ row: 0, at: 29, anchor: 29 });
  expect(moveChoice(start, 'x', false, size)).toBeUndefined();
});

it('Shift extends the calendar selection along its row', () => {
  const grown = moveChoice({ row: 1, at: 5, anchor: 5 }, 'ArrowLeft', true, size);
  expect(grown).toEqual({ row: 1, at: 4, anchor: 5 });
  expect(endsOf(grown as NonNullable<typeof grown>)).toEqual([4, 5]);
  expect(moveChoice({ row: 1, at: 5, anchor: 5 }, 'ArrowDown', true, size)).toEqual({
    row: 1,
    at: 5,
    anchor: 5,
  });
});

const nights = ['2027-06-10', '2027-06-11', '2027-06-12'];
const calendar = {
  ...{ currency: 'EUR', from: '2027-06-01', to: '2027-06-30' },
  rooms: [
    {
      ...{ roomCode: 'DBL', name: 'Double' },
      nights: [{ night: '2027-06-11', allotment: 4, sold: 3, held: 0, free: 1, excess: 0 }],
      plans: [
        {
          planCode: 'FLEX',
          nights: [{ night: '2027-06-11', amount: '110.00', stopSell: true, own: ['amount', 'stopSell'] }],
        },
      ],
    },
  ],
} as unknown as Calendar;

it('a calendar edit changes only the given fields on the given weekdays', () => {
  const cell = { roomCode: 'DBL', planCode: 'FLEX', from: '2027-06-10', to: '2027-06-12' };
  const after = applyCells(
    calendar,
    [{ ...cell, weekdays: ['TH', 'FR'], amount: '120.00', stopSell: null }],
    nights,
  );
  expect(after.rooms[0]?.plans[0]?.nights).toEqual([
    { night: '2027-06-10', amount: '120.00', own: ['amount'] },
    { night: '2027-06-11', amount: '120.00', own: ['amount'] },
  ]);
  expect(calendar.rooms[0]?.plans[0]?.nights[0]?.amount).toBe('110.00');
});

it('a changed allotment updates the free and excess rooms of each night', () => {
  const after = applyCells(
    calendar,
    [{ roomCode: 'DBL', from: '2027-06-11', to: '2027-06-12', total: 2 }],
    nights,
  );
  expect(after.rooms[0]?.nights).toEqual([
    { night: '2027-06-11', allotment: 2, sold: 3, held: 0, free: 0, excess: 1 },
    { night: '2027-06-12', allotment: 2, sold: 0, held: 0, free: 2, excess: 0 },
  ]);
});
