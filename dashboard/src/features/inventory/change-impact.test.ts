import { expect, it } from 'vitest';
import { type CalendarRoom, type CalendarRow, calendarRows } from './calendar.ts';
import { type ChangeImpact, impactOf } from './change-impact.ts';
import { pricingOf } from './derived-price.ts';
import { followingOf } from './following.ts';
import { type Edit, NO_CHANGES, withEdits } from './pending.ts';

const nights = ['2027-06-10', '2027-06-11', '2027-06-12', '2027-06-13', '2027-06-14'];
const [first = '', second = '', third = '', last = '', bare = ''] = nights;

/**
 * FLEX costs 100.00 on the first three nights and has no price on the others. SAVER follows it with 10 per cent less.
 * The bare night has no allotment.
 */
const head = { name: 'Plan', board: 'RO', priceModel: 'PER_ROOM', active: true, guestAdults: 2 };
const priced = (amount: string, own: readonly string[]) =>
  nights.slice(0, 3).map(night => ({ night, amount, guestPrice: amount, own }));
const room = {
  ...{ roomCode: 'DBL', name: 'Double' },
  nights: nights.slice(0, 4).map((night, at) => ({
    night,
    allotment: 4,
    sold: [0, 2, 4, 0][at],
    held: at === 1 ? 1 : 0,
  })),
  plans: [
    { ...head, planCode: 'FLEX', derivedFrom: null, nights: priced('100.00', ['amount']) },
    { ...head, planCode: 'SAVER', derivedFrom: 'FLEX', nights: priced('90.00', []) },
  ],
} as unknown as CalendarRoom;
const rows = calendarRows([room]) as [CalendarRow, CalendarRow, CalendarRow];
const [total, flex, saver] = rows;
const pricing = pricingOf({
  currency: 'EUR',
  rooms: [{ roomCode: 'DBL', baseOccupancy: 2 }],
  plans: [{ code: 'FLEX' }, { code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' } }],
} as unknown as Parameters<typeof pricingOf>[0]);

function impact(edits: readonly Edit[]) {
  const pending = withEdits(NO_CHANGES, edits);
  const following = followingOf(pending, { rows, nights, pricing });
  const isLoaded = (_: string, night: string) => nights.includes(night);
  const { closed, opened, ...others } = impactOf(rows, { currency: 'EUR', pending, following, isLoaded });
  return { ...others, closed: countsOf(closed), opened: countsOf(opened) };
}

function countsOf(sales: ChangeImpact['closed']) {
  const counts = { plans: 0, rooms: 0 };
  for (const { plan, nights } of sales) counts[plan === undefined ? 'rooms' : 'plans'] += nights.length;
  return counts;
}
const NONE = { plans: 0, rooms: 0 };
const price = (night: string, to: string | null, row = flex): Edit => ({ row, night, field: 'amount', to });

it('the impact contains the average price before and after, also of plans that follow', () => {
  const { nights: count, plans } = impact([price(first, '110.00'), price(second, '105.01')]);
  expect(count).toBe(2);
  expect(plans).toMatchObject([
    { row: flex.key, nights: 2, before: '100.00', after: '107.51', large: undefined },
    // 99.00 and 94.51.
    { row: saver.key, nights: 2, before: '90.00', after: '96.76' },
  ]);
  expect(plans[0]?.share).toBeCloseTo(0.075, 3);
});

it('prices that change by more than 20 per cent are counted with the largest change', () => {
  const { plans, large } = impact([
    ...[price(first, '120.00'), price(second, '120.01'), price(third, '70.00')],
    ...nights.slice(0, 3).map(night => price(night, '90.00', saver)),
  ]);
  expect(plans).toHaveLength(1);
  expect(plans[0]?.large).toMatchObject({ nights: 2, lowest: -0.3 });
  expect(plans[0]?.large?.highest).toBeCloseTo(0.2001, 4);
  expect(large).toBe(2);
  const small = impact([price(first, '120.00')]);
  expect([small.plans[0]?.large, small.large]).toEqual([undefined, 0]);
});

it('prices that change, that follow a change, that are set for the first time and that are removed are counted apart', () => {
  // SAVER follows FLEX on both nights. On the last night, neither had a price.
  expect(impact([price(first, '101.00'), price(last, '100.00')]).prices).toEqual({
    ...{ changed: 2, derived: 1, first: 2, removed: 0, nights: 2 },
  });
  const removing: Edit = { row: flex, night: first, field: 'amount', to: null };
  expect(impact([removing]).prices).toEqual({ changed: 0, derived: 0, first: 0, removed: 2, nights: 1 });
});

it('prices that change a lot are found by their row and nights', () => {
  expect(impact([price(second, '200.00', saver), price(first, '200.00', saver)]).largeCells).toEqual([
    { row: saver.key, nights: [first, second] },
  ]);
});

it('the plan whose average changes most comes first', () => {
  const { plans } = impact([price(first, '101.00'), price(first, '200.00', saver)]);
  expect(plans.map(({ row }) => row)).toEqual([saver.key, flex.key]);
});

it('nights that are closed or opened are counted for each plan and room type that changes', () => {
  const closing = impact([{ row: flex, night: first, field: 'stopSell', to: true }]);
  // SAVER follows.
  expect(closing).toMatchObject({ nights: 1, closed: { plans: 2, rooms: 0 }, opened: NONE, plans: [] });
  const opening = impact([price(last, '100.00', saver)]);
  expect(opening).toMatchObject({ closed: NONE, opened: { plans: 1, rooms: 0 }, plans: [] });
});

it('a night of a room type is open while it has rooms that are neither sold nor held', () => {
  const allotment = (night: string, to: number) => impact([{ row: total, night, field: 'total', to }]);
  expect(allotment(first, 0)).toMatchObject({ closed: { plans: 0, rooms: 1 }, opened: NONE });
  expect(allotment(first, 2)).toMatchObject({ closed: NONE, opened: NONE });
  // Two rooms of the second night are sold and one is held. All four rooms of the third night are sold.
  expect(allotment(second, 3)).toMatchObject({ closed: { rooms: 1 }, opened: NONE });
  expect(allotment(third, 0)).toMatchObject({ closed: NONE, opened: NONE });
  expect(allotment(third, 5)).toMatchObject({ closed: NONE, opened: { rooms: 1 } });
});

it('a rate plan night opens only if rooms are left, and a price without allotment is reported', () => {
  const allotment = (to: number, night = bare): Edit => ({ row: total, night, field: 'total', to });
  const open = { closed: NONE, opened: NONE, unsold: [] };
  // SAVER follows FLEX.
  expect(impact([price(last, '100.00')])).toMatchObject({ ...open, opened: { plans: 2, rooms: 0 } });
  const alone = { ...open, unsold: [{ roomCode: 'DBL', lacks: 'allotment', nights: [bare] }] };
  expect(impact([price(bare, '100.00')])).toMatchObject(alone);
  expect(impact([price(bare, '100.00'), allotment(5)])).toMatchObject({
    ...{ ...open, opened: { plans: 2, rooms: 1 } },
  });
  // An allotment of 0 and stopped sales are no oversight, and neither are nights that are sold out.
  expect(impact([price(bare, '100.00'), allotment(0)])).toMatchObject(open);
  expect(impact([price(last, '100.00'), allotment(0, last)])).toMatchObject(open);
  expect(
    impact([price(bare, '1.00'), { row: flex, night: bare, field: 'stopSell', to: true }]),
  ).toMatchObject(open);
  expect(impact([price(third, '101.00')])).toMatchObject(open);
});

it('a room type night opens only if a rate plan has a price, and an allotment without a price is reported', () => {
  const more: Edit = { row: total, night: last, field: 'total', to: 5 };
  expect(impact([more])).toMatchObject({
    opened: NONE,
    unsold: [{ roomCode: 'DBL', lacks: 'price', nights: [last] }],
  });
  expect(impact([more, price(last, '100.00', saver)])).toMatchObject({
    opened: { plans: 1, rooms: 1 },
    unsold: [],
  });
});

it('a price of an inactive plan does not count, and neither does a missing price while sales are stopped', () => {
  const more: Edit = { row: total, night: last, field: 'total', to: 5 };
  const noPrice = (plan: Partial<CalendarRow['plan']>, edits: readonly Edit[]) => {
    const changed = [total, { ...flex, plan: { ...flex.plan, ...plan } } as CalendarRow];
    const pending = withEdits(NO_CHANGES, [more, ...edits]);
    const content = { currency: 'EUR', pending, following: new Map(), isLoaded: () => true };
    return impactOf(changed, content).unsold.filter(({ lacks }) => lacks === 'price').length;
  };
  const stopped: Edit = { row: flex, night: last, field: 'stopSell', to: true };
  expect(noPrice({}, [])).toBe(1);
  expect(noPrice({}, [price(last, '100.00')])).toBe(0);
  expect(noPrice({ active: false }, [price(last, '100.00')])).toBe(1);
  expect(noPrice({}, [stopped])).toBe(0);
  // One adult can book it, although the calendar shows the price for two.
  const single: Edit = { row: flex, night: last, field: 'byAdults.1', to: '80.00' };
  expect(noPrice({ priceModel: 'PER_OCCUPANCY' }, [single])).toBe(0);
});

it('a rate is not compared with a guest price', () => {
  const pending = withEdits(NO_CHANGES, [price(first, '110.00')]);
  const plansWith = (row: CalendarRow, guest: string | null) => {
    const following = new Map([[row.key, { values: new Map(), guests: new Map([[first, guest]]) }]]);
    return impactOf([row], { currency: 'EUR', pending, following, isLoaded: () => true }).plans;
  };
  const unpriced = {
    ...flex,
    plan: { ...flex.plan, nights: [{ night: first, amount: '100.00', guestPrice: null, own: ['amount'] }] },
  } as unknown as CalendarRow;
  expect(plansWith(flex, null)).toEqual([]);
  expect(plansWith(unpriced, '150.00')).toEqual([]);
  // Without a guest price before and after, the rates are compared.
  expect(plansWith(unpriced, null)).toMatchObject([{ before: '100.00', after: '110.00' }]);
  expect(plansWith(flex, '150.00')).toMatchObject([{ before: '100.00', after: '150.00' }]);
});

it('large changes of rates are also counted on nights that are not loaded, once for each night', () => {
  const changed = (from: string | null, to: string) => ({ from, to });
  const pending = new Map([
    [
      flex.key,
      new Map([
        [`${first} amount`, changed('100.00', '50.00')],
        [`${first} byAdults.1`, changed('90.00', '45.00')],
        [`${second} amount`, changed('100.00', '110.00')],
        [`${second} extraAdult`, changed('10.00', '30.00')],
      ]),
    ],
    // It has no rate of its own, so that it is not known how much its price changes.
    [saver.key, new Map([[`${first} amount`, changed(null, '10.00')]])],
  ]);
  const content = { currency: 'EUR', pending, following: new Map(), isLoaded: () => false };
  expect(impactOf([], content)).toMatchObject({ unknown: 2, large: 1, plans: [] });
});

it('a large change of the price for another number of adults is counted, on loaded nights too', () => {
  const plan = { ...flex.plan, priceModel: 'PER_OCCUPANCY' };
  const row = { ...flex, plan } as CalendarRow;
  const forAdults = (field: string, to: string) => {
    const pending = new Map([[row.key, new Map([[`${first} ${field}`, { from: '90.00', to }]])]]);
    return impactOf([row], { currency: 'EUR', pending, following: new Map(), isLoaded: () => true }).large;
  };
  expect(forAdults('byAdults.1', '9.00')).toBe(1);
  expect(forAdults('byAdults.1', '85.00')).toBe(0);
  // What two adults pay is compared as the guest price, which does not change here.
  expect(forAdults('byAdults.2', '9.00')).toBe(0);
});

it('nights that are not loaded are counted, but nothing is said about their prices', () => {
  const elsewhere = impact([price('2027-07-01', '100.00'), price(first, '110.00')]);
  expect(elsewhere).toMatchObject({ nights: 2, unknown: 1, opened: NONE });
  expect(elsewhere.plans[0]).toMatchObject({ row: flex.key, nights: 1 });
});
