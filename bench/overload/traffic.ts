/** Generates the mix of requests, and passes results on to requests that depend on them. */
import type { Loose } from '../../server/test/booking-request.ts';
import {
  ask,
  BOOKING,
  bookingOf,
  CONTENT,
  gather,
  type Partner,
  type PartnerAnswer,
  searchOf,
} from '../limits/partner.ts';

export const KINDS = ['search', 'large search', 'content', 'quote', 'booking', 'cancel'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * Percentage of requests of each kind. Bookings are far more frequent than in real traffic, so that enough of
 * them are measured.
 */
export const SHARES: Readonly<Record<Kind, number>> = {
  search: 40,
  'large search': 15,
  content: 40,
  quote: 3,
  booking: 1,
  cancel: 1,
};

/**
 * Number of quotes and bookings created before the load starts. They suffice while quote requests are rejected.
 */
const SPARE = 300;
const OFFERS = 200;
const AT_ONCE = 6;

export interface Traffic {
  /** Returns undefined if nothing is left to book or cancel. */
  send(kind: Kind): Promise<PartnerAnswer> | undefined;
}

export async function openTraffic(partner: Partner): Promise<Traffic> {
  const offers: string[] = [];
  while (offers.length < OFFERS) {
    const { hotels } = await ask(partner, `${BOOKING}availability`, {
      ...searchOf(2, 1),
      // The cancel requests have no `maxPenalty`, so they succeed only if cancellation is free.
      filters: { refundableOnly: true },
    });
    for (const hotel of hotels) for (const { offerId } of hotel.offers) offers.push(offerId);
  }
  let turn = 0;
  const quoteRequest = () => ({ offerId: offers[turn++ % offers.length] });
  const quotes = await gather(SPARE * 2, AT_ONCE, () => ask(partner, `${BOOKING}prebooking`, quoteRequest()));
  const bookings = await gather(SPARE, AT_ONCE, () => book(quotes.pop()));

  async function book(quote: Loose): Promise<string> {
    const { booking } = await ask(partner, `${BOOKING}booking`, bookingOf(quote));
    return booking.bookingId;
  }

  async function keep(sent: Promise<PartnerAnswer>, into: (answer: Loose) => void): Promise<PartnerAnswer> {
    const answer = await sent;
    if (answer.status === 200) into(JSON.parse(answer.text));
    return answer;
  }

  return {
    send(kind) {
      switch (kind) {
        case 'search':
          return partner.send(`${BOOKING}availability`, { ...searchOf(1, 1), page: { limit: 1 } });
        case 'large search':
          return partner.send(`${BOOKING}availability`, { ...searchOf(3, 2), sort: 'PRICE' });
        case 'content':
          return partner.send(`${CONTENT}boards`, {});
        case 'quote':
          return keep(partner.send(`${BOOKING}prebooking`, quoteRequest()), quote => quotes.push(quote));
        case 'booking': {
          const quote = quotes.shift();
          if (quote === undefined) return undefined;
          return keep(partner.send(`${BOOKING}booking`, bookingOf(quote)), ({ booking }) =>
            bookings.push(booking.bookingId),
          );
        }
        case 'cancel': {
          const bookingId = bookings.shift();
          return bookingId === undefined ? undefined : partner.send(`${BOOKING}cancel`, { bookingId });
        }
      }
    },
  };
}
