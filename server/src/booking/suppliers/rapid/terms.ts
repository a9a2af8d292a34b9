/** Reads Rapid's cancellation penalties and boards. If a penalty is ambiguous, the more expensive interpretation applies. Pure. */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { type Json, listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import { readMinor } from '../../../platform/money/exact-amount.ts';
import type { SuppliedPenalty, SuppliedPolicy } from '../../port/supplied-offer.ts';
import { currencyOf } from './money.ts';

const UNKNOWN: SuppliedPolicy = { kind: 'UNKNOWN' };
/**
 * If a penalty already applies, Rapid states the time of its response as its start. A penalty that starts within this
 * time after the search therefore counts as always applying.
 */
const START_TOLERANCE_MS = 5 * 60_000;
const DAY_MS = 86_400_000;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const PERCENT = /^(\d{1,3}(?:\.\d{1,2})?)%?$/;

/** One entry of `cancel_penalties`. Values that the entry does not have are null. */
export interface RatePenalty {
  /** Null if the penalty applies from the beginning. */
  fromMs: number | null;
  amountMinor: number | null;
  nights: number | null;
  /** Hundredths of a percent. */
  percent: number | null;
}

/** The terms of a rate, before they are applied to the price of a room. */
export type RateTerms =
  | { kind: 'UNKNOWN' }
  /** The penalty is always the full price. */
  | { kind: 'FULL' }
  | { kind: 'PENALTIES'; penalties: readonly RatePenalty[] };

export interface TermsContext {
  /** When Rapid calculated the terms: the time of the search, or of the booking. */
  atMs: number;
  checkIn: string;
  checkOut: string;
  currency: string;
}

/** `rate` comes from a search or from a retrieved itinerary. */
export function readTerms(rate: Json, context: TermsContext): RateTerms {
  const penalties: RatePenalty[] = [];
  for (const each of listOf(rate.cancel_penalties)) {
    const penalty = readPenalty(objectOf(each), context);
    if (penalty === undefined) return { kind: 'UNKNOWN' };
    penalties.push(penalty);
  }
  if (typeof rate.refundable !== 'boolean') return { kind: 'UNKNOWN' };
  if (overlaps(rate.nonrefundable_date_ranges, context)) return { kind: 'FULL' };
  if (penalties.length > 0) return { kind: 'PENALTIES', penalties };
  // A refundable rate without penalties does not state what a late cancellation costs.
  return rate.refundable ? { kind: 'UNKNOWN' } : { kind: 'FULL' };
}

function readPenalty(entry: Json | undefined, { atMs, currency }: TermsContext): RatePenalty | undefined {
  const start = textOf(entry?.start);
  if (entry === undefined || start === undefined || !INSTANT.test(start)) return undefined;
  const startMs = Date.parse(start);
  if (Number.isNaN(startMs)) return undefined;
  const amountMinor = optional(entry.amount, value => readMinor(value, currency));
  const nights = optional(entry.nights, countOf);
  const percent = optional(entry.percent, percentOf);
  if (amountMinor === undefined || nights === undefined || percent === undefined) return undefined;
  if (amountMinor === null && nights === null && percent === null) return undefined;
  if (amountMinor !== null && (amountMinor < 0 || currencyOf(entry.currency) !== currency)) return undefined;
  return { fromMs: startMs <= atMs + START_TOLERANCE_MS ? null : startMs, amountMinor, nights, percent };
}

/** Returns null if the value is missing, or undefined if it cannot be read. */
function optional(value: unknown, read: (value: unknown) => number | undefined): number | null | undefined {
  return value === undefined || value === null ? null : read(value);
}

/** `nights` is a string such as `1`. */
function countOf(value: unknown): number | undefined {
  return /^\d{1,3}$/.test(String(value)) ? Number(value) : undefined;
}

/** `percent` is a string such as `100%`. */
function percentOf(value: unknown): number | undefined {
  const digits = PERCENT.exec(String(value))?.[1];
  const hundredths = digits === undefined ? undefined : readMinor(digits, 'EUR');
  return hundredths === undefined || hundredths > 10_000 ? undefined : hundredths;
}

/** Whether any night of the stay is non-refundable. The whole stay then counts as non-refundable. */
function overlaps(ranges: unknown, { checkIn, checkOut }: TermsContext): boolean {
  return listOf(ranges).some(each => {
    const range = objectOf(each);
    return String(range?.start ?? '') < checkOut && String(range?.end ?? '9999') >= checkIn;
  });
}

export interface RoomPrice {
  totalMinor: number;
  nightlyMinor: readonly number[] | null;
}

/** Applies the terms to all rooms. The penalty for a room never exceeds its price. */
export function policyOf(terms: RateTerms, rooms: readonly RoomPrice[]): SuppliedPolicy {
  if (terms.kind === 'UNKNOWN') return UNKNOWN;
  const full = rooms.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  if (terms.kind === 'FULL')
    return {
      kind: 'KNOWN',
      penalties: [{ from: { kind: 'ALWAYS' }, penaltyMinor: full }],
      noShowMinor: null,
    };
  const penalties: SuppliedPenalty[] = [];
  for (const penalty of terms.penalties) {
    const penaltyMinor = rooms.reduce((sum, room) => sum + roomPenalty(penalty, room), 0);
    if (penaltyMinor === 0) continue;
    const { fromMs } = penalty;
    penalties.push({
      from: fromMs === null ? { kind: 'ALWAYS' } : { kind: 'INSTANT', atMs: fromMs },
      penaltyMinor,
    });
  }
  return { kind: 'KNOWN', penalties, noShowMinor: null };
}

/**
 * Adds up the parts of a penalty. Rapid does not state which nights are charged or whether taxes are included, so the most expensive
 * nights with taxes are used. An amount is charged for each room.
 */
function roomPenalty(
  { amountMinor, nights, percent }: RatePenalty,
  { totalMinor, nightlyMinor }: RoomPrice,
): number {
  let sum = amountMinor ?? 0;
  if (percent !== null) sum += Math.ceil((totalMinor * percent) / 10_000);
  if (nights !== null && nights > 0) {
    if (nightlyMinor === null || nights >= nightlyMinor.length) sum += totalMinor;
    else for (const night of [...nightlyMinor].sort((a, b) => b - a).slice(0, nights)) sum += night;
  }
  return Math.min(sum, totalMinor);
}

/** Combines the terms of all rooms: from each deadline on, the sum of the penalties that apply then. */
export function combinedPolicy(rooms: readonly SuppliedPolicy[]): SuppliedPolicy {
  const times = new Set<number>();
  for (const policy of rooms) {
    if (policy.kind === 'UNKNOWN') return UNKNOWN;
    for (const { from } of policy.penalties) times.add(timeOf(from));
  }
  const penalties = [...times]
    .sort((a, b) => a - b)
    .map(atMs => ({
      from: atMs === ALWAYS ? ({ kind: 'ALWAYS' } as const) : ({ kind: 'INSTANT', atMs } as const),
      penaltyMinor: rooms.reduce((sum, policy) => sum + penaltyAt(policy, atMs), 0),
    }));
  return { kind: 'KNOWN', penalties, noShowMinor: null };
}

const ALWAYS = Number.NEGATIVE_INFINITY;

function timeOf(from: SuppliedPenalty['from']): number {
  return from.kind === 'INSTANT' ? from.atMs : ALWAYS;
}

/** The penalty at a time. Of the entries that have started, the latest one applies. */
function penaltyAt(policy: SuppliedPolicy, atMs: number): number {
  let latest = Number.NaN;
  let due = 0;
  for (const { from, penaltyMinor } of policy.kind === 'KNOWN' ? policy.penalties : []) {
    const time = timeOf(from);
    if (time > atMs || time < latest) continue;
    due = time === latest ? Math.max(due, penaltyMinor) : penaltyMinor;
    latest = time;
  }
  return due;
}

export function nightsBetween(checkIn: string, checkOut: string): number {
  return Math.round((Date.parse(checkOut) - Date.parse(checkIn)) / DAY_MS);
}

/** Amenities that mention a meal which is not included in the price. */
const NOT_INCLUDED = /credit|discount|surcharge|voucher|upgrade|available|not included|\bfee\b/i;
/** Tried in order, so "breakfast and dinner" is never read as breakfast alone. */
const BOARDS: readonly [(name: string) => boolean, BoardCode][] = [
  [name => /all.?inclusive/.test(name), 'AI'],
  [name => /full.?board|all meals/.test(name) || mentions(name, 'breakfast', 'lunch', 'dinner'), 'FB'],
  [
    name =>
      /half.?board/.test(name) ||
      mentions(name, 'breakfast', 'lunch') ||
      mentions(name, 'breakfast', 'dinner'),
    'HB',
  ],
  [name => mentions(name, 'breakfast'), 'BB'],
];

function mentions(name: string, ...meals: string[]): boolean {
  return meals.every(meal => name.includes(meal));
}

/** The board that the English names of a rate's amenities state. A rate without a meal is room only. */
export function boardOf(amenities: unknown): BoardCode {
  const names: string[] = [];
  for (const each of Object.values(objectOf(amenities) ?? {})) {
    const name = textOf(objectOf(each)?.name);
    if (name !== undefined && !NOT_INCLUDED.test(name)) names.push(name.toLowerCase());
  }
  for (const [states, board] of BOARDS) if (names.some(states)) return board;
  return 'RO';
}
