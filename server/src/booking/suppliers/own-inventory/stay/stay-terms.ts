/** Taxes, fees and cancellation terms of a stay. Pure. */
import { percentOf } from '../../../../platform/money/times-decimal.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import type {
  NightlyRoom,
  PenaltyStart,
  SuppliedCharge,
  SuppliedPolicy,
} from '../../../port/supplied-offer.ts';
import type { Occupancy } from '../../../port/supplier.ts';
import type { Penalty, Property, PropertyCharge, PropertyPolicy } from './property.ts';

const NONE: readonly SuppliedCharge[] = [];

/**
 * Each charge is rounded half up. INCLUDED charges are part of the price: fixed amounts are deducted first, and percentages are
 * part of the rest. PAY_AT_PROPERTY charges are added to the price.
 */
export function stayCharges(
  { charges, includedScaled }: Property,
  netMinor: number,
  nights: number,
  occupancies: readonly Occupancy[],
): readonly SuppliedCharge[] {
  if (charges.length === 0) return NONE;
  const fixed = charges.map(charge => fixedMinor(charge, nights, occupancies));
  let left = netMinor;
  for (const [i, { collection }] of charges.entries()) {
    if (collection !== 'INCLUDED') continue;
    fixed[i] = Math.min(fixed[i] ?? 0, left);
    left -= fixed[i];
  }
  return charges.map(({ code, description, type, basis, collection, percent, percentScaled }, i) => ({
    code,
    description,
    type,
    basis: percent === undefined ? (basis ?? 'UNKNOWN') : 'PERCENT',
    collection,
    amountMinor:
      percent === undefined
        ? (fixed[i] ?? 0)
        : collection === 'INCLUDED'
          ? contained(left, percentScaled, includedScaled)
          : percentOf(netMinor, percent),
  }));
}

function fixedMinor(charge: PropertyCharge, nights: number, occupancies: readonly Occupancy[]): number {
  const { amountMinor = 0, basis = 'PER_STAY', minimumAge = 0, maximumNights = nights } = charge;
  const times = basis.endsWith('PER_NIGHT') ? Math.min(nights, maximumNights) : 1;
  if (basis === 'PER_STAY' || basis === 'PER_NIGHT') return amountMinor * times;
  if (basis === 'PER_ROOM' || basis === 'PER_ROOM_PER_NIGHT') return amountMinor * times * occupancies.length;
  let people = 0;
  for (const { adults, childAges } of occupancies) {
    people += adults;
    for (const age of childAges) if (age >= minimumAge) people += 1;
  }
  return amountMinor * times * people;
}

const HUNDRED_SCALED = 1_000_000;

/** The amount of one percentage in a price that already includes all percentages: price × percent / (100 + all percentages). */
function contained(minor: number, percentScaled: number, includedScaled: number): number {
  const bottom = HUNDRED_SCALED + includedScaled;
  const top = minor * percentScaled * 2 + bottom;
  if (Number.isSafeInteger(top)) return Math.floor(top / (bottom * 2));
  const exact = BigInt(minor) * BigInt(percentScaled) * 2n + BigInt(bottom);
  return Number(exact / BigInt(bottom * 2));
}

type Rule = PropertyPolicy['rules'][number];
type KnownPolicy = Extract<SuppliedPolicy, { kind: 'KNOWN' }>;

const HOUR_MS = 3_600_000;

/** Deadlines are in the property's local time. Without a policy, the full price is due from the start. */
export function stayPolicy(
  policy: PropertyPolicy | undefined,
  checkIn: string,
  netMinor: number,
  rooms: readonly NightlyRoom[],
): KnownPolicy {
  if (policy === undefined) {
    const penalties = [{ from: { kind: 'ALWAYS' }, penaltyMinor: netMinor }] as const;
    return { kind: 'KNOWN', penalties, noShowMinor: netMinor };
  }
  const starts = startsOf(policy, checkIn);
  return {
    kind: 'KNOWN',
    penalties: policy.rules.map((rule, i) => ({
      from: starts[i] ?? startOf(rule, checkIn),
      penaltyMinor: penaltyMinor(rule.penalty, netMinor, rooms),
    })),
    noShowMinor: penaltyMinor(policy.noShow, netMinor, rooms),
  };
}

// Memoised, because all offers of a search that have this policy share the check-in date.
const lastStarts = new WeakMap<PropertyPolicy, { checkIn: string; starts: readonly PenaltyStart[] }>();

function startsOf(policy: PropertyPolicy, checkIn: string): readonly PenaltyStart[] {
  let last = lastStarts.get(policy);
  if (last?.checkIn !== checkIn) {
    last = { checkIn, starts: policy.rules.map(rule => startOf(rule, checkIn)) };
    lastStarts.set(policy, last);
  }
  return last.starts;
}

function startOf({ always, daysBefore, hoursBefore = 0, at }: Rule, checkIn: string): PenaltyStart {
  if (always) return { kind: 'ALWAYS' };
  if (daysBefore !== undefined) return { kind: 'LOCAL', at: `${addDays(checkIn, -daysBefore)}T${at}` };
  const startMs = Date.parse(`${checkIn}T${at}Z`) - hoursBefore * HOUR_MS;
  return { kind: 'LOCAL', at: new Date(startMs).toISOString().slice(0, 16) };
}

function penaltyMinor(
  { percent, nights, amountMinor = 0 }: Penalty,
  netMinor: number,
  rooms: readonly NightlyRoom[],
): number {
  if (percent !== undefined) return Math.min(netMinor, percentOf(netMinor, percent));
  if (nights === undefined) return Math.min(netMinor, amountMinor * rooms.length);
  let sum = 0;
  for (const { nightlyMinor } of rooms) {
    for (let i = 0; i < nights && i < nightlyMinor.length; i++) sum += nightlyMinor[i] ?? 0;
  }
  return sum;
}
