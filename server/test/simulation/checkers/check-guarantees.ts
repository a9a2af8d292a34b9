/**
 * Checks the guarantees to clients against what happened. I4 concerns own inventory, which the simulation does not
 * include.
 */
import { checkBalances } from '../../recomputed-balances.ts';
import { failuresSentNothing, nothingUnforeseen } from './failures-sent-nothing.ts';
import { changesAreComplete, historyAndEvents } from './history-and-events.ts';
import { holdsReleased } from './holds-released.ts';
import { limitsHold } from './limits-hold.ts';
import { modesApart } from './modes-apart.ts';
import { neverLost } from './never-lost.ts';
import { oneReservation, sentUnderAttempt } from './one-reservation.ts';
import { openStatesAreFollowed, openStatesEnd } from './open-states-end.ts';
import { priceAndTerms } from './price-and-terms.ts';
import { refusalsRepeat } from './refusals-repeat.ts';
import type { Checker, RunFacts } from './run-facts.ts';
import { notRejectedEarly, statesMatchLedgers } from './states-match-ledgers.ts';

/** Guarantees that hold at all times, even during faults. */
const ALWAYS: readonly Checker[] = [
  neverLost,
  oneReservation,
  sentUnderAttempt,
  notRejectedEarly,
  priceAndTerms,
  openStatesAreFollowed,
  historyAndEvents,
  modesApart,
  failuresSentNothing,
  nothingUnforeseen,
  holdsReleased,
  refusalsRepeat,
  checkBalances,
  limitsHold,
];

/** Guarantees that hold once the faults have stopped and the documented time has passed. */
const IN_THE_END: readonly Checker[] = [statesMatchLedgers, openStatesEnd];

export function checkAlways(facts: RunFacts): string[] {
  return ALWAYS.flatMap(check => check(facts));
}

export function checkInTheEnd(facts: RunFacts): string[] {
  return IN_THE_END.flatMap(check => check(facts));
}

/** This guarantee holds only once the change feeds have been read to the end. */
export function checkChanges(facts: RunFacts): string[] {
  return changesAreComplete(facts);
}
