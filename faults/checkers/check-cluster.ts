/**
 * Checks every guarantee against a real database, and reports what was compared. Some checks are shared with the
 * simulation.
 */
import { referenceOf } from '../../server/src/booking/bookings/booking.ts';
import { checkBalances } from '../../server/test/recomputed-balances.ts';
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

type Check = (facts: ClusterFacts) => string[];

interface Guaranteed {
  guarantee: string;
  compared(facts: ClusterFacts): string;
  checks: readonly Check[];
}

const GUARANTEES: readonly Guaranteed[] = [
  {
    guarantee: 'I1 no acknowledged booking is lost',
    compared: ({ answers, bookings }) =>
      `${answers.filter(({ kind }) => kind === 'ok').length} responses about bookings with ${bookings.length} rows`,
    checks: [neverLost],
  },
  {
    guarantee: 'I2 one reference, one booking, one reservation',
    compared: facts =>
      `${facts.bookings.length} bookings and ${facts.attempts.length} attempts with ${entries(facts)} reservations and ${sent(facts)} messages`,
    checks: [oneReservation, sentUnderAttempt],
  },
  {
    guarantee: 'I3 booking states match the providers',
    compared: facts => `${statuses(facts)} with ${entries(facts)} reservations`,
    checks: [statesMatchLedgers, notRejectedEarly],
  },
  {
    guarantee: 'I4 own inventory is never oversold',
    compared: ({ cells }) =>
      `${cells.length} nights with ${cells.reduce((sum, { sold }) => sum + sold, 0)} rooms sold`,
    checks: [inventoryMismatches],
  },
  {
    guarantee: 'I5 price and terms are as quoted',
    compared: ({ bookings, quotes }) => `${bookings.length} bookings with ${quotes.length} quotes`,
    checks: [priceAndTerms],
  },
  {
    guarantee: 'I6 open bookings settle',
    compared: ({ bookings, jobs }) =>
      `${bookings.filter(({ status }) => /PENDING|ON_REQUEST/.test(status)).length} open bookings, ${jobs.length} jobs`,
    checks: [openStatesAreFollowed, openStatesEnd],
  },
  {
    guarantee: 'I7 every version has one history entry and one delivered event',
    compared: ({ history, events, deliveries, feeds }) =>
      `${history.length} entries with ${events.length} events, ${deliveries.length} deliveries, ${feeds.length} readers of changes`,
    checks: [historyAndEvents, changesAreComplete, undeliveredEvents],
  },
  {
    guarantee: 'I8 test and live are kept apart',
    compared: facts => `${facts.bookings.length} bookings with ${entries(facts)} reservations`,
    checks: [modesApart, reservationsInTheirMode],
  },
  {
    guarantee: 'I9 every balance matches the bookings and payments',
    compared: facts =>
      `${facts.balances.length} balances and ${facts.entries.length} ledger entries with ${facts.bookings.filter(({ billing }) => billing).length} billed bookings`,
    checks: [checkBalances],
  },
  {
    guarantee: 'a 5xx from booking or cancel means that nothing was sent',
    compared: ({ answers }) =>
      `${answers.filter(({ kind }) => kind === 'failed').length} failures of ${answers.length} responses about bookings`,
    checks: [failuresSentNothing, nothingUnforeseen],
  },
];

export function checkCluster(facts: ClusterFacts): Verdict[] {
  return GUARANTEES.map(({ guarantee, compared, checks }) => ({
    guarantee,
    compared: compared(facts),
    broken: checks.flatMap(check => check(facts)),
  }));
}

/** Compares the mode (test or live) of the supplier that has the reservation with the mode of the booking. */
function reservationsInTheirMode({ suppliers, bookings }: ClusterFacts): string[] {
  const modes = new Map(
    bookings.map(({ booking_id, test_mode }) => [referenceOf(booking_id), test_mode ? 'TEST' : 'LIVE']),
  );
  return suppliers.flatMap(({ traits, ledger }) =>
    ledger.entries
      .filter(({ reference }) => modes.get(reference) !== traits.kind)
      .map(({ reference }) => `I8: ${reference} exists at ${traits.code}, which is ${traits.kind}`),
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

/** I4: no night is oversold, and the sold and held counters equal the sums of bookings and holds. */
function inventoryMismatches({ cells }: ClusterFacts): string[] {
  return cells.flatMap(({ environment, hotel_id, night, room_code, total, sold, held, booked, kept }) => {
    const name = `I4: ${environment} ${hotel_id} ${room_code} ${night}`;
    return [
      ...(sold + held > total ? [`${name} has ${sold} sold and ${held} held of ${total}`] : []),
      ...(sold === booked ? [] : [`${name} has ${sold} sold and ${booked} booked`]),
      ...(held === kept ? [] : [`${name} has ${held} held and ${kept} in holds`]),
    ];
  });
}

/**
 * I7 at the receivers: every event has reached every subscribed endpoint, or its delivery is marked as failed.
 */
function undeliveredEvents(facts: ClusterFacts): string[] {
  const { endpoints, events, deliveries, received } = facts;
  const byEvent = new Map(deliveries.map(row => [`${row.event_id} ${row.endpoint_id}`, row]));
  return endpoints.flatMap(endpoint => {
    const taken = received?.get(endpoint.endpoint_id);
    return events
      .filter(
        ({ organisation_id, environment, type, at }) =>
          organisation_id === endpoint.organisation_id &&
          environment === endpoint.environment &&
          endpoint.event_types.includes(type) &&
          at > endpoint.created_at,
      )
      .flatMap(({ event_id, type, booking_id }) => {
        const name = `I7: ${type} of ${booking_id} (${event_id})`;
        const delivery = byEvent.get(`${event_id} ${endpoint.endpoint_id}`);
        if (delivery === undefined) return [`${name} has no delivery to ${endpoint.endpoint_id}`];
        if (delivery.status === 'FAILED') return [];
        if (delivery.status !== 'DELIVERED') return [`${name} is ${delivery.status}`];
        return taken === undefined || taken.has(event_id)
          ? []
          : [`${name} counts as delivered and was not received`];
      });
  });
}
