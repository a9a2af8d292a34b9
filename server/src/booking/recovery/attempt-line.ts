/**
 * One line of the attempt log: enough to look up a reservation, and to recreate its booking if the database has lost
 * it. Lines are encrypted, because they contain the encrypted personal data of the booking together with its key.
 */
import { z } from 'zod';
import { createSeal, deriveKey, type Seal } from '../../platform/secrets/seal.ts';
import type { Booking, CancelIntent } from '../bookings/booking.ts';
import { NEW_BOOKING_COLUMNS, type NewBookingRow } from '../bookings/booking-store.ts';

const common = {
  /** Time on the clock of the process that wrote the line. */
  at: z.iso.datetime(),
  bookingId: z.string(),
  /** Number of the attempt. If the journal does not contain it, the line is new. */
  number: z.int(),
  provider: z.string(),
  testMode: z.boolean(),
};

const attemptLine = z.discriminatedUnion('operation', [
  z.object({ operation: z.literal('book'), ...common, row: z.record(z.string(), z.unknown()) }),
  z.object({ operation: z.literal('cancel'), ...common, intent: z.unknown() }),
]);

type Parsed<Operation> = Extract<z.output<typeof attemptLine>, { operation: Operation }>;

export type BookLine = Omit<Parsed<'book'>, 'row'> & { row: NewBookingRow };
/** The intent is null if the service cancelled a reservation that should not exist. */
export type CancelLine = Omit<Parsed<'cancel'>, 'intent'> & { intent: CancelIntent | null };
export type AttemptLine = BookLine | CancelLine;

const PURPOSE = 'attempt';
const BINARY_COLUMNS = ['fingerprint', 'people', 'people_key', 'holder_mark'] as const;

export function attemptSeal(masterKey: Buffer): Seal {
  return createSeal(deriveKey(masterKey, 'attempts'));
}

export function writeLine(seal: Seal, line: AttemptLine): string {
  const encoded = line.operation === 'book' ? { ...line, row: encodeRow(line.row) } : line;
  return seal.seal(PURPOSE, Buffer.from(JSON.stringify(encoded))).toString('base64');
}

/** Returns undefined if the line is truncated, damaged or encrypted with another master key. */
export function readLine(seal: Seal, text: string): AttemptLine | undefined {
  try {
    const line = attemptLine.parse(JSON.parse(seal.open(PURPOSE, Buffer.from(text, 'base64')).toString()));
    return (line.operation === 'book' ? { ...line, row: decodeRow(line.row) } : line) as AttemptLine;
  } catch {
    return undefined;
  }
}

export function newRowOf(booking: Booking): NewBookingRow {
  return Object.fromEntries(
    NEW_BOOKING_COLUMNS.map(name => [name, booking[name]]),
  ) as unknown as NewBookingRow;
}

function encodeRow(row: NewBookingRow): Record<string, unknown> {
  const encoded: Record<string, unknown> = { ...row };
  for (const name of BINARY_COLUMNS) encoded[name] = row[name]?.toString('base64') ?? null;
  return encoded;
}

function decodeRow(encoded: Record<string, unknown>): NewBookingRow {
  // Lines of earlier versions do not contain the columns that were added later.
  const row: Record<string, unknown> = Object.fromEntries(
    NEW_BOOKING_COLUMNS.map(name => [name, encoded[name] ?? null]),
  );
  for (const name of BINARY_COLUMNS) {
    const value = encoded[name];
    row[name] = typeof value === 'string' ? Buffer.from(value, 'base64') : null;
  }
  const until = encoded.free_cancellation_until;
  row.free_cancellation_until = typeof until === 'string' ? new Date(until) : null;
  return row as unknown as NewBookingRow;
}
