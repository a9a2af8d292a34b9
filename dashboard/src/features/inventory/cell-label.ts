/** The text of a calendar cell: short for the grid, in full for tooltips and screen readers. Pure. */
import type { CalendarRow, RateNight, RoomNight } from './calendar.ts';
import { rateNightOf, roomNightOf } from './calendar.ts';
import { nightName } from './month.ts';

interface CellDescription {
  main: string;
  /** Short marks for restrictions, held rooms and excess sales. */
  marks: string[];
  label: string;
  tone: 'closed' | 'full' | 'excess' | 'inherited' | undefined;
}

export function describeCell({ room, plan }: CalendarRow, night: string, currency: string): CellDescription {
  if (plan === undefined) return describeRoomNight(room.name, roomNightOf(room, night), night);
  const { main, marks, details, tone } = describeRateNight(
    rateNightOf(plan, night),
    currency,
    plan.derivedFrom,
  );
  return { main, marks, tone, label: `${plan.name}, ${nightName(night)}: ${details}` };
}

function describeRoomNight(name: string, cell: RoomNight | undefined, night: string): CellDescription {
  const where = `${name}, ${nightName(night)}: `;
  if (cell === undefined)
    return { main: '–', marks: [], label: `${where}no allotment, closed`, tone: 'closed' };
  const { allotment, sold, held, free, excess } = cell;
  const more = excess > 0 ? `, ${excess} oversold` : '';
  return {
    main: `${sold}/${allotment}`,
    marks: [...(held > 0 ? [`${held} held`] : []), ...(excess > 0 ? [`+${excess}`] : [])],
    label: `${where}${sold} of ${allotment} sold, ${held} held, ${free} free${more}`,
    tone: excess > 0 ? 'excess' : free === 0 ? 'full' : undefined,
  };
}

const counted = (value: unknown, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`;

const MARKS: readonly [
  field: keyof RateNight,
  mark: (value: unknown) => string,
  details: (value: unknown) => string,
][] = [
  ['stopSell', () => 'stop', () => 'stop sell'],
  ['closedToArrival', () => 'CTA', () => 'closed to arrival'],
  ['closedToDeparture', () => 'CTD', () => 'closed to departure'],
  [
    'minStayArrival',
    value => `≥${value}`,
    value => `minimum stay ${counted(value, 'night')} for arrivals on this night`,
  ],
  [
    'minStayThrough',
    value => `≥${value}t`,
    value => `minimum stay ${counted(value, 'night')} for any stay that includes this night`,
  ],
  ['maxStay', value => `≤${value}`, value => `maximum stay ${counted(value, 'night')}`],
  ['minAdvance', value => `${value}d`, value => `book at least ${counted(value, 'day')} before arrival`],
  ['maxAdvance', value => `<${value}d`, value => `book at most ${counted(value, 'day')} before arrival`],
];

function describeRateNight(cell: RateNight | undefined, currency: string, parent: string | null) {
  if (cell === undefined)
    return { main: '–', marks: [], details: 'no price, closed', tone: 'closed' as const };
  const set = MARKS.filter(([field]) => Boolean(cell[field]));
  const price = priceOf(cell);
  const isInherited = price !== undefined && !cell.own.includes('amount') && !cell.own.includes('byAdults');
  const from = isInherited && parent !== null ? `, follows ${parent}` : '';
  const details = [
    price === undefined ? 'no price, closed' : `${price} ${currency}${from}`,
    ...set.map(([field, , describe]) => describe(cell[field])),
  ].join('; ');
  return {
    main: price === undefined ? '–' : shortAmount(price),
    marks: set.map(([field, mark]) => mark(cell[field])),
    details,
    tone:
      price === undefined || cell.stopSell
        ? ('closed' as const)
        : isInherited
          ? ('inherited' as const)
          : undefined,
  };
}

/** The price to show. For a PER_OCCUPANCY plan, this is the price for two adults or the first price given. */
function priceOf({ amount, byAdults }: RateNight): string | undefined {
  return amount ?? byAdults?.['2'] ?? Object.values(byAdults ?? {})[0];
}

/** Drops zero decimals to save space. */
function shortAmount(amount: string): string {
  return amount.replace(/\.0+$/, '');
}
