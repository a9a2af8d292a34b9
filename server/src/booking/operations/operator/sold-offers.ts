/** Offers, quotes and bookings with their cost and their pricing rules. Only staff may see them. */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { ApiError } from '../../../platform/api-error.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { fromMoney } from '../../../platform/money/minor-units.ts';
import { deriveKey } from '../../../platform/secrets/seal.ts';
import type { CatalogueHotel } from '../../catalogue.ts';
import { mapHotels } from '../../hotel-mapping.ts';
import type { FrozenOffer, OfferSearch } from '../../offers/frozen-offer.ts';
import { createOfferTokens } from '../../offers/offer-tokens.ts';
import { priceOffer } from '../../offers/price-offer.ts';
import type { Exchange } from '../../offers/priced-offer.ts';
import type { BookingCore } from '../../open-booking.ts';
import type { SuppliedOffer } from '../../port/supplied-offer.ts';
import type { FrozenPricing } from '../../pricing-port.ts';
import { Rates } from '../../rates/rates.ts';
import { applyScenarioZone } from '../../search/candidates.ts';
import { exchangesTo } from '../../search/comparable-results.ts';
import { listPartnerIds } from './operator-bookings-store.ts';
import { findAnyQuote, findPricedBooking, listLastQuotes } from './sold-offers-store.ts';

export interface SoldOfferSources {
  findHotels(
    db: Database,
    environment: Environment,
    hotelIds: readonly string[],
  ): Promise<ReadonlyMap<string, CatalogueHotel>>;
  groupsOf(db: Database, partnerId: string): Promise<readonly string[]>;
}

type Core = Pick<BookingCore, 'masterKey' | 'providers' | 'calls' | 'pricing' | 'mapping' | 'clock' | 'log'>;
type Key = { bookingId: string } | { quoteId: string } | { offerId: string };

interface Sold {
  id: string;
  partnerId: string;
  environment: Environment;
  provider: string;
  hotelId: string;
  timeZone: string | null;
  board: string;
  refundability: string;
  checkIn: string;
  nights: number;
  nationality: string;
  pricedAt: Date;
  currency: string;
  supplier: { currency: string; netMinor: number };
  exchange: Pick<Exchange, 'from' | 'to' | 'rate'> | null;
  pricing: FrozenPricing;
  isFrozen: boolean;
}

