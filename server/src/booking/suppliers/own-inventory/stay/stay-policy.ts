/** Pure. What a cancellation costs and from when on, on the property's clocks. Without a policy all is lost at once. */
import { percentOf } from '../../../../platform/money/percent-of.ts';
import { addDays } from '../../../../platform/time/civil-date.ts';
import type { PenaltyStart, SuppliedPolicy, SuppliedRoom } from '../../../port/supplied-offer.ts';
import type { Penalty, PropertyPolicy } from './property.ts';

type Rule = PropertyPolicy['rules'][number];
type KnownPolicy = Extract<SuppliedPolicy, { kind: 'KNOWN' }>;

const HOUR_MS = 3_600_000;

export function stayPolicy(
  policy: PropertyPolicy | undefined,
  checkIn: string,
  netMinor: number,
  rooms: readonly SuppliedRoom[],
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

// All offers of a search with this policy begin on one day.
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
  const moment = Date.parse(`${checkIn}T${at}Z`) - hoursBefore * HOUR_MS;
  return { kind: 'LOCAL', at: new Date(moment).toISOString().slice(0, 16) };
}

function penaltyMinor(
  { percent, nights, amountMinor = 0 }: Penalty,
  netMinor: number,
  rooms: readonly SuppliedRoom[],
): number {
  if (percent !== undefined) return Math.min(netMinor, percentOf(netMinor, percent));
  if (nights === undefined) return Math.min(netMinor, amountMinor * rooms.length);
  let sum = 0;
  for (const { nightlyMinor } of rooms) {
    for (let i = 0; i < nights && i < nightlyMinor.length; i++) sum += nightlyMinor[i] ?? 0;
  }
  return sum;
}
