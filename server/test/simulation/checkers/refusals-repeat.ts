/**
 * A rejected booking stays rejected: every replay of its request returns the same code, and none returns a
 * booking.
 */
import type { ClientAnswer } from '../clients/client-history.ts';
import { asksOf, type Checker } from './run-facts.ts';

const REFUSALS: ReadonlySet<string> = new Set(['OFFER_NOT_AVAILABLE', 'PRICE_CHANGED', 'BOOKING_REJECTED']);

export const refusalsRepeat: Checker = facts =>
  facts.bookings.flatMap(booking => {
    const { client_reference: name, booking_id } = booking;
    const asked = asksOf(facts, booking, 'booking');
    const refused = asked.filter(answer => isRefusal(answer, booking_id));
    const codes = new Set(refused.map(answer => ('code' in answer ? answer.code : '')));
    const shown = asked.filter(answer => answer.kind === 'ok');
    return [
      ...(codes.size > 1 ? [`refusal: ${name} was refused with ${[...codes].join(' and ')}`] : []),
      ...(shown.some(({ seen }) => seen.some(({ status }) => status === 'REJECTED'))
        ? [`refusal: ${name} was rejected, but its request returned a booking`]
        : []),
      ...(shown.some(later => refused.some(({ endedMs }) => endedMs < later.startedMs))
        ? [`refusal: ${name} was refused, but a later request returned a booking`]
        : []),
    ];
  });

function isRefusal(answer: ClientAnswer, bookingId: string): boolean {
  return answer.kind === 'refused' && REFUSALS.has(answer.code) && answer.bookingId === bookingId;
}
