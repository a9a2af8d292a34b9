import { expect, it } from 'vitest';
import { type CalendarRoom, type CalendarRow, calendarRows } from './calendar.ts';
import { pricingOf } from './derived-price.ts';
import { followablePlan, followEdits, newOverrideTexts, overrideTexts } from './overrides.ts';
import { NO_CHANGES, withEdits } from './pending.ts';
import { rateSumText } from './rate-sum.ts';

const night = '2027-06-10';
const head = { name: 'Plan', board: 'HB', active: true, guestAdults: 2, priceModel: 'PER_ROOM' };
const plans = [
  { ...head, planCode: 'FLEX', derivedFrom: null, nights: [{ night, amount: '130.00', own: ['amount'] }] },
  { ...head, planCode: 'SAVER', derivedFrom: 'FLEX', nights: [{ night, amount: '117.00', own: [] }] },
  {
    ...{ ...head, planCode: 'PERSON', priceModel: 'PER_PERSON', derivedFrom: null },
    nights: [{ night, amount: '60.00', own: ['amount'] }],
  },
];
const room = { roomCode: 'DBL', name: 'Double', nights: [], plans } as unknown as CalendarRoom;
const rows = calendarRows([room]);
const [total, flex, saver, person] = rows as [CalendarRow, CalendarRow, CalendarRow, CalendarRow];
const content = { rows, nights: [night], pending: NO_CHANGES, shown: 'price', currency: 'EUR' } as const;
const parentOf = (key: string) => (key === saver.key ? 'FLEX' : undefined);
const price = (row: CalendarRow, to: string | null) => ({ row, night, field: 'amount', to });

it('prices that stop following another plan are counted in words', () => {
  const one = withEdits(NO_CHANGES, [price(saver, '140.00'), price(flex, '150.00')]);
  expect(overrideTexts(one, parentOf)).toEqual(['1 price no longer follows FLEX']);
  const two = withEdits(one, [{ ...price(saver, null), field: 'stopSell', to: true } as never]);
  expect(overrideTexts(two, parentOf)).toEqual(['2 values no longer follow FLEX']);
  expect(overrideTexts(withEdits(NO_CHANGES, [price(flex, '1.00')]), parentOf)).toEqual([]);
});

it('prices that stopped following another plan before are not counted again', () => {
  const edits = [price(saver, '140.00'), price(flex, '150.00')];
  expect(newOverrideTexts(edits, NO_CHANGES, parentOf)).toEqual(['1 price no longer follows FLEX']);
  const pending = withEdits(NO_CHANGES, [price(saver, '139.00')]);
  expect(newOverrideTexts(edits, pending, parentOf)).toEqual([]);
});

it('selected cells with their own price can follow the other plan again, and others cannot', () => {
  const selected = { active: saver, activeNight: night, rows: [flex, saver], nights: [night] };
  expect(followablePlan(selected, content)).toBeUndefined();
  const pending = withEdits(NO_CHANGES, [price(saver, '140.00')]);
  expect(followablePlan(selected, { ...content, pending })).toBe('Plan');
  const edits = followEdits(selected, { ...content, pending });
  expect(edits).toEqual([price(saver, null)]);
  expect(withEdits(pending, edits).size).toBe(0);
});

const pricing = pricingOf({
  ...{ currency: 'EUR', rooms: [{ roomCode: 'DBL', baseOccupancy: 2 }] },
  plans: [
    { code: 'FLEX', supplement: { adult: '25.00' } },
    { code: 'SAVER', derivedFrom: { plan: 'FLEX', percent: '-10' } },
    { code: 'PERSON', supplement: { adult: '25.00' } },
  ],
} as unknown as Parameters<typeof pricingOf>[0]);
const sum = (text: string, row: CalendarRow, shown: 'price' | 'extraAdult' = 'price') =>
  rateSumText(text, row, night, { ...content, shown }, pricing);

it('the editor shows how the rate and the board make up what guests pay, if they differ', () => {
  expect(sum('140', flex)).toBe('Rate 140.00 + board 50.00 = guests pay 190.00');
  expect(sum('+10%', flex)).toBe('Rate 143.00 + board 50.00 = guests pay 193.00');
  expect(sum('70', person)).toBe('Rate 70.00 × 2 adults + board 50.00 = guests pay 190.00');
  expect([
    sum('140', saver),
    sum('x', flex),
    sum('', flex),
    sum('5', total),
    sum('9', flex, 'extraAdult'),
  ]).toEqual(Array(5).fill(undefined));
});

it('the editor shows extra adults separately from the board', () => {
  const single = pricingOf({
    ...{ currency: 'EUR', rooms: [{ roomCode: 'DBL', baseOccupancy: 1, extraAdult: '15.00' }] },
    plans: [{ code: 'FLEX', supplement: { adult: '25.00' } }],
  } as unknown as Parameters<typeof pricingOf>[0]);
  expect(rateSumText('100', flex, night, content, single)).toBe(
    'Rate 100.00 + extra adults 15.00 + board 50.00 = guests pay 165.00',
  );
});
