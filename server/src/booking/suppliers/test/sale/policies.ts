/** Pure. What a cancellation costs, in the shapes that suppliers use. Nothing here knows today's date. */
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { SuppliedPenalty, SuppliedPolicy } from '../../../port/supplied-offer.ts';
import type { Range, Rate } from './provider-range.ts';
import { chooseFrom, hashOf } from './steady-choice.ts';

export type PolicyShape =
  /** Free until 18:00 at the property so many days before arrival, then the full price. */
  | { kind: 'FREE_UNTIL'; days: number }
  /** The same as a moment of the supplier's own clock. */
  | { kind: 'FREE_UNTIL_MOMENT'; days: number }
  /** First one night, from the day of arrival all. */
  | { kind: 'ONE_NIGHT'; days: number }
  /** A quarter, a half, all. */
  | { kind: 'STEPS' }
  | { kind: 'FREE_TO_ARRIVAL' }
  /** A third is lost at once, all of it three days before. */
  | { kind: 'PART_LOST' }
  | { kind: 'ALL_LOST' };

const FLEXIBLE: readonly PolicyShape[] = [
  { kind: 'FREE_UNTIL', days: 1 },
  { kind: 'FREE_UNTIL', days: 2 },
  { kind: 'FREE_UNTIL', days: 7 },
  { kind: 'FREE_UNTIL_MOMENT', days: 2 },
  { kind: 'ONE_NIGHT', days: 2 },
  { kind: 'ONE_NIGHT', days: 3 },
  { kind: 'STEPS' },
];

/** The same for all providers of a hotel: it is the hotel's own. */
export function shapeOf({ hash }: Range, rate: Rate): PolicyShape {
  if (rate === 'NRF') return { kind: 'ALL_LOST' };
  if (rate === 'PART') return { kind: 'PART_LOST' };
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
    case 'FREE_UNTIL_MOMENT': {
      const atMs = Date.parse(`${dateBefore(checkIn, shape.days)}T16:00:00Z`);
      return known({ from: { kind: 'INSTANT', atMs }, penaltyMinor: netMinor });
    }
    case 'ONE_NIGHT':
      return known(
        local(checkIn, shape.days, '18:00', firstNightMinor),
        local(checkIn, 0, '00:00', netMinor),
      );
    case 'STEPS':
      // The last first: suppliers keep no order.
      return known(
        local(checkIn, 2, '12:00', netMinor),
        local(checkIn, 7, '12:00', part(netMinor, 50)),
        local(checkIn, 14, '12:00', part(netMinor, 25)),
      );
    case 'FREE_TO_ARRIVAL':
      return known(local(checkIn, 0, '23:59', netMinor));
    case 'PART_LOST':
      return known(
        { from: { kind: 'ALWAYS' }, penaltyMinor: part(netMinor, 30) },
        local(checkIn, 3, '18:00', netMinor),
      );
    case 'ALL_LOST':
      return known({ from: { kind: 'ALWAYS' }, penaltyMinor: netMinor });
  }
}

/** Three days earlier, and every penalty halfway to the full price. What was lost before stays lost. */
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

// All offers of a search share their arrival, and reckoning dates would be a third of their cost.
const daysBefore = new Map<number, string>();
let arrival = '';

function dateBefore(checkIn: string, days: number): string {
  if (checkIn !== arrival) daysBefore.clear();
  arrival = checkIn;
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

/** Half up. */
function part(minor: number, percent: number): number {
  return Math.round((minor * percent) / 100);
}
