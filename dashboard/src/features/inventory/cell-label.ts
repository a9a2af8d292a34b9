/** The text of a calendar cell: short for the grid, in full for tooltips and screen readers. Pure. */
import {
  type CalendarPlan,
  type CalendarRow,
  effectiveValue,
  fieldOf,
  type GridField,
  inheritedText,
  kindOf,
  parentNameOf,
  type RateNight,
  type RoomNight,
  roomNightOf,
  savedValue,
  type Value,
  valueText,
} from './calendar.ts';
import { roundedAmount } from './cell-text.ts';
import { changedValue, guestPriceOf, type RowFollowing } from './following.ts';
import { nightName } from './month.ts';
import { changeAt, hasNight, keyOf, type RowChanges } from './pending.ts';

interface CellDescription {
  /** Short enough for one night of the grid. Amounts are rounded. */
  main: string;
  /** The shown value in full, such as `106.20`, `yes` or `3 of 8 sold`. */
  exact: string;
  /** Short marks for restrictions, held rooms and excess sales. */
  marks: string;
  label: string;
  tone: 'closed' | 'full' | 'excess' | 'inherited' | undefined;
  isPending: boolean;
  /** Whether the cell shows a value that follows an unsaved change of another rate plan. */
  isFollowing: boolean;
  /** Number of sold rooms, if the cell opens its bookings. */
  sold: number;
}

interface ShownCells {
  shown: GridField;
  currency: string;
  changes: RowChanges | undefined;
  following: RowFollowing | undefined;
}

export function describeCell(row: CalendarRow, night: string, cells: ShownCells): CellDescription {
  const { room, plan } = row;
  if (plan === undefined) return describeRoomNight(room.name, roomNightOf(room, night), night, cells.changes);
  return describeRateNight(row, plan, night, cells);
}

function describeRoomNight(
  name: string,
  cell: RoomNight | undefined,
  night: string,
  changes: RowChanges | undefined,
): CellDescription {
  const change = changeAt(changes, night, 'total');
  const where = `${name}, ${nightName(night)}: `;
  const isPending = change !== undefined;
  const allotment = isPending ? Number(change.to) : cell?.allotment;
  if (allotment === undefined)
    return {
      main: '–',
      exact: '–',
      marks: '',
      label: `${where}no allotment, closed`,
      tone: 'closed',
      isPending,
      isFollowing: false,
      sold: 0,
    };
  const { sold, held } = cell ?? { sold: 0, held: 0 };
  const free = Math.max(0, allotment - sold - held);
  const excess = Math.max(0, sold + held - allotment);
  const more = excess > 0 ? `, ${excess} oversold` : '';
  const not = isPending ? `, not saved, was ${change.from ?? 'not set'}` : '';
  return {
    main: `${sold}/${allotment}`,
    exact: `${sold} of ${allotment} sold`,
    marks: [...(excess > 0 ? [`−${excess}`] : []), ...(held > 0 ? [`${held}h`] : [])].join(' '),
    label: `${where}${sold} of ${allotment} sold, ${held} held, ${free} free${more}${not}`,
    tone: excess > 0 ? 'excess' : free === 0 ? 'full' : undefined,
    isPending,
    isFollowing: false,
    sold,
  };
}

const counted = (value: unknown, noun: string) => `${value} ${noun}${value === 1 ? '' : 's'}`;

/** The limit is 1,000 days, and four characters fit. */
const days = (value: unknown) => (value === 1000 ? '1k' : value);

const MARKS: readonly [
  field: keyof RateNight,
  mark: (value: unknown) => string,
  details: (value: unknown) => string,
][] = [
  ['stopSell', () => '✕', () => 'stop sell'],
  ['closedToArrival', () => 'A', () => 'closed to arrival'],
  ['closedToDeparture', () => 'D', () => 'closed to departure'],
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
  [
    'minAdvance',
    value => `${days(value)}d`,
    value => `book at least ${counted(value, 'day')} before arrival`,
  ],
  ['maxAdvance', value => `<${days(value)}`, value => `book at most ${counted(value, 'day')} before arrival`],
];

/** What `✕`, `A` and the other marks mean, for the legend. */
export const LEGEND =
  '✕ stop sell · A closed to arrival · D closed to departure · ≥2 minimum stay on arrival · ≥2t minimum stay through · ≤5 maximum stay · 3d minimum days ahead · <90 maximum days ahead · A +2 two more, named in the tooltip · 2h two rooms held · −1 oversold by one room';

function describeRateNight(
  row: CalendarRow,
  plan: CalendarPlan,
  night: string,
  { shown, currency, changes, following }: ShownCells,
): CellDescription {
  const all = { changes, following };
  const value = (field: string) => changedValue(row, night, field, all);
  const priceField = fieldOf(row, 'price');
  const price = value(priceField) as string | null;
  const guest = guestPriceOf(plan, night, following);
  const set = MARKS.filter(([field]) => Boolean(value(field)));
  const priceChange = changeAt(changes, night, priceField);
  const ownPrice = priceChange === undefined ? savedValue(row, night, priceField) : priceChange.to;
  const isInherited = price !== null && ownPrice === null;
  const field = fieldOf(row, shown);
  const change = changeAt(changes, night, field);
  const isPending = changes !== undefined && hasNight(changes, night);
  const hasFollowed = change === undefined && (following?.values.has(keyOf(night, field)) ?? false);
  const isFollowing =
    hasFollowed || (!isPending && following !== undefined && hasNight(following.values, night));
  const was =
    change === undefined ? '' : `, was ${change.from ?? inheritedText(row, night, field) ?? 'not set'}`;
  const before = hasFollowed ? valueText(effectiveValue(row, night, field)) : '';
  const details = [
    describePrice(row, plan, price, guest, currency, isInherited),
    ...set.map(([name, , describe]) => describe(value(name))),
    ...(isPending ? [`not saved${was}`] : []),
    ...(isFollowing ? [`follows an unsaved change${before && `, was ${before}`}`] : []),
  ].join('; ');
  return {
    main: shown === 'price' ? roundedAmount(guest ?? price) : shortValue(value(field), kindOf(field)),
    exact: shown === 'price' ? (guest ?? price ?? '–') : valueText(value(field)),
    marks: set
      .filter(([name]) => name !== field)
      .map(([name, mark]) => mark(value(name)))
      .join(' '),
    label: `${plan.name}, ${nightName(night)}: ${details}`,
    tone:
      (price ?? guest) === null || value('stopSell') === true
        ? 'closed'
        : isInherited
          ? 'inherited'
          : undefined,
    isPending,
    isFollowing,
    sold: 0,
  };
}

function describePrice(
  row: CalendarRow,
  plan: CalendarPlan,
  price: string | null,
  guest: string | null,
  currency: string,
  isInherited: boolean,
): string {
  if (price === null && guest === null) return 'no price, closed';
  const parent = isInherited ? parentNameOf(row) : undefined;
  const from = parent === undefined ? '' : `, follows ${parent}`;
  const adults = plan.guestAdults === 1 ? '1 adult' : `${plan.guestAdults} adults`;
  const rate = price === null ? '' : ` (rate ${price}${from})`;
  return guest === null
    ? `no price for ${adults}${rate}`
    : `guest pays ${guest} ${currency} for ${adults}${rate}`;
}

function shortValue(value: Value, kind: 'amount' | 'count' | 'flag'): string {
  if (kind === 'flag') return value === true ? 'yes' : value === false ? 'no' : '·';
  if (kind === 'amount') return roundedAmount(value as string | null);
  return value === null ? '·' : String(value);
}
