/** Finds bookings by the beginning of an id, a reference or the holder's last name. Every read uses an index. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { ofPartner } from '../../../platform/database/of-partner.ts';
import { idRange } from '../../../platform/operations/operator/search-source.ts';
import type { Booking } from '../../bookings/booking.ts';

export interface BookingScope {
  /** The partners to search. */
  organisationIds: readonly string[];
  environments: readonly Environment[];
  limit: number;
}

/** Sorts after every other character in byte order. */
const LAST = '\u{10FFFF}';

/**
 * Reads a range of the primary key of booking_term for each partner and environment. The comparison operators are
 * leakproof, so row security does not prevent the use of the index.
 */
export async function findByReference(
  db: Database,
  { organisationIds, environments, limit }: BookingScope,
  start: string,
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT found.booking_id FROM unnest(${organisationIds}::text[]) AS partner (id)
    CROSS JOIN unnest(${environments}::text[]) AS environment (name)
    CROSS JOIN LATERAL (
      SELECT term, booking_id FROM booking_term
      WHERE organisation_id = partner.id AND environment = environment.name AND kind = 'REFERENCE'
        AND term >= ${start} AND term < ${start + LAST}
      ORDER BY term, booking_id LIMIT ${limit}
    ) AS found
    ORDER BY found.term, found.booking_id LIMIT ${limit * environments.length}`;
  return rows.map(row => row.booking_id);
}

export interface HolderMarks {
  organisationId: string;
  /** From `holderTerm`. */
  term: string;
}

export async function findByHolderTerms(
  db: Database,
  { environments, limit }: BookingScope,
  marks: readonly HolderMarks[],
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT found.booking_id
    FROM unnest(${marks.map(mark => mark.organisationId)}::text[], ${marks.map(mark => mark.term)}::text[]) AS mark (partner, term)
    CROSS JOIN unnest(${environments}::text[]) AS environment (name)
    CROSS JOIN LATERAL (
      SELECT booking_id FROM booking_term
      WHERE organisation_id = mark.partner AND environment = environment.name AND kind = 'HOLDER'
        AND booking_term.term = mark.term
      ORDER BY booking_id LIMIT ${limit}
    ) AS found
    ORDER BY found.booking_id LIMIT ${limit * environments.length}`;
  return rows.map(row => row.booking_id);
}

/** Also finds bookings that were made before beginnings of names were stored. Uses booking_by_holder. */
export async function findByHolderMarks(
  db: Database,
  { organisationIds, environments, limit }: BookingScope,
  marks: readonly Buffer[],
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT booking_id FROM booking
    WHERE organisation_id = ANY (${organisationIds}) AND environment = ANY (${environments})
      AND holder_mark = ANY (${marks}::bytea[])
    ORDER BY booking_id LIMIT ${limit * environments.length}`;
  return rows.map(row => row.booking_id);
}

/** Uses the primary key. */
export async function findByIdPrefix(
  db: Database,
  organisationId: string | undefined,
  { environments, limit }: Pick<BookingScope, 'environments' | 'limit'>,
  start: string,
): Promise<string[]> {
  const { from, to } = idRange(start);
  const rows = await db<{ booking_id: string }[]>`
    SELECT booking_id FROM booking
    WHERE booking_id >= ${from} AND booking_id <= ${to} AND starts_with(booking_id, ${start})
      AND ${ofPartner(db, organisationId)} AND environment = ANY (${environments})
    ORDER BY booking_id LIMIT ${limit * environments.length}`;
  return rows.map(row => row.booking_id);
}

export async function readBookings(db: Database, bookingIds: readonly string[]): Promise<Booking[]> {
  return await db<Booking[]>`
    SELECT * FROM booking WHERE booking_id = ANY (${bookingIds}) ORDER BY updated_at DESC, booking_id DESC
    LIMIT ${bookingIds.length}`;
}