export function soldOffers(core: Core, sources: SoldOfferSources) {
  const tokens = createOfferTokens(deriveKey(core.masterKey, 'offers'));

  async function complete(db: Database, sold: readonly Sold[]) {
    const rates = new Rates({ db, clock: core.clock, log: core.log });
    await rates.follow();
    const groups = new Map<string, readonly string[]>();
    for (const { partnerId } of sold) {
      if (!groups.has(partnerId)) groups.set(partnerId, await sources.groupsOf(db, partnerId));
    }
    const hotels = new Map<Environment, ReadonlyMap<string, CatalogueHotel>>();
    for (const environment of ENVIRONMENTS) {
      const ids = sold.filter(each => each.environment === environment).map(({ hotelId }) => hotelId);
      hotels.set(
        environment,
        ids.length === 0 ? new Map() : await sources.findHotels(db, environment, [...new Set(ids)]),
      );
    }
    return sold.map(({ pricing, isFrozen, hotelId, timeZone, ...each }) => {
      const hotel = hotels.get(each.environment)?.get(hotelId);
      const exchangeFor = exchangesTo(rates, core.pricing, each.environment, each.currency);
      return {
        ...each,
        partnerGroups: groups.get(each.partnerId) ?? [],
        hotel: {
          hotelId,
          timeZone,
          stars: hotel?.stars ?? null,
          chainCode: hotel?.chainCode ?? null,
          placeIds: hotel?.placeIds ?? [],
        },
        ratePlan: pricing.ratePlan ?? null,
        roomCosts: pricing.roomCosts,
        leastSellingMinor: pricing.leastSellingMinor,
        frozen: isFrozen ? { rules: pricing.rules, rates: pricing.rates } : undefined,
        rateFrom: (from: string) => exchangeFor(from)?.rate,
      };
    });
  }

  async function findSold(db: Database, key: Key): Promise<Sold | undefined> {
    if ('bookingId' in key) return soldBooking(db, key.bookingId);
    if ('quoteId' in key) {
      const quote = await findAnyQuote(db, key.quoteId);
      return quote && soldQuote(quote);
    }
    const found = await readOffer(db, key.offerId);
    return found && soldOffer(core, sources, db, key.offerId, found);
  }

  /** An offer id can be decoded only for its partner and environment, so all combinations are tried. */
  async function readOffer(db: Database, offerId: string) {
    for (const organisationId of await listPartnerIds(db)) {
      for (const environment of ENVIRONMENTS) {
        const found = tokens.read({ organisationId, environment }, offerId);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  return {
    async find(db: Database, key: Key) {
      const sold = await findSold(db, key);
      return sold && (await complete(db, [sold]))[0];
    },
    async listQuotes(db: Database, filter: Parameters<typeof listLastQuotes>[1]) {
      const quotes = await listLastQuotes(db, filter);
      return complete(db, quotes.map(soldQuote));
    },
  };
}

/** An offer contains no cost, so the provider is searched again. */
async function soldOffer(
  core: Core,
  sources: SoldOfferSources,
  db: Database,
  offerId: string,
  { search, offer }: { search: OfferSearch; offer: FrozenOffer },
): Promise<Sold> {
  const { checkIn, checkOut, market, testMode, organisationId } = search;
  const environment: Environment = testMode ? 'sandbox' : 'production';
  const known = (await sources.findHotels(db, environment, [offer.hotelId])).get(offer.hotelId);
  const hotel = known && applyScenarioZone(known, search.scenario);
  const supplied = hotel && (await searchAgain(core, search, offer, hotel));
  if (hotel === undefined || supplied === undefined) {
    throw new ApiError('INVALID_STATE', 'The provider no longer sells this offer, so its cost is not known.');
  }
  const nights = nightsBetween(checkIn, checkOut);
  const { provider, hotelId, exchange } = offer;
  const isForeign = supplied.currency !== market.currency;
  const scene = { provider, hotelId, timeZone: hotel.timeZone, checkIn, nights, fetchedAtMs: 0 };
  const atCost = priceOffer(supplied, scene, isForeign ? exchange : null);
  return {
    id: offerId,
    partnerId: organisationId,
    environment,
    provider,
    hotelId,
    timeZone: hotel.timeZone,
    board: atCost.board,
    refundability: atCost.terms.refundability,
    checkIn,
    nights,
    nationality: market.nationality,
    pricedAt: new Date(core.clock.nowMs()),
    currency: atCost.currency,
    supplier: atCost.supplier,
    exchange: atCost.exchange && rateOf(atCost.exchange),
    pricing: atCost.pricing,
    isFrozen: false,
  };
}

async function searchAgain(
  { providers, calls, mapping }: Core,
  search: OfferSearch,
  offer: FrozenOffer,
  hotel: CatalogueHotel,
): Promise<SuppliedOffer | undefined> {
  const { organisationId, testMode, scenario, checkIn, checkOut, occupancies, market } = search;
  const provider = providers.find(offer.provider, testMode);
  const hotels = provider ? await mapHotels(mapping, provider, [hotel]) : [];
  if (provider === undefined || hotels.length === 0) return undefined;
  const outcome = await calls.search(
    { provider, organisationId, testMode, scenario },
    { checkIn, checkOut, occupancies, market, hotels },
  );
  if (outcome.kind !== 'OK') return undefined;
  const found = outcome.value.hotels.find(({ hotelId }) => hotelId === offer.hotelId);
  return found?.offers.find(({ rateKey }) => rateKey === offer.rateKey);
}

type Quoted = NonNullable<Awaited<ReturnType<typeof findAnyQuote>>>;

function soldQuote(quote: Quoted): Sold {
  const { stay, hotel, offer, terms, pricing } = quote.content;
  const nights = nightsBetween(stay.checkIn, stay.checkOut);
  return {
    id: quote.quote_id,
    partnerId: quote.organisation_id,
    environment: quote.test_mode ? 'sandbox' : 'production',
    provider: quote.provider,
    hotelId: quote.hotel_id,
    timeZone: hotel.timeZone,
    board: offer.board.code,
    refundability: terms.refundability,
    checkIn: stay.checkIn,
    nights,
    nationality: stay.market.nationality,
    pricedAt: quote.created_at,
    currency: quote.currency,
    supplier: { currency: quote.supplier_currency, netMinor: quote.supplier_net_minor },
    exchange: offer.price.exchange ? rateOf(offer.price.exchange) : null,
    pricing: pricing ?? atCost(offer, nights, quote.currency),
    isFrozen: true,
  };
}

async function soldBooking(db: Database, bookingId: string): Promise<Sold | undefined> {
  const booking = await findPricedBooking(db, bookingId);
  if (booking === undefined) return undefined;
  const { content } = booking;
  const nights = nightsBetween(booking.check_in, booking.check_out);
  return {
    id: bookingId,
    partnerId: booking.organisation_id,
    environment: booking.test_mode ? 'sandbox' : 'production',
    provider: booking.provider,
    hotelId: booking.hotel_id,
    timeZone: content.hotel.timeZone,
    board: content.board.code,
    refundability: content.terms.refundability,
    checkIn: booking.check_in,
    nights,
    nationality: content.market.nationality,
    pricedAt: booking.quoted_at ?? booking.created_at,
    currency: booking.currency,
    supplier: { currency: booking.supplier_currency, netMinor: booking.supplier_net_minor },
    exchange: content.price.exchange ? rateOf(content.price.exchange) : null,
    pricing: content.pricing ?? atCost(content, nights, booking.currency),
    isFrozen: true,
  };
}

interface PricedRooms {
  rooms: readonly { price: { net: { amount: string; currency: string } } }[];
  price: { selling: { amount: string; currency: string } };
}

/** Quotes and bookings of earlier versions were sold at cost. */
function atCost({ rooms, price }: PricedRooms, nights: number, currency: string): FrozenPricing {
  return {
    nights,
    currency,
    roomCosts: rooms.map(room => fromMoney(room.price.net)),
    leastSellingMinor: fromMoney(price.selling),
    rules: [],
    rates: {},
  };
}

function rateOf({ from, to, rate }: Pick<Exchange, 'from' | 'to' | 'rate'>) {
  return { from, to, rate };
}
