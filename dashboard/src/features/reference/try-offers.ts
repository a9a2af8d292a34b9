/** The offers of a search that was tried, so that a user can choose the one to quote. Pure. */
import { REFUNDABILITY_NAMES } from '../../components/pricing/rule-words.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { type CarriedId, withIds } from './try-flow.ts';
import type { Sent } from './try-state.ts';

export interface TriedOffer {
  offerId: string;
  /** Where the id is in the response, for example `hotels[0].offers[1].offerId`. */
  path: string;
  /** For example `Double room · Room only · 212.40 EUR · Refundable`. */
  label: string;
}

/** What this page reads of an offer. Summaries contain codes and no names. */
interface Offer {
  offerId: string;
  rooms?: { name?: string; roomCode?: string | null }[];
  board?: { code: string; name?: string };
  price?: { net?: { amount: string; currency: string } };
  cancellation?: { refundability?: string };
}

type Money = Parameters<typeof formatMoney>[0];

interface Search {
  hotels?: { name?: string; offers?: Offer[] }[];
}

/** More would only be scrolled over. */
const MAX_OFFERS = 100;

export function offersOf(response: unknown): TriedOffer[] {
  const hotels = (response as Search | null)?.hotels ?? [];
  const all = hotels.flatMap(({ name, offers = [] }, hotel) =>
    offers.map((offer, at) => ({
      offerId: offer.offerId,
      path: `hotels[${hotel}].offers[${at}].offerId`,
      label: [...(hotels.length > 1 && name ? [name] : []), ...wordsOf(offer)].join(' · '),
    })),
  );
  return all.slice(0, MAX_OFFERS);
}

interface ShownOffer {
  offerId: string;
  /** For example `Casa Luna, Double room, Room only`. */
  words: string;
  price: string;
}

const SHOWN_OFFERS = 3;

/** The first offers of a search with their hotel, and how many others there are. */
export function firstOffers(response: unknown): { shown: ShownOffer[]; more: number } {
  const hotels = (response as Search | null | undefined)?.hotels ?? [];
  const all = hotels.flatMap(({ name, offers = [] }) => offers.map(offer => ({ name, offer })));
  const shown = all.slice(0, SHOWN_OFFERS).map(({ name, offer: { price, ...offer } }) => ({
    offerId: offer.offerId,
    words: [name, ...wordsOf({ ...offer, cancellation: {} })].filter(Boolean).join(', '),
    price: price?.net ? formatMoney(price.net) : '',
  }));
  return { shown, more: all.length - shown.length };
}

const REFUND_WORDS: Readonly<Record<string, string>> = {
  ...REFUNDABILITY_NAMES,
  UNKNOWN: 'Cancellation terms unknown',
};

function wordsOf({ rooms = [], board, price, cancellation }: Offer): string[] {
  const names = rooms.map(({ name, roomCode }) => name ?? roomCode ?? 'Room');
  const words = [
    [...new Set(names)].join(' + '),
    board?.name ?? board?.code,
    price?.net && formatMoney(price.net),
    REFUND_WORDS[cancellation?.refundability ?? ''],
  ];
  return words.filter(word => word !== undefined && word !== '') as string[];
}

/** A successful response, as far as the products and prices of the steps are read from it. */
interface Priced {
  quoteId?: string;
  offer?: Offer;
  changes?: { field: string; from: unknown; to: unknown }[];
  booking?: Offer & { bookingId?: string };
}

type Answered = Pick<Sent, 'operation' | 'response'>;

/** What was chosen with an id of an earlier response, for example `Double room, Room only, 325.28 EUR`. */
export function productOf({ name, value }: Pick<CarriedId, 'name' | 'value'>, sent: readonly Answered[]) {
  for (const { response } of sent.toReversed()) {
    const body = response.body as (Priced & Search) | null;
    const offers = body?.hotels?.flatMap(({ offers: own = [] }) => own) ?? [];
    const found = {
      offer: offers.find(({ offerId }) => offerId === value),
      quote: body?.quoteId === value ? body.offer : undefined,
      booking: body?.booking?.bookingId === value ? body.booking : undefined,
    }[name];
    if (found !== undefined) return wordsOf({ ...found, cancellation: {} }).join(', ');
  }
  return undefined;
}

interface PriceChange {
  from: string;
  to: string;
}

/** The net price of the search and that of the quote, if they differ. */
export function priceChangeOf(response: unknown): PriceChange | undefined {
  const change = (response as Priced | null)?.changes?.find(({ field }) => field === 'price.net');
  if (change === undefined) return undefined;
  const [from, to] = [change.from, change.to] as [Money, Money];
  return { from: formatMoney(from), to: formatMoney(to) };
}

/** Replaces the offer that is carried on to the quote. */
export function withOffer(ids: readonly CarriedId[], { offerId, path }: TriedOffer): CarriedId[] {
  return withIds(
    ids,
    ids.filter(({ name }) => name === 'offer').map(id => ({ ...id, value: offerId, path })),
  );
}
