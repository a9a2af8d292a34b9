/** Cancellation policies in the various formats that suppliers use. They do not depend on the current date. Pure. */
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { SuppliedPenalty, SuppliedPolicy } from '../../../port/supplied-offer.ts';
import type { Range, Rate } from './provider-range.ts';
import { chooseFrom, hashOf } from './stable-hash.ts';

export type PolicyShape =
  /** Free until 18:00 local time N days before arrival, then the full price. */
  | { kind: 'FREE_UNTIL'; days: number }
  /** Free until 16:00 UTC N days before arrival, then the full price. */
  | { kind: 'FREE_UNTIL_INSTANT'; days: number }
  /**
   * Free until 18:00 local time N days before arrival, then the price of one night. The full price from the day of
   * arrival.
   */
  | { kind: 'ONE_NIGHT'; days: number }
  /** Free until 14 days before arrival. The penalty is then a quarter, later half, and finally all of the price. */
  | { kind: 'STEPS' }
  | { kind: 'FREE_TO_ARRIVAL' }
  /** 30 % from the start, the full price three days before arrival. */
  | { kind: 'PARTLY_REFUNDABLE' }
  | { kind: 'NON_REFUNDABLE' };

const FLEXIBLE: readonly PolicyShape[] = [
  { kind: 'FREE_UNTIL', days: 1 },
  { kind: 'FREE_UNTIL', days: 2 },
  { kind: 'FREE_UNTIL', days: 7 },
  { kind: 'FREE_UNTIL_INSTANT', days: 2 },
  { kind: 'ONE_NIGHT', days: 2 },
  { kind: 'ONE_NIGHT', days: 3 },
  { kind: 'STEPS' },
];

/** The same for all providers, because the hotel sets the policy. */
export function shapeOf({ hash }: Range, rate: Rate): PolicyShape {
  if (rate === 'NRF') return { kind: 'NON_REFUNDABLE' };
  if (rate === 'PART') return { kind: 'PARTLY_REFUNDABLE' };
  return chooseFrom(hashOf('flexible', hash), FLEXIBLE);
}

export function policyOf(
  shape: PolicyShape,
  checkIn: string,
  netMinor: number,
  firstNightMinor: number,
): SuppliedPolicy {
  const known = (...penalties: SuppliedPenalty[]): SuppliedPolicy => ({
    kind: 'KNOWN',
    penalties,
    noShowMinor: netMinor,
  });
  switch (shape.kind) {
    case 'FREE_UNTIL':
      return known(local(checkIn, shape.days, '18:00', netMinor));
    case 'FREE_UNTIL_INSTANT': {
      const atMs = Date.parse(`${dateBefore(checkIn, shape.days)}T16:00:00Z`);
      return known({ from: { kind: 'INSTANT', atMs }, penaltyMinor: netMinor });
    }
    case 'ONE_NIGHT':
      return known(
        local(checkIn, shape.days, '18:00', firstNightMinor),
        local(checkIn, 0, '00:00', netMinor),
      );
    case 'STEPS':
      // In reverse order on purpose, because suppliers guarantee no order.
      return known(
        local(checkIn, 2, '12:00', netMinor),
        local(checkIn, 7, '12:00', part(netMinor, 50)),
        local(checkIn, 14, '12:00', part(netMinor, 25)),
      );
    case 'FREE_TO_ARRIVAL':
      return known(local(checkIn, 0, '23:59', netMinor));
    case 'PARTLY_REFUNDABLE':
      return known(
        { from: { kind: 'ALWAYS' }, penaltyMinor: part(netMinor, 30) },
        local(checkIn, 3, '18:00', netMinor),
      );
    case 'NON_REFUNDABLE':
      return known({ from: { kind: 'ALWAYS' }, penaltyMinor: netMinor });
  }
}

/** Starts every penalty three days earlier and raises it halfway to the full price. Penalties without a start are only raised. */
export function stricterPolicy(policy: SuppliedPolicy, netMinor: number): SuppliedPolicy {
  if (policy.kind === 'UNKNOWN') return policy;
  return {
    ...policy,
    penalties: policy.penalties.map(({ from, penaltyMinor }) => ({
      from:
        from.kind === 'LOCAL'
          ? { kind: 'LOCAL', at: addDays(from.at.slice(0, 10), -3) + from.at.slice(10) }
          : from.kind === 'INSTANT'
            ? { kind: 'INSTANT', atMs: from.atMs - 3 * 86_400_000 }
            : from,
      penaltyMinor: Math.round((penaltyMinor + netMinor) / 2),
    })),
  };
}

// Memoised, because all offers of a search share the check-in date. Computing dates would otherwise take a third of the time.
const daysBefore = new Map<number, string>();
let memoisedCheckIn = '';

function dateBefore(checkIn: string, days: number): string {
  if (checkIn !== memoisedCheckIn) daysBefore.clear();
  memoisedCheckIn = checkIn;
  let date = daysBefore.get(days);
  if (date === undefined) {
    date = addDays(checkIn, -days);
    daysBefore.set(days, date);
  }
  return date;
}

function local(checkIn: string, days: number, time: string, penaltyMinor: number): SuppliedPenalty {
  return { from: { kind: 'LOCAL', at: `${dateBefore(checkIn, days)}T${time}` }, penaltyMinor };
}

function part(minor: number, percent: number): number {
  return Math.round((minor * percent) / 100);
}
