import { expect, it } from 'vitest';
import { applyCells } from './apply-cells.ts';
import type { Calendar } from './calendar.ts';

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

it('sets, changes and takes away only what a cell names, on its days alone', () => {
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

it('counts what is left, and what is too much', () => {
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
