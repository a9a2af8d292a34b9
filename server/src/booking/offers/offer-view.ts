/** The partner's view of an offer. A response contains hundreds of offers, so values that many of them share are built once. */
import {
  MAX_ALLOTMENT,
  type OfferSummary,
  type QuotedOffer,
  type SearchedOffer,
} from '@serai/contract/booking/offer.ts';
import { BOARDS, LIST_LANGUAGES, listLanguage } from '@serai/contract/content/code-lists.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';
import { firmTermsView, momentView, searchedTermsView } from '../terms/terms-view.ts';
import { type Exchange, guestTotal, type PricedOffer, type PricedRoom } from './priced-offer.ts';

/** The data that all offers of one hotel share. */
export interface OfferScene {
  hotel: CatalogueHotel;
  language: string;
  /** Dates of the nights, or null if nightly prices were not requested. */
  nights: readonly string[] | null;
}

interface OfferIssue {
  offerId: string;
  expiresAtMs: number;
}

export function searchedOfferView(offer: PricedOffer, scene: OfferScene, issue: OfferIssue): SearchedOffer {
  return offerView(offer, scene, issue, searchedTermsView(offer.terms, offer.currency));
}

export function offerSummaryView(offer: PricedOffer, { offerId, expiresAtMs }: OfferIssue): OfferSummary {
  const { fingerprint, board, rooms, currency, netMinor, sellingMinor, terms, payment } = offer;
  return {
    offerId: offerId as OfferSummary['offerId'],
    expiresAt: instantText(expiresAtMs),
    fingerprint,
    board: { code: board },
    rooms: rooms.map(({ roomCode }, i) => ({ roomRef: i + 1, roomCode })),
    price: {
      currency,
      net: toMoney(netMinor, currency),
      selling: toMoney(sellingMinor, currency),
      guestTotal: toMoney(guestTotal(offer), currency),
    },
    cancellation: {
      refundability: terms.refundability,
      freeCancellationUntil: momentView(terms.freeUntilMs),
    },
    payment: PAYMENT_VIEWS[payment],
  };
}

/** Throws RangeError if the terms are unknown. */
export function quotedOfferView(offer: PricedOffer, scene: OfferScene, issue: OfferIssue): QuotedOffer {
  return offerView(offer, scene, issue, firmTermsView(offer.terms, offer.currency));
}

const BOARD_VIEWS = new Map(
  LIST_LANGUAGES.map(language => [
    language,
    new Map(BOARDS.map(({ code, name }) => [code, { code, name: name[language] }])),
  ]),
);

type Room = SearchedOffer['rooms'][number];

const PAYMENT_VIEWS = {
  MERCHANT: { type: 'MERCHANT' },
  PAY_AT_PROPERTY: { type: 'PAY_AT_PROPERTY' },
} as const;

function offerView<Terms>(
  offer: PricedOffer,
  scene: OfferScene,
  { offerId, expiresAtMs }: OfferIssue,
  cancellation: Terms,
): Omit<SearchedOffer, 'cancellation'> & { cancellation: Terms } {
  return {
    offerId: offerId as SearchedOffer['offerId'],
    expiresAt: instantText(expiresAtMs),
    fingerprint: offer.fingerprint,
    board: boardView(offer.board, scene.language),
    payment: PAYMENT_VIEWS[offer.payment],
    rooms: offer.rooms.map((room, i) => roomView(room, i + 1, offer.currency, scene)),
    price: priceView(offer),
    promotions: offer.promotions as SearchedOffer['promotions'],
    freshness: { source: offer.isCached ? 'CACHE' : 'LIVE', fetchedAt: instantText(offer.fetchedAtMs) },
    cancellation,
  };
}

export function boardView(code: PricedOffer['board'], language: string): SearchedOffer['board'] {
  return BOARD_VIEWS.get(listLanguage(language))?.get(code) ?? { code, name: code };
}

/** A room that is not in the catalogue is shown with the room name that the supplier returned, or else with its code. */
function roomView(room: PricedRoom, roomRef: number, currency: string, scene: OfferScene): Room {
  const { roomCode, allotment } = room;
  const known = roomCode === null ? undefined : scene.hotel.rooms.find(each => each.roomCode === roomCode);
  return {
    roomRef,
    roomCode,
    name: known?.name(scene.language) ?? room.name?.text ?? roomCode ?? '',
    beds: (known?.beds ?? room.beds ?? []) as Room['beds'],
    price: roomPriceView(room, currency, scene.nights),
    // Some suppliers report a very large number instead of the rooms that are left.
    allotment: allotment === null ? null : Math.min(allotment, MAX_ALLOTMENT),
  };
}

function roomPriceView(room: PricedRoom, currency: string, nights: OfferScene['nights']): Room['price'] {
  const price: Room['price'] = {
    net: toMoney(room.netMinor, currency),
    stayCharges: room.stayCharges.map(({ code, description, amountMinor }) => ({
      code,
      description,
      amount: toMoney(amountMinor, currency),
    })),
  };
  if (nights !== null && room.nightlyMinor !== null) {
    price.nightly = room.nightlyMinor.map((minor, i) => ({
      date: nights[i] as string,
      net: toMoney(minor, currency),
    }));
  }
  return price;
}

type Price = SearchedOffer['price'];

function priceView(offer: PricedOffer): Price {
  const { currency, netMinor, sellingMinor, charges, exchange } = offer;
  const price: Price = {
    currency,
    net: toMoney(netMinor, currency),
    selling: toMoney(sellingMinor, currency),
    commission: toMoney(sellingMinor - netMinor, currency),
    taxesAndFees: charges.flatMap(charge => {
      const view = chargeView(charge, currency);
      return view === undefined ? [] : { ...view, collection: charge.collection };
    }),
    payAtProperty: charges.flatMap(charge =>
      charge.collection === 'PAY_AT_PROPERTY' ? (chargeView(charge, currency) ?? []) : [],
    ),
    guestTotal: toMoney(guestTotal(offer), currency),
  };
  const unpriced = charges.filter(({ amountMinor }) => amountMinor === null);
  if (unpriced.length > 0) price.unpricedCharges = unpriced.map(unpricedView);
  if (exchange !== null) price.exchange = exchangeView(exchange);
  return price;
}

export function exchangeView({ from, to, rate, asOfMs }: Exchange): NonNullable<Price['exchange']> {
  return { from, to, rate, asOf: instantText(asOfMs) };
}

/** Returns undefined if the amount is not known in the currency of the offer. */
function chargeView(charge: SuppliedCharge, currency: string): Price['payAtProperty'][number] | undefined {
  const { code, description, type, basis, amountMinor } = charge;
  if (amountMinor === null) return undefined;
  return { code, description, type, basis, amount: toMoney(amountMinor, currency), ...localView(charge) };
}

function unpricedView(charge: SuppliedCharge): NonNullable<Price['unpricedCharges']>[number] {
  const { code, description, type, basis, collection, percent } = charge;
  return {
    code,
    description,
    type,
    basis,
    collection,
    ...(percent !== undefined && { percent }),
    ...localView(charge),
  };
}

function localView({ local }: SuppliedCharge) {
  return local && { local: toMoney(local.amountMinor, local.currency) };
}
