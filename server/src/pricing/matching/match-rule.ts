/**
 * Determines whether a rule matches an offer and, if not, why. Pure. Searches use the compiled form in
 * `compile-rules.ts`, which gives the same result without the explanation.
 */
import { validFromMs, validToMs } from '@serai/contract/pricing/pricing-rule.ts';
import { WEEKDAYS, type Weekday } from '@serai/contract/pricing/rule-conditions.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { dateAt } from '../../platform/time/civil-date.ts';
import { dateInZone } from '../../platform/time/zoned-time.ts';
import type { Rule } from '../rule.ts';

export interface OfferFacts {
  partnerId: string;
  partnerGroups: readonly string[];
  provider: string;
  hotelId: string;
  chainCode: string | null;
  placeIds: readonly string[];
  stars: number | null;
  /** IANA name, or null if unknown. */
  timeZone: string | null;
  board: string;
  refundability: string;
  ratePlan: string | null;
  checkIn: string;
  nights: number;
  nationality: string;
  /** When the offer was searched or quoted. */
  bookedAtMs: number;
}

export interface Mismatch {
  /** The name of the condition, or `validity`. */
  condition: string;
  /** The offer's value for this condition, or `none`. */
  actual: string;
}

export function mismatches(
  { conditions, validFrom, validTo }: Omit<Rule, 'age'>,
  facts: OfferFacts,
): Mismatch[] {
  const found: Mismatch[] = [];
  const add = (condition: string, actual: string | number | null) =>
    found.push({ condition, actual: actual === null ? 'none' : String(actual) });
  const compareList = (
    condition: string,
    wanted: readonly string[] | undefined,
    actual: readonly string[],
  ) => {
    if (wanted !== undefined && !actual.some(value => wanted.includes(value))) {
      add(condition, actual.length === 0 ? null : actual.join(', '));
    }
  };
  const compareRange = <T extends string | number>(
    condition: string,
    wanted: { from?: T | undefined; to?: T | undefined } | undefined,
    actual: T | null,
  ) => {
    if (wanted !== undefined && !isWithin(wanted, actual)) add(condition, actual);
  };
  if (facts.bookedAtMs < validFromMs(validFrom) || facts.bookedAtMs > validToMs(validTo)) {
    add('validity', new Date(facts.bookedAtMs).toISOString());
  }
  compareList('partners', conditions.partners, [facts.partnerId]);
  compareList('partnerGroups', conditions.partnerGroups, facts.partnerGroups);
  compareList('providers', conditions.providers, [facts.provider]);
  compareList('hotels', conditions.hotels, [facts.hotelId]);
  compareList('chains', conditions.chains, facts.chainCode === null ? [] : [facts.chainCode]);
  compareList('places', conditions.places, facts.placeIds);
  compareRange('stars', conditions.stars, facts.stars);
  compareList('boards', conditions.boards, [facts.board]);
  compareList('refundability', conditions.refundability, [facts.refundability]);
  compareList('ratePlans', conditions.ratePlans, facts.ratePlan === null ? [] : [facts.ratePlan]);
  compareRange('checkIn', conditions.checkIn, facts.checkIn);
  // Dates are calculated only if they are needed: a preview compares thousands of rules with a thousand quotes.
  if (conditions.bookedAt) compareRange('bookedAt', conditions.bookedAt, dateAt(facts.bookedAtMs, 0));
  if (conditions.weekdays) compareList('weekdays', conditions.weekdays, [weekdayOf(facts.checkIn)]);
  if (conditions.leadDays) compareRange('leadDays', conditions.leadDays, leadDays(facts));
  compareRange('nights', conditions.nights, facts.nights);
  compareList('nationalities', conditions.nationalities, [facts.nationality]);
  return found;
}

/** A missing value matches no range. */
export function isWithin<T extends string | number>(
  { from, to }: { from?: T | undefined; to?: T | undefined },
  value: T | null,
): boolean {
  if (value === null) return false;
  return (from === undefined || value >= from) && (to === undefined || value <= to);
}

export function weekdayOf(date: string): Weekday {
  const sundayFirst = new Date(`${date}T00:00:00Z`).getUTCDay();
  return WEEKDAYS[(sundayFirst + WEEKDAYS.length - 1) % WEEKDAYS.length] as Weekday;
}

/**
 * Returns the number of days from the date of the search or quote to the arrival, in the time zone of the property, or
 * in UTC if that is unknown.
 */
export function leadDays({
  checkIn,
  bookedAtMs,
  timeZone,
}: Pick<OfferFacts, 'checkIn' | 'bookedAtMs' | 'timeZone'>): number {
  const today = timeZone === null ? dateAt(bookedAtMs, 0) : dateInZone(bookedAtMs, timeZone);
  return nightsBetween(today, checkIn);
}
