/** Notes that staff write about bookings. Append-only. */
import type { Database } from '../../platform/database/connect.ts';
import type { BookingNoteRow } from '../../platform/database/generated/tables.ts';
import { newId } from '../../platform/ids/ids.ts';
import { isoTime } from '../../platform/iso-time.ts';
import type { Booking } from './booking.ts';
import type { PeopleSafe } from './people.ts';

export interface BookingNote {
  noteId: string;
  at: string;
  by: string;
  /** Null after erasure. */
  text: string | null;
  /** Whether the partner was contacted about the status of the booking. */
  isContact: boolean;
}

/** Returns undefined after erasure: nothing new may be stored about the guests. */
export async function insertNote(
  tx: Database,
  safe: PeopleSafe,
  booking: Booking,
  { by, text, isContact }: Pick<BookingNote, 'by' | 'isContact'> & { text: string },
): Promise<BookingNote | undefined> {
  const sealed = safe.sealWords(booking, text);
  if (sealed === null) return undefined;
  const noteId = newId('not');
  const [row] = await tx<{ at: Date }[]>`
    INSERT INTO booking_note (note_id, organisation_id, environment, booking_id, at, author, text, is_contact)
    VALUES (${noteId}, ${booking.organisation_id}, ${booking.environment}, ${booking.booking_id},
      date_trunc('milliseconds', serai_now()), ${by}, ${sealed}, ${isContact})
    RETURNING at`;
  return { noteId, at: isoTime((row as { at: Date }).at.getTime()), by, text, isContact };
}

const MAX_NOTES = 1_000;

/** Oldest first. */
export async function listNotes(db: Database, safe: PeopleSafe, booking: Booking): Promise<BookingNote[]> {
  const rows = await db<Omit<BookingNoteRow, 'booking_id' | 'organisation_id' | 'environment'>[]>`
    SELECT note_id, at, author, text, is_contact FROM booking_note
    WHERE booking_id = ${booking.booking_id} ORDER BY at, note_id LIMIT ${MAX_NOTES}`;
  return rows.map(({ note_id: noteId, at, author: by, text, is_contact: isContact }) => ({
    noteId,
    at: isoTime(at.getTime()),
    by,
    text: text === null ? null : safe.openWords(booking, text),
    isContact,
  }));
}
