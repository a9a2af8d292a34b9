/** Pure. A night of the calendar in few letters for the eye, and in whole words for everybody else. */
import type { CalendarRow, RateNight, RoomNight } from './calendar.ts';
import { rateNightOf, roomNightOf } from './calendar.ts';
import { nightName } from './month.ts';

export interface CellWords {
  main: string;
  /** Restrictions, or how many are left. */
  marks: string[];
  label: string;
  tone: 'closed' | 'full' | 'excess' | 'inherited' | undefined;
}

export function cellWords({ room, plan }: CalendarRow, night: string, currency: string): CellWords {
  if (plan === undefined) return roomWords(room.name, roomNightOf(room, night), night);
  const { main, marks, words, tone } = rateWords(rateNightOf(plan, night), currency, plan.derivedFrom);
  return { main, marks, tone, label: `${plan.name}, ${nightName(night)}: ${words}` };
}

function roomWords(name: string, cell: RoomNight | undefined, night: string): CellWords {
  const where = `Rooms of ${name}, ${nightName(night)}: `;
  if (cell === undefined) return { main: '–', marks: [], label: `${where}none set, closed`, tone: 'closed' };
  const { allotment, sold, held, free, excess } = cell;
  const more = excess > 0 ? `, ${excess} more than there are` : '';
  return {
    main: `${sold}/${allotment}`,
    marks: [...(held > 0 ? [`${held} held`] : []), ...(excess > 0 ? [`+${excess}`] : [])],
    label: `${where}${sold} of ${allotment} sold, ${held} held, ${free} free${more}`,
    tone: excess > 0 ? 'excess' : free === 0 ? 'full' : undefined,
  };
}

const MARKS: readonly [
  member: keyof RateNight,
  mark: (value: unknown) => string,
  words: (value: unknown) => string,
][] = [
  ['stopSell', () => 'stop', () => 'not sold'],
  ['closedToArrival', () => 'CTA', () => 'closed to arrival'],
  ['closedToDeparture', () => 'CTD', () => 'closed to departure'],
  ['minStayArrival', value => `≥${value}`, value => `at least ${value} nights from here`],
  ['minStayThrough', value => `≥${value}t`, value => `at least ${value} nights through here`],
  ['maxStay', value => `≤${value}`, value => `at most ${value} nights from here`],
  ['minAdvance', value => `${value}d`, value => `booked at least ${value} days before`],
  ['maxAdvance', value => `<${value}d`, value => `booked at most ${value} days before`],
];

function rateWords(cell: RateNight | undefined, currency: string, parent: string | null) {
  if (cell === undefined) return { main: '–', marks: [], words: 'no price, closed', tone: 'closed' as const };
  const set = MARKS.filter(([member]) => Boolean(cell[member]));
  const price = priceOf(cell);
  const isInherited = price !== undefined && !cell.own.includes('amount') && !cell.own.includes('byAdults');
  const from = isInherited && parent !== null ? `, follows ${parent}` : '';
  const words = [
    price === undefined ? 'no price, closed' : `${price} ${currency}${from}`,
    ...set.map(([member, , inWords]) => inWords(cell[member])),
  ].join('; ');
  return {
    main: price === undefined ? '–' : shortAmount(price),
    marks: set.map(([member, mark]) => mark(cell[member])),
    words,
    tone:
      price === undefined || cell.stopSell
        ? ('closed' as const)
        : isInherited
          ? ('inherited' as const)
          : undefined,
  };
}

/** Of a PER_OCCUPANCY plan the price for two, or for the fewest that are named. */
export function priceOf({ amount, byAdults }: RateNight): string | undefined {
  return amount ?? byAdults?.['2'] ?? Object.values(byAdults ?? {})[0];
}

/** Whole amounts without their zeros: a column is narrow. */
export function shortAmount(amount: string): string {
  return amount.replace(/\.0+$/, '');
}
