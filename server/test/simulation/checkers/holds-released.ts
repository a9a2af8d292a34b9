/** Rooms that are kept for a quote are given back early only where nobody can book it any more. */
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
