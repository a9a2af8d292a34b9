/** The promises over a real database, each with what was compared. Those of the simulation are judged by its checkers. */
import { referenceOf } from '../../server/src/booking/bookings/booking.ts';
import {
  failuresSentNothing,
  nothingUnforeseen,
} from '../../server/test/simulation/checkers/failures-sent-nothing.ts';
import {
  changesAreComplete,
  historyAndEvents,
} from '../../server/test/simulation/checkers/history-and-events.ts';
import { modesApart } from '../../server/test/simulation/checkers/modes-apart.ts';
import { neverLost } from '../../server/test/simulation/checkers/never-lost.ts';
import { oneReservation, sentUnderAttempt } from '../../server/test/simulation/checkers/one-reservation.ts';
import {
  openStatesAreFollowed,
  openStatesEnd,
} from '../../server/test/simulation/checkers/open-states-end.ts';
import { priceAndTerms } from '../../server/test/simulation/checkers/price-and-terms.ts';
import {
  notRejectedEarly,
  statesMatchLedgers,
} from '../../server/test/simulation/checkers/states-match-ledgers.ts';
import type { Verdict } from '../fault.ts';
import type { ClusterFacts } from './cluster-facts.ts';
import { eventsTold } from './events-told.ts';
import { inventoryAddsUp } from './inventory-adds-up.ts';

type Check = (facts: ClusterFacts) => string[];

interface Promised {
  promise: string;
  compared(facts: ClusterFacts): string;
  checks: readonly Check[];
}

const PROMISES: readonly Promised[] = [
  {
    promise: 'I1 nothing answered is lost',
    compared: ({ answers, bookings }) =>
      `${answers.filter(({ kind }) => kind === 'ok').length} answers about bookings with ${bookings.length} rows`,
    checks: [neverLost],
  },
  {
    promise: 'I2 one reference, one booking, one reservation',
    compared: facts =>
      `${facts.bookings.length} bookings and ${facts.attempts.length} attempts with ${entries(facts)} reservations and ${sent(facts)} messages`,
    checks: [oneReservation, sentUnderAttempt],
  },
  {
    promise: 'I3 states are what the providers hold',
    compared: facts => `${statuses(facts)} with ${entries(facts)} reservations`,
    checks: [statesMatchLedgers, notRejectedEarly],
  },
  {
    promise: 'I4 own inventory is never oversold',
    compared: ({ cells }) =>
      `${cells.length} nights with ${cells.reduce((sum, { sold }) => sum + sold, 0)} rooms sold`,
    checks: [inventoryAddsUp],
  },
  {
    promise: 'I5 price and terms are those quoted',
    compared: ({ bookings, quotes }) => `${bookings.length} bookings with ${quotes.length} quotes`,
    checks: [priceAndTerms],
  },
  {
    promise: 'I6 open states end',
    compared: ({ bookings, jobs }) =>
      `${bookings.filter(({ status }) => /PENDING|ON_REQUEST/.test(status)).length} open bookings, ${jobs.length} jobs`,
    checks: [openStatesAreFollowed, openStatesEnd],
  },
  {
    promise: 'I7 one version, one entry, one event, told',
    compared: ({ history, events, deliveries, feeds }) =>
      `${history.length} entries with ${events.length} events, ${deliveries.length} deliveries, ${feeds.length} readers of changes`,
    checks: [historyAndEvents, changesAreComplete, eventsTold],
  },
  {
    promise: 'I8 test and live apart',
    compared: facts => `${facts.bookings.length} bookings with ${entries(facts)} reservations`,
    checks: [modesApart, reservationsInTheirMode],
  },
  {
    promise: 'a 5xx from booking or cancel means that nothing was sent',
    compared: ({ answers }) =>
      `${answers.filter(({ kind }) => kind === 'failed').length} failures of ${answers.length} answers about bookings`,
    checks: [failuresSentNothing, nothingUnforeseen],
  },
];

export function checkCluster(facts: ClusterFacts): Verdict[] {
  return PROMISES.map(({ promise, compared, checks }) => ({
    promise,
    compared: compared(facts),
    broken: checks.flatMap(check => check(facts)),
  }));
}

/** By where the reservation lies, whatever the booking says of itself. */
function reservationsInTheirMode({ suppliers, bookings }: ClusterFacts): string[] {
  const modes = new Map(
    bookings.map(({ booking_id, test_mode }) => [referenceOf(booking_id), test_mode ? 'TEST' : 'LIVE']),
  );
  return suppliers.flatMap(({ traits, ledger }) =>
    ledger.entries
      .filter(({ reference }) => modes.get(reference) !== traits.kind)
      .map(({ reference }) => `I8: ${reference} lies at ${traits.code}, which is ${traits.kind}`),
  );
}

function entries({ suppliers }: ClusterFacts): number {
  return suppliers.reduce((sum, { ledger }) => sum + ledger.entries.length, 0);
}

function sent({ suppliers }: ClusterFacts): number {
  return suppliers.reduce((sum, { ledger }) => sum + ledger.sent.length, 0);
}

function statuses({ bookings }: ClusterFacts): string {
  const counts = [...Map.groupBy(bookings, ({ status }) => status)];
  return counts.map(([status, rows]) => `${rows.length} ${status}`).join(', ') || 'no bookings';
}
