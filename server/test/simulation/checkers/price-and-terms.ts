/**
 * I5: a booking is made at the accepted price while its quote is valid. A penalty is charged only if it was accepted.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { asksOf, type Checker, entriesOf, type RunFacts, supplierOf } from './run-facts.ts';

export const priceAndTerms: Checker = facts => {
  const faults: string[] = [];
  for (const booking of facts.bookings) {
    const report = (fault: string | undefined) => {
      if (fault) faults.push(`I5: ${booking.client_reference} ${fault}`);
    };
    report(priceFault(facts, booking));
    report(quoteFault(facts, booking));
    report(penaltyFault(facts, booking));
  }
  return faults;
};

function priceFault(facts: RunFacts, booking: Booking): string | undefined {
  const quote = facts.quotes.find(({ quote_id }) => quote_id === booking.quote_id);
  const [ask] = asksOf(facts, booking, 'booking');
  if (quote === undefined || ask === undefined) return 'has no quote or was never requested';
  const { expectedPrice, priceTolerance } = ask.body as {
    expectedPrice: { amount: string };
    priceTolerance?: { percent: string };
  };
  const expectedMinor = Math.round(Number(expectedPrice.amount) * 100);
  if (expectedMinor !== quote.net_minor) return `was booked at a price other than ${expectedPrice.amount}`;
  const share = Number(priceTolerance?.percent ?? 0) / 100;
  if (booking.net_minor > expectedMinor * (1 + share) + 1)
    return `costs ${booking.net_minor}, not ${expectedMinor}`;
  const isStanding = booking.status === 'CONFIRMED' || booking.status === 'COMPLETED';
  if (!isStanding || booking.needs_attention) return undefined;
  const dear = entriesOf(facts, booking).find(
    ({ netMinor }) => netMinor > quote.supplier_net_minor * (1 + share) + 1,
  );
  return dear && `costs ${dear.netMinor} at its provider, not ${quote.supplier_net_minor}`;
}

/** Judged by the database clock, regardless of the clocks of the nodes. */
function quoteFault(facts: RunFacts, { quote_id, created_at }: Booking): string | undefined {
  const quote = facts.quotes.find(each => each.quote_id === quote_id);
  return quote && created_at >= quote.expires_at ? 'was booked after its quote had expired' : undefined;
}

/** The penalty depends on when the request arrived. The provider may receive the cancellation this much later. */
const REQUEST_MS = 200_000;

function penaltyFault(facts: RunFacts, booking: Booking): string | undefined {
  if (isChargedUnseen(facts, booking)) return 'was charged more than promised, but does not need attention';
  const isAccepted = asksOf(facts, booking, 'cancel').some(({ body }) => body.maxPenalty !== undefined);
  if (isAccepted) return undefined;
  if ((booking.penalty_minor ?? 0) > 0)
    return `was cancelled with a penalty of ${booking.penalty_minor} that was not accepted`;
  const { traits } = supplierOf(facts, booking);
  const paid = entriesOf(facts, booking).find(
    ({ cancelled }) =>
      cancelled && cancelled.penaltyMinor > 0 && cancelled.sentMs >= traits.freeUntilMs + REQUEST_MS,
  );
  return (
    paid &&
    `was cancelled at its provider with a penalty of ${paid.cancelled?.penaltyMinor} that was not accepted`
  );
}

/**
 * Whether the service received the response about a charge but recorded a free cancellation that does not need
 * attention.
 */
function isChargedUnseen(facts: RunFacts, booking: Booking): boolean {
  const isHeard = facts.attempts.some(
    ({ booking_id, operation, outcome }) =>
      booking_id === booking.booking_id && operation === 'cancel' && outcome === 'CANCELLED',
  );
  const isCharged = entriesOf(facts, booking).some(({ cancelled }) => (cancelled?.penaltyMinor ?? 0) > 0);
  const isFree = booking.status === 'CANCELLED' && booking.penalty_minor === 0;
  return isHeard && isCharged && isFree && !booking.needs_attention;
}
