/** Stores quotes. A quote is written once, expires by the database clock and can be booked once. */
import type { Database } from '../../platform/database/connect.ts';
import type { BookingScope } from '../bookings/booking.ts';
import type { Quote } from './quote.ts';

type NewQuote = Omit<Quote, 'created_at' | 'expires_at' | 'used_by'>;

/** Returns the expiry time in whole milliseconds. */
export async function insertQuote(db: Database, quote: NewQuote, lifetimeMs: number): Promise<Date> {
  const [row] = await db<{ expires_at: Date }[]>`
    INSERT INTO quote (quote_id, organisation_id, environment, test_mode, provider, hotel_id, created_at, expires_at,
      status, terms_hash, currency, net_minor, supplier_currency, supplier_net_minor, inventory_held, content, tokens)
    SELECT ${quote.quote_id}, ${quote.organisation_id}, ${quote.environment}, ${quote.test_mode}, ${quote.provider},
      ${quote.hotel_id}, now.at, now.at + make_interval(secs => ${lifetimeMs / 1000}::double precision),
      ${quote.status}, ${quote.terms_hash}, ${quote.currency}, ${quote.net_minor}::bigint,
      ${quote.supplier_currency}, ${quote.supplier_net_minor}::bigint, ${quote.inventory_held},
      ${db.json(quote.content)}::json, ${quote.tokens}
    FROM (SELECT date_trunc('milliseconds', serai_now()) AS at) AS now
    RETURNING expires_at`;
  if (row === undefined) throw new Error('the quote was not inserted');
  return row.expires_at;
}

/** Also finds expired and used quotes, so that the booking can be refused with the exact reason. */
export async function findQuote(
  db: Database,
  { organisationId, environment }: BookingScope,
  quoteId: string,
): Promise<(Quote & { is_expired: boolean }) | undefined> {
  const [row] = await db<(Quote & { is_expired: boolean })[]>`
    SELECT *, expires_at <= serai_now() AS is_expired
    FROM quote
    WHERE quote_id = ${quoteId} AND organisation_id = ${organisationId} AND environment = ${environment}`;
  return row;
}

/** Whether the provider may still hold rooms for the quote. */
export async function isInventoryHeld(db: Database, quoteId: string): Promise<boolean> {
  const { count } = await db`
    SELECT FROM quote WHERE quote_id = ${quoteId} AND inventory_held AND expires_at > serai_now()`;
  return count === 1;
}

/** Marks the quote as used by the booking. EXPIRED also means that the partner has no such quote. */
export async function useQuote(
  tx: Database,
  { organisationId, environment }: BookingScope,
  quoteId: string,
  bookingId: string,
): Promise<'OK' | 'USED' | 'EXPIRED'> {
  const { count } = await tx`
    UPDATE quote SET used_by = ${bookingId}
    WHERE quote_id = ${quoteId} AND organisation_id = ${organisationId} AND environment = ${environment}
      AND used_by IS NULL AND expires_at > serai_now()`;
  if (count === 1) return 'OK';
  const used = await tx`
    SELECT FROM quote
    WHERE quote_id = ${quoteId} AND organisation_id = ${organisationId} AND environment = ${environment}
      AND used_by IS NOT NULL`;
  return used.count === 1 ? 'USED' : 'EXPIRED';
}
