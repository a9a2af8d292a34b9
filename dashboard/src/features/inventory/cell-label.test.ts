import { expect, it } from 'vitest';
import type { CalendarRoom } from './calendar.ts';
import { describeCell } from './cell-label.ts';

const night = '2027-06-11';
const flex = {
  ...{
    planCode: 'FLEX',
    name: 'Flexible',
    board: 'RO',
    priceModel: 'PER_ROOM',
    active: true,
    derivedFrom: null,
  },
  nights: [
    {
      night,
      amount: '110.00',
      stopSell: true,
      minStayArrival: 2,
      own: ['amount', 'stopSell', 'minStayArrival'],
    },
  ],
} as CalendarRoom['plans'][number];
const saver = {
  ...flex,
  ...{ planCode: 'SAVER', name: 'Saver', derivedFrom: 'FLEX' },
  nights: [{ night, amount: '96.25', own: [] }],
} as unknown as typeof flex;
const room = {
  ...{ roomCode: 'DBL', name: 'Double' },
  nights: [{ night, allotment: 4, sold: 3, held: 1, free: 0, excess: 0 }],
  plans: [flex, saver],
} as CalendarRoom;

it('a calendar cell has a short and a full description of its price and restrictions', () => {
  expect(describeCell({ key: '', room, plan: flex }, night, 'EUR')).toEqual({
    main: '110',
    marks: ['stop', '≥2'],
    tone: 'closed',
    label:
      'Flexible, Friday 11 June 2027: 110.00 EUR; stop sell; minimum stay 2 nights for arrivals on this night',
  });
});

it('a calendar cell names the rate plan that its inherited price comes from', () => {
  const { main, tone, label } = describeCell({ key: '', room, plan: saver }, night, 'EUR');
  expect([main, tone]).toEqual(['96.25', 'inherited']);
  expect(label).toContain('follows FLEX');
});

it('a calendar cell shows sold and allotted rooms and marks a night without allotment as closed', () => {
  expect(describeCell({ key: '', room, plan: undefined }, night, 'EUR')).toMatchObject({
    ...{ main: '3/4', marks: ['1 held'], tone: 'full' },
    label: 'Double, Friday 11 June 2027: 3 of 4 sold, 1 held, 0 free',
  });
  expect(describeCell({ key: '', room, plan: undefined }, '2027-06-12', 'EUR').tone).toBe('closed');
});
