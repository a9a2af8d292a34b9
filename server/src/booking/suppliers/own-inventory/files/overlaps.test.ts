import { type RateLine, WEEKDAYS } from '@serai/contract/inventory/inventory-cells.ts';
import { expect, it } from 'vitest';
import { addDays } from '../../../../platform/time/civil-date.ts';
import { weekdayBitsOf } from './check-lines.ts';
import { Overlaps } from './overlaps.ts';

const START = '2027-01-01';
const lineOf = (fields: object) =>
  ({ hotelId: 'htl_1', planCode: 'FLEX', roomCode: 'DBL', stopSell: true, ...fields }) as RateLine;

function nightsOf({ from, to, ...line }: RateLine): string[] {
  const nights: string[] = [];
  for (let night = from; night <= to; night = addDays(night, 1)) {
    const day = (new Date(night).getUTCDay() + 6) % 7;
    if ((weekdayBitsOf(line) >> day) & 1) nights.push(night);
  }
  return nights;
}

/** A reproducible sequence of pseudo-random numbers. */
function numbers(): (below: number) => number {
  let state = 7;
  return below => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it('an overlap is reported for exactly the lines that set a night a second time', () => {
  const next = numbers();
  for (let round = 0; round < 200; round++) {
    const overlaps = new Overlaps();
    const setBy = new Map<string, number>();
    for (let line = 1; line <= 12; line++) {
      const from = addDays(START, next(60));
      const weekdays = WEEKDAYS.filter(() => next(3) === 0);
      const record = lineOf({ from, to: addDays(from, next(20)), ...(weekdays.length > 0 && { weekdays }) });
      const nights = nightsOf(record);
      const others = new Set(nights.flatMap(night => setBy.get(night) ?? []));
      const problems = overlaps.add(record, line);
      expect(problems.length).toBe(others.size > 0 ? 1 : 0);
      // After the first invalid line the import fails anyway, so later results do not matter.
      if (others.size > 0) {
        expect(
          [...others].some(other => problems[0]?.startsWith(`Line ${other} already sets stopSell `)),
        ).toBe(true);
        break;
      }
      for (const night of nights) setBy.set(night, line);
    }
  }
});

it('inventory lines for different hotels, rooms, plans or fields never overlap', () => {
  const overlaps = new Overlaps();
  const nights = { from: START, to: START };
  const lines = [
    {},
    { hotelId: 'htl_2' },
    { planCode: 'B' },
    { roomCode: 'B' },
    { stopSell: undefined, maxStay: 1 },
  ];
  for (const [i, fields] of lines.entries())
    expect(overlaps.add(lineOf({ ...nights, ...fields }), i)).toEqual([]);
  expect(overlaps.add(lineOf({ ...nights, maxStay: 2 }), 9)).toEqual([
    'Line 0 already sets stopSell for some of these nights.',
    'Line 4 already sets maxStay for some of these nights.',
  ]);
});

it('no overlap is reported for 60,000 lines that each set a different night, in mixed order', () => {
  const overlaps = new Overlaps();
  const first = Date.parse(START);
  for (let i = 0; i < 60_000; i++) {
    const night = new Date(first + (i % 2 ? i : 60_000 - i) * 86_400_000).toISOString().slice(0, 10);
    expect(overlaps.add(lineOf({ from: night, to: night }), i).length).toBe(0);
  }
});
