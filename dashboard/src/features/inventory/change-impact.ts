/** What the unsaved changes mean as a whole: average prices, nights that open or close, and large changes. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { fromMinor, toMinor } from '../../lib/format/decimal.ts';
import {
  type CalendarRow,
  codesOf,
  fieldOf,
  kindOf,
  rateNightOf,
  roomNightOf,
  rowKey,
  type Value,
} from './calendar.ts';
import { type Changed, changedValue, type Following, guestPriceOf } from './following.ts';
import { type Change, hasNight, nightAndField, type Pending, type RowChanges } from './pending.ts';

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
  /** The nights whose price changes by more than `LARGE_SHARE`, with the lowest and the highest of these changes. */
  large: { nights: number; lowest: number; highest: number } | undefined;
}

/** Prices on loaded nights, each counted once per rate plan and night. */
export interface PriceCounts {
  /** Nights that had a price before and have another one now. */
  changed: number;
  /** Those of them that only follow a change of another plan. */
  derived: number;
  /** Nights that had no price before. */
  first: number;
  /** Nights that have no price any more. */
  removed: number;
  /** The nights of all of them, each counted once. */
  nights: number;
}

/** Nights of a row, in their order. */
export interface RowCells {
  row: string;
  nights: readonly string[];
}

/** The nights on which a room type or rate plan starts or stops selling. */
export interface SalesNights {
  room: string;
  /** The name of the rate plan. Undefined for the room type as a whole. */
  plan: string | undefined;
  /** In their order. */
  nights: readonly string[];
}

/** Nights of a room type that cannot be booked, because only one of price and allotment is set. */
export interface UnsoldNights {
  roomCode: string;
  lacks: 'allotment' | 'price';
  /** In their order. */
  nights: readonly string[];
}

export interface ChangeImpact {
  /** The nights with any change, each counted once. */
  nights: number;
  /** Those of them that are not loaded. They are only counted, because their saved prices are not known. */
  unknown: number;
  /** Nights of the changed room types and rate plans that can no longer, or now, be booked. */
  closed: readonly SalesNights[];
  opened: readonly SalesNights[];
  /** For each changed room type. */
  unsold: readonly UnsoldNights[];
  /** The prices that change by more than `LARGE_SHARE`. A price of a night that is not loaded is compared as a rate. */
  large: number;
  /** Where they are. */
  largeCells: readonly RowCells[];
  prices: PriceCounts;
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
  const large = new Map<string, Set<string>>();
  const markLarge = (row: string, night: string) =>
    large.set(row, (large.get(row) ?? new Set<string>()).add(night));
  for (const [row, changes] of pending) {
    const { roomCode } = codesOf(row);
    for (const [key, change] of changes) {
      const [night, field] = nightAndField(key);
      nights.add(night);
      const isKnown = isLoaded(roomCode, night);
      if (!isKnown) unknown.add(night);
      // What guests pay on a known night is compared below.
      if (isKnown && !isForOtherAdults(field, byKey.get(row))) continue;
      if (isLargeRate(field, change, minorUnits(currency))) markLarge(row, night);
    }
  }
  const prices = { changed: 0, derived: 0, first: 0, removed: 0 };
  const priced = new Set<string>();
  const closed: SalesNights[] = [];
  const opened: SalesNights[] = [];
  const unsold = new Map<string, { roomCode: string; lacks: UnsoldNights['lacks']; nights: Set<string> }>();
  const plans: PlanImpact[] = [];
  const changedOf = ({ key }: CalendarRow) => ({ changes: pending.get(key), following: following.get(key) });
  const [saved, changed] = [stateReader(rows, () => SAVED), stateReader(rows, changedOf)];
  for (const row of rows) {
    const states = changedNights(changedOf(row))
      .filter(night => isLoaded(row.room.roomCode, night))
      .map(night => ({ night, before: saved(row, night), after: changed(row, night) }));
    closed.push(...salesOf(row, states, ({ before, after }) => before.isOpen && !after.isOpen));
    opened.push(...salesOf(row, states, ({ before, after }) => !before.isOpen && after.isOpen));
    const { roomCode } = row.room;
    for (const { night, after } of states) {
      if (after.lacks === undefined) continue;
      const key = `${after.lacks} ${roomCode}`;
      const found = unsold.get(key) ?? { roomCode, lacks: after.lacks, nights: new Set() };
      unsold.set(key, { ...found, nights: found.nights.add(night) });
    }
    const pairs = states.flatMap(({ night, before, after }) => {
      const price = changedPrice(before, after, minorUnits(currency));
      if (price !== undefined && isLarge(shareOf(price))) markLarge(row.key, night);
      if (price !== undefined && !hasNight(pending.get(row.key) ?? NO_CHANGE, night)) prices.derived += 1;
      if (!hasPrice(before) && hasPrice(after)) prices.first += 1;
      if (hasPrice(before) && !hasPrice(after)) prices.removed += 1;
      if (price !== undefined || hasPrice(before) !== hasPrice(after)) priced.add(night);
      return price === undefined ? [] : [price];
    });
    prices.changed += pairs.length;
    if (pairs.length > 0) plans.push(planImpact(row.key, pairs, minorUnits(currency)));
  }
  // In whole per cent, so that plans stay in the order of the grid if they change alike.
  const rank = ({ share }: PlanImpact) => Math.round(Math.abs(share) * 100);
  plans.sort((a, b) => rank(b) - rank(a));
  return {
    ...{ nights: nights.size, unknown: unknown.size, closed, opened, plans },
    prices: { ...prices, nights: priced.size },
    large: [...large.values()].reduce((sum, each) => sum + each.size, 0),
    largeCells: [...large].map(([row, at]) => ({ row, nights: [...at].sort() })),
    unsold: [...unsold.values()].map(each => ({ ...each, nights: [...each.nights].sort() })),
  };
}

