import { expect, it } from 'vitest';
import { type CalendarRoom, type CalendarRow, calendarRows } from './calendar.ts';
import { pricingOf } from './derived-price.ts';
import { followingOf } from './following.ts';
import { notCheaperPlans, notCheaperText, restoredPrices } from './parent-prices.ts';
import { type Edit, NO_CHANGES, withEdits } from './pending.ts';

const nights = ['2027-06-10', '2027-06-11', '2027-06-12'];
const [first = '', second = '', third = ''] = nights;

/** SAVER follows FLEX with 10 per cent less. On the third night, it costs 95.00. */
const head = { board: 'RO', priceModel: 'PER_ROOM', active: true, guestAdults: 2 };
const priced = (amounts: readonly string[], own: readonly number[]) =>
  amounts.map((amount, at) => ({
    ...{ night: nights[at], amount, guestPrice: amount, own: own.includes(at) ? ['amount'] : [] },
  }));
const room = {
  ...{ roomCode: 'DBL', name: 'Double room', nights: [] },
  plans: [
    {
      ...{ ...head, planCode: 'FLEX', name: 'Flexible', derivedFrom: null },
      nights: priced(['100.00', '100.00', '100.00'], [0, 1, 2]),
    },
    {
      ...{ ...head, planCode: 'SAVER', name: 'Saver', derivedFrom: 'FLEX' },
      nights: priced(['90.00', '90.00', '95.00'], [2]),
    },
  ],
} as unknown as CalendarRoom;
const rows = calendarRows([room]) as [CalendarRow, CalendarRow, CalendarRow];
const [, flex, saver] = rows;
const pricing = pricingOf({
  currency: 'EUR',
  rooms: [{ roomCode: 'DBL', baseOccupancy: 2 }],
  plans: [{ code: 'FLEX' }, { code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' } }],
} as unknown as Parameters<typeof pricingOf>[0]);

function found(edits: readonly Edit[], { isDiscounted = true, isLoaded = true } = {}) {
  const pending = withEdits(NO_CHANGES, edits);
  const following = followingOf(pending, { rows, nights, pricing });
  const content = { isLoaded: () => isLoaded, isDiscounted: () => isDiscounted };
  return notCheaperPlans(rows, { currency: 'EUR', pending, following, ...content });
}
const price = (row: CalendarRow, night: string, to: string): Edit => ({ row, night, field: 'amount', to });

it('a plan with a discount that costs as much as its parent, or more, is found with its changed nights', () => {
  const [warning, ...others] = found([
    ...[price(saver, second, '140.00'), price(saver, first, '100.00'), price(saver, third, '99.99')],
  ]);
  expect(others).toEqual([]);
  expect(warning).toMatchObject({ row: { key: saver.key }, parent: { key: flex.key } });
  expect(warning?.nights).toEqual([first, second]);
  expect(warning && notCheaperText(warning)).toBe(
    'Double room: Saver is not cheaper than Flexible on 2 nights',
  );
});

it('a parent that becomes cheaper than the own price of the plan is found', () => {
  // On the other nights, the plan follows.
  const [warning] = found(nights.map(night => price(flex, night, '95.00')));
  expect(warning?.nights).toEqual([third]);
  expect(warning && notCheaperText(warning)).toContain('on 1 night');
});

it('prices are compared with the unsaved price of the parent', () => {
  expect(found([price(saver, first, '120.00'), price(flex, first, '150.00')])).toEqual([]);
});

it('nights whose prices do not change, and nights without sales of the plan, are left out', () => {
  const stop: Edit = { row: saver, night: first, field: 'stopSell', to: true };
  expect(found([stop, price(saver, first, '140.00')])).toEqual([]);
  const dear = { ...room, plans: room.plans.map(plan => ({ ...plan })) };
  dear.plans[1] = { ...dear.plans[1], nights: priced(['90.00', '90.00', '120.00'], [2]) } as never;
  const dearRows = calendarRows([dear]) as [CalendarRow, CalendarRow, CalendarRow];
  const pending = withEdits(NO_CHANGES, [
    { row: dearRows[2], night: third, field: 'closedToArrival', to: true },
  ]);
  const content = { isLoaded: () => true, isDiscounted: () => true };
  const all = { currency: 'EUR', pending, following: new Map(), ...content };
  expect(notCheaperPlans(dearRows, all)).toEqual([]);
});

it('plans without a discount and nights that are not loaded are left out', () => {
  const edits = [price(saver, first, '140.00')];
  expect(found(edits)).toHaveLength(1);
  expect(found(edits, { isDiscounted: false })).toEqual([]);
  expect(found(edits, { isLoaded: false })).toEqual([]);
});

it('a plan that follows is left out, even if both prices are zero', () => {
  expect(found([price(flex, first, '0.00')])).toEqual([]);
});

it('removing the own prices ends the warning', () => {
  const edits = [price(saver, first, '140.00'), price(saver, second, '140.00')];
  const [warning] = found(edits);
  expect(found([...edits, ...(warning ? restoredPrices(warning) : [])])).toEqual([]);
});
