import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Booking } from '../../bookings/booking.ts';
import type { Quote } from '../../quotes/quote.ts';

export async function findAnyQuote(db: Database, quoteId: string): Promise<Quote | undefined> {
  const [quote] = await db<Quote[]>`SELECT * FROM quote WHERE quote_id = ${quoteId}`;
  return quote;
}

/** Includes the time of its quote, which determines the rules. */
export async function findPricedBooking(
  db: Database,
  bookingId: string,
): Promise<(Booking & { quoted_at: Date | null }) | undefined> {
  const [booking] = await db<(Booking & { quoted_at: Date | null })[]>`
    SELECT booking.*, quote.created_at AS quoted_at FROM booking LEFT JOIN quote USING (quote_id)
    WHERE booking_id = ${bookingId}`;
  return booking;
}

interface QuoteFilter {
  environment?: Environment | undefined;
  partnerId?: string | undefined;
  hotelId?: string | undefined;
  limit: number;
  searched: number;
}

/**
 * Newest first, by their expiry time, because that column has an index. Only the newest `searched` quotes are compared
 * with the filter, so that a hotel without quotes does not cause a scan of the whole table.
 */
export async function listLastQuotes(db: Database, filter: QuoteFilter): Promise<Quote[]> {
  const { environment, partnerId = null, hotelId = null, limit, searched } = filter;
  const isTest = environment === undefined ? null : environment === 'sandbox';
  return db<Quote[]>`
    SELECT * FROM (SELECT * FROM quote ORDER BY expires_at DESC LIMIT ${searched}) AS latest
    WHERE (${isTest}::boolean IS NULL OR test_mode = ${isTest})
      AND (${partnerId}::text IS NULL OR organisation_id = ${partnerId})
      AND (${hotelId}::text IS NULL OR hotel_id = ${hotelId})
    ORDER BY expires_at DESC LIMIT ${limit}`;
}