interface NightChange {
  night: string;
  before: NightState;
  after: NightState;
}

/** The nights of a row on which its sales change. */
function salesOf(
  { room, plan }: CalendarRow,
  states: readonly NightChange[],
  isOne: (change: NightChange) => boolean,
): SalesNights[] {
  const nights = states
    .filter(isOne)
    .map(({ night }) => night)
    .sort();
  return nights.length === 0 ? [] : [{ room: room.name, plan: plan?.name, nights }];
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

const NO_CHANGE: RowChanges = new Map();

const hasPrice = ({ guest, rate }: NightState) => guest !== null || rate !== null;

const SAVED: Changed = { changes: undefined, following: undefined };

function changedNights({ changes, following }: Changed): string[] {
  const keys = [...(changes?.keys() ?? []), ...(following?.values.keys() ?? [])];
  return [...new Set([...keys.map(key => nightAndField(key)[0]), ...(following?.guests.keys() ?? [])])];
}

/** In minor units. */
export type PricePair = readonly [from: bigint, to: bigint];

interface NightState {
  /** Whether guests can book the night: it has a price, sales are not stopped, and rooms are left. */
  isOpen: boolean;
  /** What was never set, so that the night cannot be booked. An allotment of 0 and stopped sales are decisions. */
  lacks: 'allotment' | 'price' | undefined;
  /** What guests pay. */
  guest: string | null;
  rate: string | null;
}

/** Reads the state of a night of a row, with the changes of its room type and of the rate plans that sell it. */
function stateReader(rows: readonly CalendarRow[], changedOf: (row: CalendarRow) => Changed) {
  const plansOf = Map.groupBy(
    rows.filter(({ plan }) => plan !== undefined),
    ({ room }) => room.roomCode,
  );
  const roomsOn = ({ room }: CalendarRow, night: string) => {
    const row = { key: rowKey(room.roomCode), room, plan: undefined };
    const total = changedValue(row, night, 'total', changedOf(row));
    const { sold, held } = roomNightOf(room, night) ?? { sold: 0, held: 0 };
    return { hasAllotment: total !== null, left: Number(total ?? 0) - sold - held };
  };
  const pricesOn = (row: CalendarRow, night: string) => {
    const changed = changedOf(row);
    const rate = changedValue(row, night, fieldOf(row, 'price'), changed) as string | null;
    const guest = row.plan === undefined ? null : guestPriceOf(row.plan, night, changed.following);
    const isStopped = changedValue(row, night, 'stopSell', changed) === true;
    const isActive = row.plan?.active === true;
    const hasPrice = (guest ?? rate ?? priceForOthers(row, night, changed)) !== null;
    return {
      ...{ rate, guest, isOffered: isActive && hasPrice && !isStopped },
      lacksPrice: !isActive || !(hasPrice || isStopped),
    };
  };
  return (row: CalendarRow, night: string): NightState => {
    const { hasAllotment, left } = roomsOn(row, night);
    if (row.plan !== undefined) {
      const { rate, guest, isOffered } = pricesOn(row, night);
      const lacks = isOffered && !hasAllotment ? 'allotment' : undefined;
      return { isOpen: isOffered && left > 0, lacks, guest, rate };
    }
    const prices = plansOf.get(row.key)?.map(each => pricesOn(each, night)) ?? [];
    const lacks = left > 0 && prices.every(each => each.lacksPrice) ? 'price' : undefined;
    return { isOpen: left > 0 && prices.some(each => each.isOffered), lacks, guest: null, rate: null };
  };
}

/** A price for any other number of adults than the one whose price the calendar shows. */
function priceForOthers(row: CalendarRow, night: string, changed: Changed): Value {
  const saved = Object.keys((row.plan && rateNightOf(row.plan, night)?.byAdults) ?? {});
  const fields = [...(changed.changes?.keys() ?? [])]
    .map(nightAndField)
    .flatMap(([at, field]) => (at === night && field.startsWith('byAdults.') ? [field] : []));
  return (
    [...saved.map(adults => `byAdults.${adults}`), ...fields]
      .map(field => changedValue(row, night, field, changed))
      .find(value => value !== null) ?? null
  );
}

/** Compares rates only if guests have no price before and after. A rate is never compared with a guest price. */
function changedPrice(before: NightState, after: NightState, digits: number): PricePair | undefined {
  const name = before.guest === null && after.guest === null ? 'rate' : 'guest';
  const [from, to] = [before[name], after[name]];
  if (from === null || to === null || from === to) return undefined;
  return [toMinor(from, digits), toMinor(to, digits)];
}

function planImpact(row: string, pairs: readonly PricePair[], digits: number): PlanImpact {
  const [before, after] = [pairs.map(([from]) => from), pairs.map(([, to]) => to)];
  return {
    row,
    nights: pairs.length,
    before: averageAmount(before, digits),
    after: averageAmount(after, digits),
    share: shareOf([sumOf(before), sumOf(after)]),
    large: largeChanges(pairs),
  };
}

/** The prices that change by more than `LARGE_SHARE`. */
export function largeChanges(pairs: readonly PricePair[]): PlanImpact['large'] {
  const large = pairs.map(shareOf).filter(isLarge);
  if (large.length === 0) return undefined;
  return { nights: large.length, lowest: Math.min(...large), highest: Math.max(...large) };
}

const sumOf = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);

/** Of amounts in minor units. Rounds half up. */
export function averageAmount(amounts: readonly bigint[], digits: number): string {
  const count = BigInt(amounts.length);
  return fromMinor((sumOf(amounts) * 2n + count) / (count * 2n), digits);
}

function isLarge(share: number): boolean {
  return Math.abs(share) > LARGE_SHARE;
}

/** A price that was zero has no share. Its change is as large as a doubled price. */
export function shareOf([from, to]: PricePair): number {
  return from === 0n ? 1 : Number(to - from) / Number(from);
}
