/**
 * I2: a client reference has one booking and at most one reservation. Everything that is sent is journalled first, and
 * is sent again only if it was certainly not executed.
 */
import { referenceOf } from '../../../src/booking/bookings/booking.ts';
import type { Checker } from './run-facts.ts';

export const oneReservation: Checker = ({ answers, bookings, suppliers }) => {
  const faults: string[] = [];
  for (const [reference, asked] of Map.groupBy(answers, ({ body }) => body.clientReference)) {
    if (reference === undefined) continue;
    const ids = new Set(asked.flatMap(answer => idsIn(answer)));
    if (ids.size > 1) faults.push(`I2: ${reference} has the booking ids ${[...ids].join(' and ')}`);
  }
  const names = Map.groupBy(
    bookings,
    row => `${row.organisation_id} ${row.environment} ${row.client_reference}`,
  );
  for (const [name, rows] of names)
    if (rows.length > 1) faults.push(`I2: ${name} has ${rows.length} bookings`);

  const known = new Set(bookings.map(({ booking_id }) => referenceOf(booking_id)));
  const entries = suppliers.flatMap(({ ledger }) => ledger.entries);
  for (const [reference, made] of Map.groupBy(entries, entry => entry.reference)) {
    if (made.length > 1) faults.push(`I2: ${reference} has ${made.length} reservations`);
    if (!known.has(reference)) faults.push(`I2: ${reference} was reserved but belongs to no booking`);
  }
  const sent = suppliers.flatMap(({ ledger }) => ledger.sent).filter(({ operation }) => operation === 'book');
  for (const [reference, sends] of Map.groupBy(sent, ({ about }) => about)) {
    if (!known.has(reference)) faults.push(`I2: ${reference} was sent but belongs to no booking`);
    const again = sends.slice(0, -1).find(({ heard }) => heard?.kind !== 'NOT_EXECUTED');
    if (again) faults.push(`I2: ${reference} was sent again after ${again.heard?.kind ?? 'no response'}`);
  }
  return faults;
};

/** A call that may change something is sent only during an open attempt, whose end is recorded once. */
export const sentUnderAttempt: Checker = ({ attempts, suppliers }) => {
  const faults = attempts
    .filter(({ fence, outcome }) => fence > 1 && outcome !== 'LEASE_ENDED')
    .map(
      ({ booking_id, number }) =>
        `I2: attempt ${number} of ${booking_id} was ended by a process that no longer held its lease`,
    );
  for (const { operation, about, sentMs, by } of suppliers.flatMap(({ ledger }) => ledger.sent)) {
    if (operation !== 'book' && operation !== 'cancel') continue;
    const isAllowed = attempts.some(
      ({ booking_id, operation: journalled, started_at, finished_at }) =>
        journalled === operation &&
        referenceOf(booking_id) === about &&
        started_at.getTime() <= sentMs &&
        (finished_at === null || sentMs <= finished_at.getTime()),
    );
    if (!isAllowed) faults.push(`I2: ${by} sent ${operation} for ${about} without an open attempt`);
  }
  return faults;
};

function idsIn(answer: Parameters<Checker>[0]['answers'][number]): string[] {
  if (answer.kind === 'ok') return answer.seen.map(({ bookingId }) => bookingId);
  return answer.kind === 'refused' && answer.bookingId !== undefined ? [answer.bookingId] : [];
}
