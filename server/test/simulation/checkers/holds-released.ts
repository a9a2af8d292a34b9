/** Rooms held for a quote are released early only if the quote can no longer be booked. */
import type { Checker } from './run-facts.ts';

export const holdsReleased: Checker = ({ bookings, suppliers }) =>
  suppliers
    .flatMap(({ ledger }) => ledger.sent)
    .flatMap(({ operation, about, by }) => {
      if (operation !== 'release') return [];
      const booking = bookings.find(({ quote_id }) => quote_id === about);
      return booking?.status === 'REJECTED'
        ? []
        : [`${by} released ${about} of ${booking?.status ?? 'nobody'}`];
    });
