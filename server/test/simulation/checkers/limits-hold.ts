/**
 * I9: no interleaving exceeds the spend limit of a key or the credit of a partner, and the spend limit refuses no
 * booking that fits.
 */
import type { Booking } from '../../../src/booking/bookings/booking.ts';
import { type SpendTerms, spentMinor } from '../../../src/booking/bookings/spend.ts';
import type { LedgerEntryRow, QuoteRow } from '../../../src/platform/database/generated/tables.ts';
import { keyOf } from '../chance/limits.ts';
import type { Checker, RunFacts } from './run-facts.ts';

const DAY_MS = 24 * 3_600_000;

export const limitsHold: Checker = facts => [
  ...spentTooMuch(facts),
  ...refusedTooEarly(facts),
  ...creditExceeded(facts),
];

/** The amount that counted towards the spend limit when the booking was journalled: the price of its quote. */
function quotedSpend({ quotes }: RunFacts, booking: Booking): number {
  const quote = quotes.find(({ quote_id }) => quote_id === booking.quote_id) as QuoteRow;
  const terms: SpendTerms = { currency: booking.spend_currency as string, rate: booking.spend_rate };
  return spentMinor(terms, quote.currency, quote.net_minor);
}

/** Returns the bookings of the same key in the 24 hours up to the given time that count towards the spend limit. */
function spentBefore({ bookings }: RunFacts, key: Pick<Booking, 'key_id'>, atMs: number): Booking[] {
  return bookings.filter(
    ({ key_id, spend_minor, created_at }) =>
      key_id === key.key_id &&
      spend_minor !== null &&
      created_at.getTime() <= atMs &&
      created_at.getTime() > atMs - DAY_MS,
  );
}

/** A booking that was rejected or repriced since then may have counted more, but never less. */
function spentTooMuch(facts: RunFacts): string[] {
  const perDayMinor = facts.limits?.spend?.perDayMinor;
  if (perDayMinor === undefined || perDayMinor === null) return [];
  return facts.bookings.flatMap(booking => {
    if (booking.spend_minor === null) return [];
    const others = spentBefore(facts, booking, booking.created_at.getTime()).filter(
      ({ booking_id, status }) => booking_id !== booking.booking_id && status !== 'REJECTED',
    );
    const spent = others.reduce(
      (sum, other) => sum + Math.min(other.spend_minor ?? 0, quotedSpend(facts, other)),
      quotedSpend(facts, booking),
    );
    if (spent <= perDayMinor) return [];
    return [`I9: ${booking.client_reference} made its key spend ${spent} of ${perDayMinor} within a day`];
  });
}

/** All bookings of the key, even those that were rejected since then, may have counted at that time. */
function refusedTooEarly(facts: RunFacts): string[] {
  const spend = facts.limits?.spend;
  if (!spend) return [];
  return facts.answers.flatMap(answer => {
    if (answer.kind !== 'refused' || answer.code !== 'SPEND_LIMIT_EXCEEDED') return [];
    const quote = facts.quotes.find(({ quote_id }) => quote_id === answer.body.quoteId) as QuoteRow;
    const rate = quote.currency === spend.currency ? null : '0.5';
    const key = { key_id: keyOf(answer.organisationId, answer.environment) };
    const spent = spentBefore(facts, key, answer.endedMs).reduce(
      (sum, other) => sum + Math.max(other.spend_minor ?? 0, quotedSpend(facts, other)),
      spentMinor({ currency: spend.currency, rate }, quote.currency, quote.net_minor),
    );
    if (spent > (spend.perDayMinor ?? 0)) return [];
    return [
      `I9: ${answer.client} was refused by a spend limit of ${spend.perDayMinor}, and only ${spent} was due`,
    ];
  });
}

/** The simulation accepts no late confirmations manually, so every charge must respect the limit. */
function creditExceeded({ entries, limits }: RunFacts): string[] {
  const ledgers = Map.groupBy(entries, row => `${row.organisation_id} ${row.environment}`);
  return [...ledgers].flatMap(([name, own]) => {
    const limit = limits?.creditMinor[own[0]?.organisation_id ?? ''];
    if (limit === undefined || limit === null) return [];
    let used = 0;
    let highest = 0;
    const postings = Map.groupBy(own, ({ at }) => at.getTime());
    for (const [, posted] of [...postings].toSorted(([a], [b]) => a - b)) {
      used += posted.reduce((sum, entry) => sum + changeOf(entry), 0);
      highest = Math.max(highest, used);
    }
    return highest <= limit ? [] : [`I9: ${name} used ${highest} of a credit of ${limit}`];
  });
}

function changeOf({ debit, credit, amount_minor: minor }: LedgerEntryRow): number {
  const counts = (account: string) => (account === 'PARTNER' || account === 'HELD' ? minor : 0);
  return counts(debit) - counts(credit);
}
