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

/** The triggers of booking_term store no more characters of a reference. */
const MAX_REFERENCE_TERM = 200;

/**
 * Reads a range of the primary key of booking_term for each partner and environment. The comparison operators are
 * leakproof, so row security does not prevent the use of the index.
 */
export async function findByReference(
  db: Database,
  { organisationIds, environments, limit }: BookingScope,
  text: string,
): Promise<string[]> {
  // Some characters become two in lower case.
  const start = Array.from(text.toLowerCase()).slice(0, MAX_REFERENCE_TERM).join('');
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

export interface HolderTerm {
  organisationId: string;
  /** From `holderTerm`. */
  term: string;
}

export interface HolderMark {
  organisationId: string;
  /** From `holderMark`. */
  mark: Buffer;
}

export async function findByHolderTerms(
  db: Database,
  { environments, limit }: Omit<BookingScope, 'organisationIds'>,
  terms: readonly HolderTerm[],
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT found.booking_id
    FROM unnest(${terms.map(row => row.organisationId)}::text[], ${terms.map(row => row.term)}::text[]) AS wanted (partner, term)
    CROSS JOIN unnest(${environments}::text[]) AS environment (name)
    CROSS JOIN LATERAL (
      SELECT booking_id FROM booking_term
      WHERE organisation_id = wanted.partner AND environment = environment.name AND kind = 'HOLDER'
        AND booking_term.term = wanted.term
      ORDER BY booking_id LIMIT ${limit}
    ) AS found
    ORDER BY found.booking_id LIMIT ${limit * environments.length}`;
  return rows.map(row => row.booking_id);
}

/**
 * Also finds bookings that were made before beginnings of names were stored. Uses booking_by_holder. A mark is sought
 * only among the bookings of its partner.
 */
export async function findByHolderMarks(
  db: Database,
  { environments, limit }: Omit<BookingScope, 'organisationIds'>,
  marks: readonly HolderMark[],
): Promise<string[]> {
  const rows = await db<{ booking_id: string }[]>`
    SELECT found.booking_id
    FROM unnest(${marks.map(row => row.organisationId)}::text[], ${marks.map(row => row.mark)}::bytea[]) AS wanted (partner, mark)
    CROSS JOIN unnest(${environments}::text[]) AS environment (name)
    CROSS JOIN LATERAL (
      SELECT booking_id FROM booking
      WHERE organisation_id = wanted.partner AND environment = environment.name AND holder_mark = wanted.mark
      ORDER BY booking_id LIMIT ${limit}
    ) AS found
    ORDER BY found.booking_id LIMIT ${limit * environments.length}`;
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
