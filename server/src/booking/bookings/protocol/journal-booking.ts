/**
 * Step two of booking: everything about it is on disk before a byte leaves for the supplier. What this function answers is
 * true even when the connection was lost during its commit; where that cannot be found out in time it throws, and nothing may
 * be sent: not now, and not by the job of a journal that turns up later.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { newReferenceId } from '../../../platform/ids/reference-id.ts';
import type { Provider } from '../../provider.ts';
import { useQuote } from '../../quotes/use-quote-store.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { attentionAfterMs } from '../../reconcile/schedule.ts';
import { type AttemptLease, listAttempts } from '../attempt-store.ts';
import type { Booking, BookingContent, BookingScope } from '../booking.ts';
import { findBooking, insertBooking, type NewBookingRow } from '../booking-store.ts';
import { tellChange } from '../change-booking.ts';
import type { BookingPeople, PeopleSafe } from '../people.ts';
import { findTransition } from '../transitions.ts';
import { type Decide, untilDecided } from './until-decided.ts';

export interface NewBooking {
  scope: BookingScope;
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
  /** What else belongs into the transaction, such as the idempotency key. */
  alongside?: ((tx: Database, bookingId: string) => Promise<void>) | undefined;
  /** What must be on record elsewhere before anything is sent. Where it fails, nothing is journalled. */
  record?: RecordAttempt | undefined;
  /** How long it may take to find out what became of a commit. */
  decide?: Decide | undefined;
}

export type RecordAttempt = (booking: Booking, attempt: AttemptLease) => Promise<void> | undefined;

export type Journalled =
  | { kind: 'JOURNALLED'; booking: Booking; attempt: AttemptLease }
  /** The client reference is taken: compare fingerprints. */
  | { kind: 'EXISTS'; booking: Booking }
  | { kind: 'QUOTE_USED' }
  | { kind: 'QUOTE_EXPIRED' };

/** After the supplier's own limit, this long to write down what it said. */
export const RECORD_MS = 30_000;

export async function journalBooking(
  db: Database,
  safe: PeopleSafe,
  booking: NewBooking,
): Promise<Journalled> {
  const bookingId = newReferenceId('bkg');
  return untilDecided(booking.decide, () => journalOnce(db, safe, bookingId, booking));
}

async function journalOnce(
  db: Database,
  safe: PeopleSafe,
  bookingId: string,
  wanted: NewBooking,
): Promise<Journalled> {
  try {
    return await inTransaction(db, tx => journal(tx, safe, bookingId, wanted));
  } catch (error) {
    if (error instanceof QuoteExpired) return { kind: 'QUOTE_EXPIRED' };
    if (error instanceof QuoteUsed) return { kind: 'QUOTE_USED' };
    if (!(error instanceof ReferenceOrQuoteTaken)) throw error;
    const booking = await findBooking(db, wanted.scope, wanted);
    if (booking === undefined) return { kind: 'QUOTE_USED' };
    // By the try before, whose commit was not heard of.
    const [attempt] = booking.booking_id === bookingId ? await listAttempts(db, bookingId) : [];
    if (!attempt || attempt.finished_at) return { kind: 'EXISTS', booking };
    const { number, fence } = attempt;
    return { kind: 'JOURNALLED', booking, attempt: { bookingId, number, fence } };
  }
}

async function journal(
  tx: Database,
  safe: PeopleSafe,
  bookingId: string,
  wanted: NewBooking,
): Promise<Journalled> {
  const { scope, clientReference, quoteId, provider } = wanted;
  const begin = findTransition(undefined, { kind: 'JOURNALLED' });
  if (!begin) throw new Error('no booking can begin');
  const { freeUntilMs } = wanted.content.terms;
  const { supplier } = provider;
  const leaseMs = supplier.limits.book + RECORD_MS;
  const row: NewBookingRow = {
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
  };
  const resolveMs = leaseMs + attentionAfterMs(supplier.settlement);
  // Sent together, the longest last so that it travels with the others: what belongs to a booking that was not written is undone.
  const [use, written] = await Promise.all([
    useQuote(tx, scope, quoteId, bookingId),
    insertBooking(tx, row, { leaseMs, resolveMs }),
  ]);
  if (written === undefined) throw new ReferenceOrQuoteTaken();
  if (use === 'EXPIRED') throw new QuoteExpired();
  if (use === 'USED') throw new QuoteUsed();
  const { booking } = written;
  await Promise.all([
    checkOutcome(tx, booking, { delayMs: leaseMs }),
    wanted.alongside?.(tx, bookingId),
    wanted.record?.(booking, written.attempt),
    tellChange(tx, safe, { ...begin, before: undefined, after: booking, people: wanted.people }),
  ]);
  return { kind: 'JOURNALLED', ...written };
}

/** Thrown to undo what was just written. */
class ReferenceOrQuoteTaken extends Error {}
class QuoteExpired extends Error {}
class QuoteUsed extends Error {}
