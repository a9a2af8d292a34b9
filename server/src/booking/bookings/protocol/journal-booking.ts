/**
 * Step two of booking: everything about it is on disk before a byte leaves for the supplier. What this function answers is
 * true even when the connection was lost during its commit; where that cannot be found out it throws, and nothing may be sent.
 */
import type { Database } from '../../../platform/database/connect.ts';
import { inTransaction } from '../../../platform/database/in-transaction.ts';
import { DatabaseError } from '../../../platform/database/is-unavailable.ts';
import { newReferenceId } from '../../../platform/ids/reference-id.ts';
import type { Provider } from '../../provider.ts';
import { useQuote } from '../../quotes/use-quote-store.ts';
import { checkOutcome } from '../../reconcile/follow-up.ts';
import { attentionAfterMs } from '../../reconcile/schedule.ts';
import { type AttemptLease, listAttempts } from '../attempt-store.ts';
import type { Booking, BookingContent, BookingScope } from '../booking.ts';
import { findAnyBooking, findBooking, insertBooking, type NewBookingRow } from '../booking-store.ts';
import { tellChange } from '../change-booking.ts';
import type { BookingPeople, PeopleSafe } from '../people.ts';
import { findTransition } from '../transitions.ts';

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
}

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
  try {
    return await inTransaction(db, tx => journal(tx, safe, bookingId, booking));
  } catch (error) {
    if (error instanceof QuoteExpired) return { kind: 'QUOTE_EXPIRED' };
    if (error instanceof QuoteUsed) return { kind: 'QUOTE_USED' };
    if (error instanceof ReferenceOrQuoteTaken) {
      const other = await findBooking(db, booking.scope, booking);
      return other ? { kind: 'EXISTS', booking: other } : { kind: 'QUOTE_USED' };
    }
    if (!(error instanceof DatabaseError) || error.code !== 'COMMIT_UNKNOWN') throw error;
    const written = await findAnyBooking(db, bookingId);
    const [attempt] = written ? await listAttempts(db, bookingId) : [];
    if (!written || !attempt) throw error;
    return {
      kind: 'JOURNALLED',
      booking: written,
      attempt: { bookingId, number: attempt.number, fence: attempt.fence },
    };
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
    tellChange(tx, safe, { ...begin, before: undefined, after: booking, people: wanted.people }),
  ]);
  return { kind: 'JOURNALLED', ...written };
}

/** Thrown to undo what was just written. */
class ReferenceOrQuoteTaken extends Error {}
class QuoteExpired extends Error {}
class QuoteUsed extends Error {}
