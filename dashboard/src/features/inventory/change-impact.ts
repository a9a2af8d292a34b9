/** What the unsaved changes mean as a whole: average prices, nights that open or close, and large changes. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { fromMinor, toMinor } from '../../lib/format/decimal.ts';
import { type CalendarRow, codesOf, fieldOf, kindOf, roomNightOf } from './calendar.ts';
import { type Changed, changedValue, type Following, guestPriceOf } from './following.ts';
import { type Change, nightAndField, type Pending } from './pending.ts';

/** A price that changes by more than this share may be a mistake. */
export const LARGE_SHARE = 0.2;

export interface PlanImpact {
  /** The key of the row. */
  row: string;
  /** The nights with another price. */
  nights: number;
  /** The average of what guests pay on these nights. */
  before: string;
  after: string;
  /** How the average changes, for example 0.1 for 10% more. */
  share: number;
  /** The nights whose price changes by more than `LARGE_SHARE`, and the largest of these changes. */
  large: { nights: number; share: number } | undefined;
}

/** A night is counted once per row. */
export interface RowNights {
  plans: number;
  rooms: number;
}

export interface ChangeImpact {
  /** The nights with any change, each counted once. */
  nights: number;
  /** Those of them that are not loaded. They are only counted, because their saved prices are not known. */
  unknown: number;
  /** Nights of room types and rate plans that can no longer, or now, be booked. */
  closed: RowNights;
  opened: RowNights;
  /** The prices that change by more than `LARGE_SHARE`. A price of a night that is not loaded is compared as a rate. */
  large: number;
  /** The largest change of an average first. Plans without another price are left out. */
  plans: readonly PlanImpact[];
}

interface Content {
  currency: string;
  pending: Pending;
  following: Following;
  /** Whether a night of a room type is loaded. */
  isLoaded: (roomCode: string, night: string) => boolean;
}

export function impactOf(rows: readonly CalendarRow[], content: Content): ChangeImpact {
  const { pending, following, currency, isLoaded } = content;
  const nights = new Set<string>();
  const unknown = new Set<string>();
  const byKey = new Map(rows.map(row => [row.key, row]));
  /** A row and a night, each counted once. */
  const large = new Set<string>();
  for (const [row, changes] of pending) {
    const { roomCode } = codesOf(row);
    for (const [key, change] of changes) {
      const [night, field] = nightAndField(key);
      nights.add(night);
      const isKnown = isLoaded(roomCode, night);
      if (!isKnown) unknown.add(night);
      // What guests pay on a known night is compared below.
      if (isKnown && !isForOtherAdults(field, byKey.get(row))) continue;
      if (isLargeRate(field, change, minorUnits(currency))) large.add(`${row} ${night}`);
    }
  }
  const [closed, opened] = [
    { plans: 0, rooms: 0 },
    { plans: 0, rooms: 0 },
  ];
  const plans: PlanImpact[] = [];
  for (const row of rows) {
    const changed = { changes: pending.get(row.key), following: following.get(row.key) };
    const states = changedNights(changed)
      .filter(night => isLoaded(row.room.roomCode, night))
      .map(night => ({ night, before: stateOf(row, night, SAVED), after: stateOf(row, night, changed) }));
    const kind = row.plan === undefined ? 'rooms' : 'plans';
    closed[kind] += states.filter(({ before, after }) => before.isOpen && !after.isOpen).length;
    opened[kind] += states.filter(({ before, after }) => !before.isOpen && after.isOpen).length;
    const prices = states.flatMap(({ night, before, after }) => {
      const price = changedPrice(before, after, minorUnits(currency));
      if (price !== undefined && isLarge(shareOf(price))) large.add(`${row.key} ${night}`);
      return price === undefined ? [] : [price];
    });
    if (prices.length > 0) plans.push(planImpact(row.key, prices, minorUnits(currency)));
  }
  // In whole per cent, so that plans stay in the order of the grid if they change alike.
  const rank = ({ share }: PlanImpact) => Math.round(Math.abs(share) * 100);
  plans.sort((a, b) => rank(b) - rank(a));
  return { nights: nights.size, unknown: unknown.size, closed, opened, large: large.size, plans };
}

/** A price for another number of adults than the one whose price the calendar shows. */
function isForOtherAdults(field: string, row: CalendarRow | undefined): boolean {
  return row !== undefined && field.startsWith('byAdults.') && field !== fieldOf(row, 'price');
}

/** Whether the price of a rate plan changes a lot, as far as its own rates show. A supplement is not a price. */
function isLargeRate(field: string, { from, to }: Change, digits: number): boolean {
  if (kindOf(field) !== 'amount' || field === 'extraAdult') return false;
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  return isLarge(shareOf([toMinor(from, digits), toMinor(to, digits)]));
}

const SAVED: Changed = { changes: undefined, following: undefined };

function changedNights({ changes, following }: Changed): string[] {
  const keys = [...(changes?.keys() ?? []), ...(following?.values.keys() ?? [])];
  return [...new Set([...keys.map(key => nightAndField(key)[0]), ...(following?.guests.keys() ?? [])])];
}

/** In minor units. */
type PricePair = readonly [from: bigint, to: bigint];

interface NightState {
  isOpen: boolean;
  /** What guests pay. */
  guest: string | null;
  rate: string | null;
}

function stateOf(row: CalendarRow, night: string, changed: Changed): NightState {
  const { plan } = row;
  const value = (field: string) => changedValue(row, night, field, changed);
  if (plan === undefined) {
    const { sold, held } = roomNightOf(row.room, night) ?? { sold: 0, held: 0 };
    return { isOpen: Number(value('total') ?? 0) - sold - held > 0, guest: null, rate: null };
  }
  const rate = value(fieldOf(row, 'price')) as string | null;
  const guest = guestPriceOf(plan, night, changed.following);
  return { isOpen: (guest ?? rate) !== null && value('stopSell') !== true, guest, rate };
}

/** Compares rates only if guests have no price before and after. A rate is never compared with a guest price. */
function changedPrice(before: NightState, after: NightState, digits: number): PricePair | undefined {
  const name = before.guest === null && after.guest === null ? 'rate' : 'guest';
  const [from, to] = [before[name], after[name]];
  if (from === null || to === null || from === to) return undefined;
  return [toMinor(from, digits), toMinor(to, digits)];
}

function planImpact(row: string, pairs: readonly PricePair[], digits: number): PlanImpact {
  const count = BigInt(pairs.length);
  const sumOf = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0n);
  /** Rounds half up. */
  const average = (sum: bigint) => fromMinor((sum * 2n + count) / (count * 2n), digits);
  const large = pairs.map(shareOf).filter(isLarge);
  const [before, after] = [sumOf(0), sumOf(1)];
  return {
    row,
    nights: pairs.length,
    before: average(before),
    after: average(after),
    share: shareOf([before, after]),
    large:
      large.length === 0
        ? undefined
        : { nights: large.length, share: large.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a)) },
  };
}

function isLarge(share: number): boolean {
  return Math.abs(share) > LARGE_SHARE;
}

/** A price that was zero has no share. Its change is as large as a doubled price. */
function shareOf([from, to]: PricePair): number {
  return from === 0n ? 1 : Number(to - from) / Number(from);
}
