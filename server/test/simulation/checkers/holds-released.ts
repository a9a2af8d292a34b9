/** Rooms held for a quote are released early only if its booking was rejected or no client received the quote. */
import type { Checker } from './run-facts.ts';

export const holdsReleased: Checker = ({ answers, bookings, suppliers }) =>
  suppliers
    .flatMap(({ ledger }) => ledger.sent)
    .flatMap(({ operation, about, by }) => {
      if (operation !== 'release') return [];
      const booking = bookings.find(({ quote_id }) => quote_id === about);
      const isShown = answers.some(answer => answer.kind === 'ok' && answer.data.quoteId === about);
      const isUseless = booking === undefined ? !isShown : booking.status === 'REJECTED';
      return isUseless
        ? []
        : [
            `${by} released ${about}, which ${booking ? `has a ${booking.status} booking` : 'a client received'}`,
          ];
    });
