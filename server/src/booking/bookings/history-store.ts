/** One entry per version of a booking. Append-only. */
import type { Actor, BookingState, StatusReason } from '@serai/contract/booking/booking-states.ts';
import type { BookingdetailAnswer } from '@serai/contract/booking/bookingdetail.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { BookingHistoryRow } from '../../platform/database/generated/tables.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Booking } from './booking.ts';
import type { PeopleSafe } from './people.ts';

export interface NewHistoryEntry {
  bookingId: string;
  version: number;
  at: Date;
  event: string;
  actor: Actor;
  from: BookingState | null;
  to: BookingState;
  reason: string | null;
  note: unknown;
}

export async function insertHistory(tx: Database, entry: NewHistoryEntry): Promise<void> {
  const { bookingId, version, at, event, actor, from, to, reason, note } = entry;
  await tx`
    INSERT INTO booking_history (booking_id, version, at, event, actor, from_status, to_status, reason, note)
    VALUES (${bookingId}, ${version}, ${at}, ${event}, ${actor}, ${from}, ${to}, ${reason},
            ${note === undefined || note === null ? null : tx.json(note)})`;
}

export type HistoryEntry = NonNullable<BookingdetailAnswer['history']>[number];

/** Oldest first. */
export async function listHistory(db: Database, bookingId: string, limit = 1_000): Promise<HistoryEntry[]> {
  return (await readHistory(db, bookingId, limit)).map(entryOf);
}

export interface OperatorEntry extends HistoryEntry {
  /** Evidence entered by staff. It is stored encrypted because it may contain personal data. */
  evidence: string | null;
  by: string | null;
  /** Details found by the service, such as a cause or differences. */
  note: Record<string, unknown> | null;
}

export async function listHistoryWithEvidence(
  db: Database,
  safe: PeopleSafe,
  booking: Booking,
  limit = 1_000,
): Promise<OperatorEntry[]> {
  const rows = await readHistory(db, booking.booking_id, limit);
  return rows.map(row => {
    const { evidence, by = null, ...found } = (row.note ?? {}) as { evidence?: string | null; by?: string };
    return {
      ...entryOf(row),
      evidence: evidence ? safe.openWords(booking, evidence) : null,
      by,
      note: Object.keys(found).length > 0 ? found : null,
    };
  });
}

/** Finds the original rejection reason. A late confirmation may since have replaced the status reason. */
export async function findRefusalReason(db: Database, bookingId: string): Promise<StatusReason | undefined> {
  const [entry] = await db<{ reason: StatusReason }[]>`
    SELECT reason FROM booking_history
    WHERE booking_id = ${bookingId} AND to_status = 'REJECTED' ORDER BY version LIMIT 1`;
  return entry?.reason;
}

/** Finds the note of the last change that reported a problem with one of these causes. */
export async function findLastReport(
  db: Database,
  bookingId: string,
  causes: readonly string[],
): Promise<Record<string, unknown> | undefined> {
  const [entry] = await db<{ note: Record<string, unknown> }[]>`
    SELECT note FROM booking_history
    WHERE booking_id = ${bookingId} AND note ->> 'cause' = ANY (${causes}::text[]) ORDER BY version DESC LIMIT 1`;
  return entry?.note;
}

async function readHistory(db: Database, bookingId: string, limit: number): Promise<BookingHistoryRow[]> {
  return await db<BookingHistoryRow[]>`
    SELECT * FROM booking_history WHERE booking_id = ${bookingId} ORDER BY version LIMIT ${limit}`;
}

function entryOf(row: BookingHistoryRow): HistoryEntry {
  return {
    version: row.version,
    at: isoTime(row.at.getTime()),
    event: row.event,
    actor: row.actor,
    from: row.from_status as BookingState | null,
    to: row.to_status as BookingState,
    reason: row.reason,
  };
}
