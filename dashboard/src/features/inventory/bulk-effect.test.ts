import { expect, it } from 'vitest';
import { effectLines } from './bulk-effect.ts';
import type { EffectLine } from './bulk-prices.ts';
import type { CalendarRow } from './calendar.ts';
import type { NightChoice } from './cell-draft.ts';
import { pricingOf } from './derived-price.ts';
import { type Following, followingOf } from './following.ts';
import { type Edit, NO_CHANGES, withEdits } from './pending.ts';

const nights = ['2027-06-10', '2027-06-11', '2027-06-12'];
const [first = '', second = '', bare = ''] = nights;
const room = { roomCode: 'DBL', nights: nights.map(night => ({ night, allotment: 8 })), plans: [] };
/** The last night has no price. */
const plan = (planCode: string, amounts: readonly string[], own: readonly string[], board = 0) => {
  const values = amounts.map((amount, at) => {
    const guestPrice = (Number(amount) + board).toFixed(2);
    return { night: nights[at], amount, guestPrice, own };
  });
  const head = { planCode, priceModel: 'PER_ROOM', guestAdults: 2, nights: values };
  return { key: `DBL\t${planCode}`, room, plan: head } as unknown as CalendarRow;
};
const flex = plan('FLEX', ['100.00', '140.00'], ['amount']);
const saver = plan('SAVER', ['90.00', '126.00'], []);
/** Two adults pay 50.00 for board. */
const half = plan('HALF', ['130.00', '130.00'], ['amount'], 50);
const allotment = { key: 'DBL', room, plan: undefined } as unknown as CalendarRow;
const price = (row: CalendarRow, night: string, to: string | null): Edit => ({
  ...{ row, night, field: 'amount', to },
});
const pricing = pricingOf({
  currency: 'EUR',
  rooms: [{ roomCode: 'DBL', baseOccupancy: 2 }],
  plans: [
    { code: 'FLEX' },
    { code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' } },
    { code: 'HALF', supplement: { adult: '25.00' } },
  ],
} as unknown as Parameters<typeof pricingOf>[0]);
const TARGET = {
  ...{ nights: 2, range: { weekdays: [] }, pending: NO_CHANGES, pricing, loaded: [flex, saver, half] },
  nameOf: (key: string) => key.replace('\t', ' '),
  following: new Map() as Following,
};
const effect = (edits: readonly Edit[] | undefined, keys = [flex.key, saver.key], count = 2) =>
  effectLines(edits, { ...TARGET, rows: keys, nights: count }).map(lineText);
const lineText = ({ text, mark }: EffectLine) => (mark === undefined ? text : `${text} [${mark}]`);

it('each plan has a line with its change, also plans that follow another plan until now', () => {
  const edits = [flex, saver].flatMap(row => [first, second].map(night => price(row, night, '132.00')));
  expect(effect(edits)).toEqual([
    'Changes 2 nights of 2 rate plans.',
    'DBL SAVER: 108.00 → 132.00 EUR on average (+22.2%), 2 nights [1 of 2 nights: +46.7%]',
    'DBL FLEX: 120.00 → 132.00 EUR on average (+10%), 2 nights [1 of 2 nights: +32%]',
  ]);
});

it('a price that changes by more than 20 per cent is marked', () => {
  expect(effect([price(flex, first, '120.00')])[1]).toBe('DBL FLEX: 100.00 → 120.00 EUR (+20%), 1 night');
  expect(effect([price(flex, first, '120.01')])[1]).toBe('DBL FLEX: 100.00 → 120.01 EUR, 1 night [+20%]');
});

it('the price of a plan with board contains the board, with the rate in brackets', () => {
  expect(effect([first, second].map(night => price(half, night, '135.00')))).toEqual([
    'Changes 2 nights of 1 rate plan.',
    'DBL HALF: 180.00 → 185.00 EUR with board (rate 130.00 → 135.00, +2.8%), 2 nights',
  ]);
  expect(effect([price(half, bare, '135.00')])[1]).toBe(
    '1 price is set for the first time: 135.00 EUR, 185.00 EUR with board.',
  );
});

it('only what changes is counted, from the values that are not saved yet', () => {
  const edits = [price(flex, first, '100.00'), price(flex, second, '120.00')];
  expect(effect(edits)).toEqual([
    'Changes 1 night of 1 rate plan.',
    'DBL FLEX: 140.00 → 120.00 EUR (−14.3%), 1 night',
  ]);
  expect(effect(edits.slice(0, 1))).toEqual(['Nothing changes for 2 nights of 2 rate plans.']);
  const pending = withEdits(NO_CHANGES, [price(flex, second, '120.00')]);
  const target = { ...TARGET, rows: [flex.key], pending };
  expect(effectLines(edits, target)).toEqual([{ text: 'Nothing changes for 2 nights of 1 rate plan.' }]);
});

it('the price before is the unsaved one, also if it follows an unsaved price or was removed', () => {
  const pending = withEdits(NO_CHANGES, [price(flex, first, '200.00'), price(flex, second, null)]);
  const following = followingOf(pending, { rows: [flex, saver], nights, pricing });
  const change = (row: CalendarRow, night: string) =>
    effectLines([price(row, night, '190.00')], { ...TARGET, rows: [row.key], pending, following })[1]?.text;
  expect(change(saver, first)).toBe('DBL SAVER: 180.00 → 190.00 EUR (+5.6%), 1 night');
  expect(change(flex, first)).toBe('DBL FLEX: 200.00 → 190.00 EUR (−5%), 1 night');
  expect(change(flex, second)).toBe('1 price is set for the first time: 190.00 EUR.');
});

it('prices that are set for the first time are counted, and removed prices have no average', () => {
  const edits = [price(flex, first, '120.00'), price(flex, bare, '120.00'), price(saver, bare, '110.00')];
  expect(effect(edits)).toEqual([
    'Changes 2 nights of 2 rate plans.',
    'DBL FLEX: 100.00 → 120.00 EUR (+20%), 1 night',
    '2 prices are set for the first time.',
  ]);
  expect(effect([price(flex, first, null)])).toEqual(['Changes 1 night of 1 rate plan.']);
});

it('an allotment is named if it is the same on all nights, and rooms and plans together are rows', () => {
  const total = (night: string, to: number): Edit => ({ row: allotment, night, field: 'total', to });
  expect(effect([total(first, 5), total(second, 5)])).toEqual([
    'Changes 2 nights of 1 room type: allotment 8 → 5.',
  ]);
  expect(effect([total(first, 5), total(second, 4)])).toEqual(['Changes 2 nights of 1 room type.']);
  const stop: Edit = { row: flex, night: first, field: 'stopSell', to: true };
  expect(effect([total(first, 5), stop])).toEqual(['Changes 1 night of 2 rows.']);
});

it('without known values, only the nights are counted', () => {
  expect(effect(undefined)).toEqual(['Applies to 2 nights of 2 rate plans.']);
  expect(effect(undefined, [])).toEqual(['Choose at least one room type or rate plan.']);
  const none = (range: Pick<NightChoice, 'weekdays' | 'only'>) =>
    effectLines(undefined, { ...TARGET, rows: ['DBL'], nights: 0, range })[0]?.text;
  const only = { nights, name: 'without an allotment' };
  expect(none({ weekdays: ['Mon'] })).toBe('No nights in the range fall on these weekdays.');
  expect(none({ weekdays: [] })).toBe('The range contains no nights.');
  expect(none({ weekdays: [], only })).toBe('None of the nights without an allotment is in the range.');
  expect(none({ weekdays: ['Mon'], only })).toContain('is in the range and on these weekdays.');
});
