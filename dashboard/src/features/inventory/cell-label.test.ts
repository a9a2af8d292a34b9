import { expect, it } from 'vitest';
import type { CalendarRoom } from './calendar.ts';
import { describeCell } from './cell-label.ts';
import { NO_CHANGES, withEdits } from './pending.ts';

const night = '2027-06-11';
const CELLS = { shown: 'price', currency: 'EUR', changes: undefined, following: undefined } as const;
const flex = {
  ...{
    planCode: 'FLEX',
    name: 'Flexible',
    board: 'RO',
    priceModel: 'PER_ROOM',
    active: true,
    guestAdults: 2,
    derivedFrom: null,
  },
  nights: [
    {
      night,
      amount: '110.00',
      guestPrice: '130.00',
      stopSell: true,
      minStayArrival: 2,
      own: ['amount', 'stopSell', 'minStayArrival'],
    },
  ],
} as CalendarRoom['plans'][number];
const saver = {
  ...flex,
  ...{ planCode: 'SAVER', name: 'Saver', derivedFrom: 'FLEX' },
  nights: [{ night, amount: '96.25', guestPrice: '116.25', own: [] }],
} as unknown as typeof flex;
const room = {
  ...{ roomCode: 'DBL', name: 'Double' },
  nights: [{ night, allotment: 4, sold: 3, held: 1, free: 0, excess: 0 }],
  plans: [flex, saver],
} as CalendarRoom;

it('a calendar cell has a short and a full description of its price and restrictions', () => {
  expect(describeCell({ key: '', room, plan: flex }, night, CELLS)).toEqual({
    main: '130',
    exact: '130.00',
    marks: '✕ ≥2',
    isPending: false,
    isFollowing: false,
    sold: 0,
    tone: 'closed',
    label:
      'Flexible, Friday 11 June 2027: guest pays 130.00 EUR for 2 adults (rate 110.00); stop sell; minimum stay 2 nights for arrivals on this night',
  });
});

it('a calendar cell names the rate plan that its inherited price comes from', () => {
  const { main, exact, tone, label } = describeCell({ key: '', room, plan: saver }, night, CELLS);
  expect([main, exact, tone]).toEqual(['116', '116.25', 'inherited']);
  expect(label).toContain('follows FLEX');
});

it('a calendar cell shows sold and allotted rooms and marks a night without allotment as closed', () => {
  expect(describeCell({ key: '', room, plan: undefined }, night, CELLS)).toMatchObject({
    ...{ main: '3/4', exact: '3 of 4 sold', marks: '1h', tone: 'full', sold: 3 },
    label: 'Double, Friday 11 June 2027: 3 of 4 sold, 1 held, 0 free',
  });
  expect(describeCell({ key: '', room, plan: undefined }, '2027-06-12', CELLS).tone).toBe('closed');
});

it('a price that is not saved yet shows what a guest would pay', () => {
  const row = { key: '', room, plan: flex };
  const [changes] = withEdits(NO_CHANGES, [{ row, night, field: 'amount', to: '100.00' }]).values();
  const following = { values: new Map(), guests: new Map([[night, '120.00']]) };
  const { main, label, isPending } = describeCell(row, night, { ...CELLS, changes, following });
  expect([main, isPending]).toEqual(['120', true]);
  expect(label).toContain('not saved, was 110.00');
  const none = { values: new Map(), guests: new Map([[night, null]]) };
  const unsold = describeCell(row, night, { ...CELLS, changes, following: none });
  expect(unsold.label).toContain('no price for 2 adults (rate 100.00)');
});

const following = {
  values: new Map([[`${night} amount`, '90.00']]),
  guests: new Map([[night, '110.00']]),
};

it('a price that follows an unsaved change is marked as following, not as a change of its own', () => {
  const cell = describeCell({ key: '', room, plan: saver }, night, { ...CELLS, following });
  expect(cell).toMatchObject({ main: '110', tone: 'inherited', isPending: false, isFollowing: true });
  expect(cell.label).toContain('rate 90.00, follows FLEX); follows an unsaved change, was 96.25');
});

it('a price that follows an unsaved change is marked even if the night has a change of its own', () => {
  const row = { key: '', room, plan: saver };
  const [changes] = withEdits(NO_CHANGES, [{ row, night, field: 'maxStay', to: 3 }]).values();
  const cell = describeCell(row, night, { ...CELLS, changes, following });
  expect(cell).toMatchObject({ isPending: true, isFollowing: true });
  expect(cell.label).toContain('not saved; follows an unsaved change, was 96.25');
});
