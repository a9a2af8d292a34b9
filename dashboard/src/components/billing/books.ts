/** The stays to come, by month, beside those of the year before as they were known on the same day. Pure. */
import { PICKUP_DAYS } from '@serai/contract/shared/pickup-days.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { type Change, changeOfMoney, type Money } from '../../lib/format/change.ts';
import { formatMoney, formatNumber, formatSignedMoney } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { daysLater, monthsLater } from '../../lib/format/zoned-day.ts';
import type { StatusGroupName } from '../booking-labels.ts';
import type { Target } from '../link-to.tsx';
import { describeRange } from '../pickers/date-range.ts';

export type Books = Output<'reports/on-the-books'>;

const PICKUP = `Last ${PICKUP_DAYS} days`;

/** This month and the next three. */
export const BOOKS_MONTHS = 4;

interface MonthFigures {
  stays: number;
  roomNights: number;
  /** One for each currency that has stays with revenue. */
  revenue: Money[];
}

export interface BookedMonth extends MonthFigures {
  /** The first and the last day. */
  from: string;
  to: string;
  /** For example `Rest of November` or `December`. */
  label: string;
  /** The change of the figures in the last days, which may be negative. */
  pickup: MonthFigures;
  /** Undefined without a comparison. */
  before: MonthFigures | undefined;
  /** Of the revenue. */
  change: Change | undefined;
}

/** Every month of the range, because the response leaves out months without stays. */
export function bookedMonths(books: Books | undefined, today: string): BookedMonth[] {
  return Array.from({ length: BOOKS_MONTHS }, (_, ahead) => {
    const month = monthsLater(today.slice(0, 7), ahead);
    const rows = books?.rows.filter(row => row.month === month) ?? [];
    const now = sumOf(rows);
    const before = books?.yearBefore ? sumOf(rows.map(earlierOf)) : undefined;
    return {
      from: ahead === 0 ? today : `${month}-01`,
      to: daysLater(`${monthsLater(month, 1)}-01`, -1),
      label: ahead === 0 ? `Rest of ${nameOf(month)}` : nameOf(month),
      ...now,
      pickup: sumOf(rows.map(pickupOf)),
      before,
      change: before && changeOfMoney(now.revenue, before.revenue, before.stays),
    };
  });
}

type Figures = Pick<Books['rows'][number], 'stays' | 'roomNights' | 'revenue'>;

function earlierOf({
  currency,
  earlierStays,
  earlierRoomNights,
  earlierRevenue,
}: Books['rows'][number]): Figures {
  return {
    stays: earlierStays ?? 0,
    roomNights: earlierRoomNights ?? 0,
    revenue: earlierRevenue ?? { amount: '0', currency },
  };
}

function pickupOf({ pickupStays, pickupRoomNights, pickupRevenue }: Books['rows'][number]): Figures {
  return { stays: pickupStays, roomNights: pickupRoomNights, revenue: pickupRevenue };
}

function sumOf(figures: readonly Figures[]): MonthFigures {
  const sum = (name: 'stays' | 'roomNights') => figures.reduce((total, each) => total + each[name], 0);
  return {
    stays: sum('stays'),
    roomNights: sum('roomNights'),
    revenue: figures.map(({ revenue }) => revenue).filter(({ amount }) => Number(amount) !== 0),
  };
}

/** The revenue of a month without any, in the currency of the others. Without a common currency, there is no amount. */
export function noRevenue({ rows }: Books): Money[] {
  const first = rows[0]?.revenue;
  if (first === undefined || rows.some(({ currency }) => currency !== first.currency)) return [];
  return [{ ...first, amount: (0).toFixed((first.amount.split('.')[1] ?? '').length) }];
}

function nameOf(month: string): string {
  return monthName(month).replace(/ \d+$/, '');
}

/** What the figures are compared with, for example `what was on the books on 18 Nov 2025`. Undefined without a comparison. */
export function booksBefore({ yearBefore }: Books): string | undefined {
  return yearBefore === null
    ? undefined
    : `what was on the books on ${describeRange({ from: yearBefore.from, to: yearBefore.from })}`;
}

/** For example `24 room nights, 8 stays`. */
export function staysWords({ stays, roomNights }: MonthFigures): string {
  return stays === 0 ? 'No stays' : `${counted(roomNights, 'room night')}, ${counted(stays, 'stay')}`;
}

/** For example `Last 7 days: +2 stays, +480.00 EUR`. Undefined without stays, now and then. */
export function pickupWords({ stays, pickup }: Pick<BookedMonth, 'stays' | 'pickup'>): string | undefined {
  const { stays: change, revenue } = pickup;
  if (change === 0 && revenue.length === 0) return stays === 0 ? undefined : `${PICKUP}: no change`;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return `${PICKUP}: ${[`${sign}${counted(Math.abs(change), 'stay')}`, ...revenue.map(formatSignedMoney)].join(', ')}`;
}

/** For example `Year before: 1,730.00 EUR, 15 nights`. */
export function beforeWords({ stays, roomNights, revenue }: MonthFigures): string {
  const figures = stays === 0 ? ['no stays'] : [...revenue.map(formatMoney), counted(roomNights, 'night')];
  return `Year before: ${figures.join(', ')}`;
}

const counted = (count: number, word: string) => `${formatNumber(count)} ${word}${count === 1 ? '' : 's'}`;

export type BooksFilters = Pick<
  Input<'reports/on-the-books'>,
  'partnerId' | 'hotelId' | 'country' | 'provider'
>;

/** The stays of these days. Undefined if there are none, or if the list has no such filter. */
export function staysLink(
  { from, to, stays }: Pick<BookedMonth, 'from' | 'to' | 'stays'>,
  { partnerId, hotelId, country, provider }: BooksFilters,
): Target | undefined {
  if (stays === 0 || country !== undefined || provider !== undefined) return undefined;
  const status: StatusGroupName = 'stay';
  return { to: '/bookings', search: { partner: partnerId, hotel: hotelId, status, from, to } };
}
