/** Checks the restrictions of a room and plan for the dates of a stay, and ranks refusals by how far the plan got. Pure. */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { NightRules } from './cells.ts';

/** Stages of the evaluation, in order. If several reasons apply, the reason from the furthest stage is returned. */
export const STAGES = {
  NONE: -1,
  OCCUPANCY: 0,
  ADVANCE: 1,
  STOP: 2,
  /** The night is open but has no price for this party. */
  PRICE: 3,
  ARRIVAL: 4,
  DEPARTURE: 5,
  LENGTH: 6,
  ROOMS: 7,
};

export interface Refusal {
  stage: number;
  reason: UnavailableReason;
}

export const NOT_OPEN: Refusal = { stage: STAGES.NONE, reason: 'STOP_SELL' };
export const STOPPED: Refusal = { stage: STAGES.STOP, reason: 'STOP_SELL' };
export const SOLD_OUT: Refusal = { stage: STAGES.ROOMS, reason: 'SOLD_OUT' };
const RELEASED: Refusal = { stage: STAGES.ADVANCE, reason: 'RELEASE_PERIOD' };
const NO_ARRIVAL: Refusal = { stage: STAGES.ARRIVAL, reason: 'CHECKIN_NOT_ALLOWED' };
const NO_DEPARTURE: Refusal = { stage: STAGES.DEPARTURE, reason: 'CHECKOUT_NOT_ALLOWED' };
const TOO_SHORT: Refusal = { stage: STAGES.LENGTH, reason: 'MINIMUM_STAY' };
const TOO_LONG: Refusal = { stage: STAGES.LENGTH, reason: 'MAXIMUM_STAY' };

/** A night that has no price for any party counts as closed. */
export function noPrice(reason: UnavailableReason): Refusal {
  return reason === 'STOP_SELL' ? STOPPED : { stage: STAGES.PRICE, reason };
}

/** Runs before the prices are computed. `at` is the night of arrival. */
export function checkAdvance(
  rules: NightRules | undefined,
  at: number,
  daysAhead: number,
): Refusal | undefined {
  if (daysAhead < 0) return RELEASED;
  if (rules === undefined) return undefined;
  const isOutside = daysAhead < (rules.minAdvance[at] ?? 0) || daysAhead > (rules.maxAdvance[at] ?? 0);
  return isOutside ? RELEASED : undefined;
}

/** Runs after the prices are computed. */
export function checkLength(rules: NightRules, at: number, nights: number): Refusal | undefined {
  if (rules.closedToArrival[at] === 1) return NO_ARRIVAL;
  if (rules.closedToDeparture[at + nights] === 1) return NO_DEPARTURE;
  let least = rules.minStayArrival[at] ?? 0;
  for (let night = 0; night < nights; night++) least = Math.max(least, rules.minStayThrough[at + night] ?? 0);
  if (nights < least) return TOO_SHORT;
  const most = rules.maxStay[at] ?? 0;
  return most > 0 && nights > most ? TOO_LONG : undefined;
}
