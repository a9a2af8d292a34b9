/**
 * One line of the log of attempts: what it takes to look a reservation up, and to make its booking anew, where the database has
 * forgotten both. Sealed, as it has the sealed people of the booking too.
 */
import { z } from 'zod';
import { createSeal, deriveKey, type Seal } from '../../../platform/secrets/seal.ts';
import type { Booking, CancelIntent } from '../../bookings/booking.ts';
import type { NewBookingRow } from '../../bookings/booking-store.ts';

const common = {
  /** Of the process that wrote it. */
  at: z.iso.datetime(),
  bookingId: z.string(),
  /** Of the attempt in the journal: a line is news where the journal has no such attempt. */
  number: z.int(),
  provider: z.string(),
  testMode: z.boolean(),
};

const attemptLine = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('book'), ...common, row: z.record(z.string(), z.unknown()) }),
  z.object({ operation: z.literal('cancel'), ...common, intent: z.unknown() }),
]);

export type AttemptLine =
  | {
      operation: 'book';
      at: string;
      bookingId: string;
      number: number;
      provider: string;
      testMode: boolean;
      row: NewBookingRow;
    }
  | {
      operation: 'cancel';
      at: string;
      bookingId: string;
      number: number;
      provider: string;
      testMode: boolean;
      /** Null: the service cancelled something that should not be there. */
      intent: CancelIntent | null;
    };

const PURPOSE = 'attempt';
/** Members of the row that are bytes. */
const BYTES = ['fingerprint', 'people', 'people_key', 'holder_mark'] as const;

export function attemptSeal(masterKey: Buffer): Seal {
  return createSeal(deriveKey(masterKey, 'attempts'));
}

export function writeLine(seal: Seal, line: AttemptLine): string {
  const shown = line.operation === 'book' ? { ...line, row: textOf(line.row) } : line;
  return seal.seal(PURPOSE, Buffer.from(JSON.stringify(shown))).toString('base64');
}

/** Undefined: cut off, damaged, or of another master key. */
export function readLine(seal: Seal, text: string): AttemptLine | undefined {
  try {
    const line = attemptLine.parse(JSON.parse(seal.open(PURPOSE, Buffer.from(text, 'base64')).toString()));
    return (line.operation === 'book' ? { ...line, row: rowOf(line.row) } : line) as AttemptLine;
  } catch {
    return undefined;
  }
}

/** Only what a new booking has, whatever else the caller's object carries. */
function textOf(row: NewBookingRow): Record<string, unknown> {
  const shown: Record<string, unknown> = { ...row };
  for (const name of BYTES) shown[name] = row[name]?.toString('base64') ?? null;
  return shown;
}

function rowOf(shown: Record<string, unknown>): NewBookingRow {
  const row: Record<string, unknown> = { ...shown };
  for (const name of BYTES)
    row[name] = typeof shown[name] === 'string' ? Buffer.from(shown[name], 'base64') : null;
  const until = shown.free_cancellation_until;
  row.free_cancellation_until = typeof until === 'string' ? new Date(until) : null;
  return row as unknown as NewBookingRow;
}

const MEMBERS = [
  'booking_id',
  'organisation_id',
  'environment',
  'test_mode',
  'client_reference',
  'fingerprint',
  'quote_id',
  'provider',
  'status',
  'status_reason',
  'hotel_id',
  'check_in',
  'check_out',
  'free_cancellation_until',
  'currency',
  'net_minor',
  'supplier_currency',
  'supplier_net_minor',
  'content',
  'people',
  'people_key',
  'holder_mark',
] as const satisfies readonly (keyof NewBookingRow)[];

/** The members that a booking is begun with. */
export function newRowOf(booking: Booking): NewBookingRow {
  return Object.fromEntries(MEMBERS.map(name => [name, booking[name]])) as unknown as NewBookingRow;
}
