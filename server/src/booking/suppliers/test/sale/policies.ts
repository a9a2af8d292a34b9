/** Cancellation policies in the various formats that suppliers use. They do not depend on the current date. Pure. */
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { PenaltyStart, SuppliedPenalty, SuppliedPolicy } from '../../../port/supplied-offer.ts';
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
  return {
    kind: 'KNOWN',
    penalties: penaltiesOf(shape, checkIn, netMinor, firstNightMinor),
    noShowMinor: netMinor,
  };
}

function penaltiesOf(
  shape: PolicyShape,
  checkIn: string,
  netMinor: number,
  firstNightMinor: number,
): SuppliedPenalty[] {
  switch (shape.kind) {
    case 'FREE_UNTIL':
      return [{ from: local.at(checkIn, shape.days, '18:00'), penaltyMinor: netMinor }];
    case 'FREE_UNTIL_INSTANT':
      return [{ from: instant.at(checkIn, shape.days, '16:00'), penaltyMinor: netMinor }];
    case 'ONE_NIGHT':
      return [
        { from: local.at(checkIn, shape.days, '18:00'), penaltyMinor: firstNightMinor },
        { from: local.at(checkIn, 0, '00:00'), penaltyMinor: netMinor },
      ];
    case 'STEPS':
      // In reverse order on purpose, because suppliers guarantee no order.
      return [
        { from: local.at(checkIn, 2, '12:00'), penaltyMinor: netMinor },
        { from: local.at(checkIn, 7, '12:00'), penaltyMinor: part(netMinor, 50) },
        { from: local.at(checkIn, 14, '12:00'), penaltyMinor: part(netMinor, 25) },
      ];
    case 'FREE_TO_ARRIVAL':
      return [{ from: local.at(checkIn, 0, '23:59'), penaltyMinor: netMinor }];
    case 'PARTLY_REFUNDABLE':
      return [
        { from: ALWAYS, penaltyMinor: part(netMinor, 30) },
        { from: local.at(checkIn, 3, '18:00'), penaltyMinor: netMinor },
      ];
    case 'NON_REFUNDABLE':
      return [{ from: ALWAYS, penaltyMinor: netMinor }];
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

/** Memoised, because all offers of a search share the check-in date. Computing dates would otherwise take a third of the time. */
class Starts {
  readonly #make: (date: string, time: string) => PenaltyStart;
  /** By time of day, and by days before the check-in. */
  readonly #known = new Map<string, PenaltyStart[]>();
  #checkIn = '';

  constructor(make: (date: string, time: string) => PenaltyStart) {
    this.#make = make;
  }

  at(checkIn: string, days: number, time: string): PenaltyStart {
    if (checkIn !== this.#checkIn) this.#known.clear();
    this.#checkIn = checkIn;
    let starts = this.#known.get(time);
    if (starts === undefined) {
      starts = [];
      this.#known.set(time, starts);
    }
    starts[days] ??= this.#make(addDays(checkIn, -days), time);
    return starts[days];
  }
}

const ALWAYS: PenaltyStart = { kind: 'ALWAYS' };
const local = new Starts((date, time) => ({ kind: 'LOCAL', at: `${date}T${time}` }));
const instant = new Starts((date, time) => ({ kind: 'INSTANT', atMs: Date.parse(`${date}T${time}:00Z`) }));

function part(minor: number, percent: number): number {
  return Math.round((minor * percent) / 100);
}
