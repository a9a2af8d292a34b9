/**
 * Step two of booking: commits the journal before anything is sent to the supplier. The result is correct even if the connection
 * was lost during the commit. If the result cannot be determined in time, the function throws. Then nothing is ever sent, even if
 * the journal turns out to have been committed.
 */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { newReferenceId } from '../../../platform/ids/reference-id.ts';
import type { BillingPort, BillingTerms, HoldRefusal, Posting } from '../../billing-port.ts';
import type { Provider } from '../../provider.ts';
import { useQuote } from '../../quotes/quote-store.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { attentionAfterMs } from '../../reconcile/schedule.ts';
import { type AttemptLease, listAttempts } from '../attempt-store.ts';
import type { Booking, BookingContent, BookingScope } from '../booking.ts';
import { findBooking, insertBooking, type NewBookingRow } from '../booking-store.ts';
import { billedBooking, type ChangeParts, recordChange } from '../change-booking.ts';
import { insertExchanges } from '../exchange-store.ts';
import type { BookingPeople } from '../people.ts';
import type { Spend } from '../spend.ts';
import { lockSpend, sumSpend } from '../spend-store.ts';
import { findTransition } from '../transitions.ts';
import { type Decide, RECORD_MS, untilDecided } from './database-outages.ts';

export interface NewBooking {
  scope: BookingScope;
  keyId: string | null;
  requestId: string | null;
  testMode: boolean;
  clientReference: string;
  fingerprint: Buffer;
  quoteId: string;
  provider: Provider;
  hotelId: string;
  checkIn: string;
  checkOut: string;
  currency: string;
  netMinor: number;
  supplierCurrency: string;
  supplierNetMinor: number;
  content: BookingContent;
  people: BookingPeople;
  /** The exchanges of the quote, which are stored as evidence. */
  exchanges?: readonly ProviderExchange[] | undefined;
  billing?: NewBill | undefined;
  /** Undefined if the API key has no spend limit. */
  spend?: Spend | undefined;
  /** Additional writes in the same transaction, such as the idempotency key. */
  alongside?: ((tx: Database, bookingId: string) => Promise<void>) | undefined;
  /** Writes the attempt log before anything is sent. If it fails, nothing is journalled. */
  record?: RecordAttempt | undefined;
  /** How long to wait for the result of a commit with an unknown outcome. */
  decide?: Decide | undefined;
}

export interface NewBill {
  terms: BillingTerms;
  /** The highest net that the partner accepts, in the currency of the booking. */
  highestMinor: number;
}

export type RecordAttempt = (booking: Booking, attempt: AttemptLease) => Promise<void> | undefined;

export type Journalled =
  | { kind: 'JOURNALLED'; booking: Booking; attempt: AttemptLease }
  /** The client reference is already in use. The caller compares fingerprints. */
  | { kind: 'EXISTS'; booking: Booking }
  | { kind: 'QUOTE_USED' }
  | { kind: 'QUOTE_EXPIRED' }
  | { kind: 'SPEND_LIMIT_EXCEEDED'; leftMinor: number }
  | { kind: HoldRefusal };

export async function journalBooking(
  db: Database,
  parts: ChangeParts,
  booking: NewBooking,
): Promise<Journalled> {
  const bookingId = newReferenceId('bkg');
  return untilDecided(booking.decide, () => journalOnce(db, parts, bookingId, booking));
}

async function journalOnce(
  db: Database,
  parts: ChangeParts,
  bookingId: string,
  wanted: NewBooking,
): Promise<Journalled> {
  try {
    return await inTransaction(db, tx => journal(tx, parts, bookingId, wanted));
  } catch (error) {
    if (error instanceof QuoteExpired) return { kind: 'QUOTE_EXPIRED' };
    if (error instanceof QuoteUsed) return { kind: 'QUOTE_USED' };
    if (error instanceof SpendExceeded) return { kind: 'SPEND_LIMIT_EXCEEDED', leftMinor: error.leftMinor };
    const refusal = error instanceof HoldRefused ? error.refusal : parts.billing?.refusalOf(error);
    if (refusal) return { kind: refusal };
    if (!(error instanceof ReferenceOrQuoteTaken)) throw error;
    const booking = await findBooking(db, wanted.scope, wanted);
    if (booking === undefined) return { kind: 'QUOTE_USED' };
    // The previous attempt to write the journal committed, but its response was lost.
    const [attempt] = booking.booking_id === bookingId ? await listAttempts(db, bookingId) : [];
    if (!attempt || attempt.finished_at) return { kind: 'EXISTS', booking };
    const { number, fence } = attempt;
    return { kind: 'JOURNALLED', booking, attempt: { bookingId, number, fence } };
  }
}

