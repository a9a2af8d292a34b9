/** Reads of the ledger, as a caller may see it now. */
import type { Found, Read } from '../../port/outcomes.ts';
import type { KnownBooking, Swept } from '../../port/supplier.ts';
import { findReservation, type LedgerReservation, listReservations } from './ledger-store.ts';
import { reservationNow } from './reservation-now.ts';
import { type Place, type Said, say, silence } from './said.ts';

/** More in one period is a failure, not a shorter list. */
const MOST_SWEPT = 10_000;

export async function lookUpReservation({ code, db }: Place, booking: KnownBooking): Promise<Said<Found>> {
  const row = await findReservation(db, code, booking.reference.toUpperCase());
  const now = row && reservationNow(row);
  if (now === undefined || now.kind === 'HIDDEN') return say({ kind: 'ABSENT' });
  if (now.kind === 'SILENT') return silence({ kind: 'FAILED', cause: 'TIMEOUT' });
  return say(now);
}

export async function sweepReservations(
  { code, db }: Place,
  fromMs: number,
  toMs: number,
): Promise<Said<Read<readonly Swept[]>>> {
  const rows = await listReservations(db, code, { fromMs, toMs }, MOST_SWEPT + 1);
  if (rows.length > MOST_SWEPT) return say({ kind: 'FAILED', cause: 'INCOMPLETE' });
  return say({ kind: 'OK', value: rows.flatMap(row => sweptOf(row) ?? []) });
}

/** A request that the hotel refused is no reservation. */
function sweptOf(row: LedgerReservation): Swept | undefined {
  const now = reservationNow(row);
  if (now.kind !== 'FOUND' || now.state === 'REFUSED') return undefined;
  const { kind: _, state, cancelledBy: __, ...reservation } = now;
  return { reference: row.reference, state, ...reservation };
}