async function journal(
  tx: Database,
  parts: ChangeParts,
  bookingId: string,
  wanted: NewBooking,
): Promise<Journalled> {
  const { safe, billing } = parts;
  const { scope, clientReference, quoteId, provider, spend } = wanted;
  const begin = findTransition(undefined, { kind: 'JOURNALLED' });
  if (!begin) throw new Error('the transition table allows no new booking');
  const { freeUntilMs } = wanted.content.terms;
  const { supplier } = provider;
  const leaseMs = supplier.limits.book + RECORD_MS;
  const row: Omit<NewBookingRow, 'billing'> = {
    booking_id: bookingId,
    organisation_id: scope.organisationId,
    environment: scope.environment,
    test_mode: wanted.testMode,
    client_reference: clientReference,
    fingerprint: wanted.fingerprint,
    quote_id: quoteId,
    provider: provider.code,
    status: begin.status,
    status_reason: begin.statusReason,
    hotel_id: wanted.hotelId,
    check_in: wanted.checkIn,
    check_out: wanted.checkOut,
    free_cancellation_until: freeUntilMs === null ? null : new Date(freeUntilMs),
    currency: wanted.currency,
    net_minor: wanted.netMinor,
    supplier_currency: wanted.supplierCurrency,
    supplier_net_minor: wanted.supplierNetMinor,
    content: wanted.content,
    ...safe.sealPeople(wanted.people),
    holder_mark: safe.holderMark(scope.organisationId, wanted.people.holder.lastName),
    key_id: wanted.keyId,
    request_id: wanted.requestId,
    spend_currency: spend?.currency ?? null,
    spend_rate: spend?.rate ?? null,
    spend_minor: spend?.minor ?? null,
  };
  const hold = billing && wanted.billing && holdOf(billing, row, wanted.billing);
  const resolveMs = leaseMs + attentionAfterMs(supplier.settlement);
  const isLimited = spend && spend.perDayMinor !== null;
  // The statements are pipelined in this order: the lock first, and the sum last, because it must include this booking.
  // If the booking cannot be inserted, the transaction is rolled back. Bookings with the same limited key wait for each
  // other, so that each of them sees what the others spent.
  const [, use, written, refusal, spentMinor] = await Promise.all([
    isLimited && lockSpend(tx, wanted.keyId),
    useQuote(tx, scope, quoteId, bookingId),
    insertBooking(
      tx,
      { ...row, billing: hold?.bill ?? null },
      { leaseMs, resolveMs },
      safe.holderTerms(scope.organisationId, wanted.people.holder.lastName),
      hold && billing?.entriesOfHold(tx, { scope, bookingId, actor: begin.actor }, hold),
    ),
    hold && billing?.checkHold(tx, scope, hold),
    isLimited ? sumSpend(tx, scope, wanted.keyId, spend) : 0,
  ]);
  if (written === undefined) throw new ReferenceOrQuoteTaken();
  if (use === 'EXPIRED') throw new QuoteExpired();
  if (use === 'USED') throw new QuoteUsed();
  if (isLimited) checkSpend(spend, spentMinor);
  if (refusal) throw new HoldRefused(refusal);
  const { booking } = written;
  await Promise.all([
    checkOutcome(tx, booking, { delayMs: leaseMs }),
    wanted.alongside?.(tx, bookingId),
    insertExchanges(tx, safe, booking, wanted.exchanges ?? []),
    wanted.record?.(booking, written.attempt),
    recordChange(tx, safe, { ...begin, before: undefined, after: booking, people: wanted.people }),
  ]);
  return { kind: 'JOURNALLED', ...written };
}

/** `spentMinor` includes the new booking. */
function checkSpend({ perDayMinor, minor }: Spend, spentMinor: number): void {
  const limit = perDayMinor ?? Number.POSITIVE_INFINITY;
  if (spentMinor > limit) throw new SpendExceeded(Math.max(0, limit - (spentMinor - minor)));
}

function holdOf(
  billing: BillingPort,
  row: Omit<NewBookingRow, 'billing'>,
  { terms, highestMinor }: NewBill,
): Posting {
  return billing.hold(terms, {
    ...billedBooking({ ...row, penalty_minor: null, cancel_intent: null }),
    highestMinor,
  });
}

/** Thrown to roll back the transaction. */
class ReferenceOrQuoteTaken extends Error {}
class QuoteExpired extends Error {}
class QuoteUsed extends Error {}
class SpendExceeded extends Error {
  readonly leftMinor: number;

  constructor(leftMinor: number) {
    super('spend limit exceeded');
    this.leftMinor = leftMinor;
  }
}
class HoldRefused extends Error {
  readonly refusal: HoldRefusal;

  constructor(refusal: HoldRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}
