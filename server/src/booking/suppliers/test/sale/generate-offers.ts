/**
 * Generates the offers of a test provider for one hotel and stay. The result is the same on every machine and on every day. Pure.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { nightsOf } from '../../../../platform/time/civil-date.ts';
import {
  type NightlyOffer,
  type NightlyRoom,
  offerNetMinor,
  type PaymentType,
  type StayCharge,
  type SuppliedCharge,
} from '../../../port/supplied-offer.ts';
import type { SoldHotel, Stay } from '../../../port/supplier.ts';
import { cleaningFee, includedCharges, localCharges, type Promotion, promotionOf } from './charges.ts';
import { type CountryMarket, marketOf, priceIn } from './country-markets.ts';
import {
  type HotelPrices,
  hotelPrices,
  mealCents,
  nightPermille,
  partyPermille,
  roomPermille,
} from './night-price.ts';
import { type PolicyShape, policyOf, shapeOf } from './policies.ts';
import { boardsOf, providerPermille, type Range, type Rate, ratesOf, roomsLeft } from './provider-range.ts';
import { type Bundle, bundlesOf, roomAt } from './room-bundles.ts';
import { type ScenarioSale, saleUnder } from './scenario-sale.ts';
import { chooseFrom, hashOf, isChosen } from './stable-hash.ts';

const RATE_PERMILLE: Readonly<Record<Rate, number>> = { FLEX: 1_000, PART: 945, NRF: 880 };
/** Price step between copies of the same product. */
const COPY_PERMILLE = 12;

/** One hotel and stay at one provider, with everything that its offers share. */
interface Sale {
  range: Range;
  hotel: SoldHotel;
  stay: Stay;
  nights: readonly string[];
  market: CountryMarket;
  prices: HotelPrices;
  nightPermilles: readonly number[];
  scenarioSale: ScenarioSale | undefined;
  currency: string;
  local: readonly SuppliedCharge[];
  promotion: Promotion;
  boards: readonly BoardCode[];
  rates: readonly Rate[];
  policies: Readonly<Record<Rate, PolicyShape>>;
  /** Selling price as a factor of the net price, or null if the provider recommends no retail price. */
  sellingPermille: number | null;
  copies: number;
  /** Factor applied to the price that a search finds. */
  driftPermille: number;
}

interface Product {
  rooms: readonly PricedRoom[];
  /** Identifies the rooms in rate keys. */
  roomsKey: string;
  board: BoardCode;
  rate: Rate;
  copy: number;
}

/** A room for one party, with its nightly prices including the meals of the board. */
interface PricedRoom {
  roomCode: string;
  allotment: number | null;
  cents: readonly number[];
  /** Price factor of the provider. */
  permille: number;
}

export interface SaleOptions {
  /** Scenario of the hotel or search, or undefined for regular sales. */
  scenario: ScenarioName | undefined;
  /** Maximum number of copies of an offer, if a scenario multiplies offers. */
  copies?: number;
  driftPermille?: number;
}

/** The provider must sell the hotel. Returns the reason if there is no offer. */
export function generateOffers(
  range: Range,
  hotel: SoldHotel,
  stay: Stay,
  { scenario, copies = 10, driftPermille = 1_000 }: SaleOptions,
): NightlyOffer[] | UnavailableReason {
  if (scenario === 'avail.none') return 'SOLD_OUT';
  const scenarioSale = scenario && saleUnder(scenario);
  const nights = nightsOf(stay.checkIn, stay.checkOut);
  if (nights.length < (scenarioSale?.minNights ?? 1)) return 'MINIMUM_STAY';
  const bundles = bundlesOf(range, hotel, stay);
  if (typeof bundles === 'string') return bundles;

  const market = marketOf(hotel.countryCode);
  const prices = hotelPrices(hotel);
  const currency = scenarioSale?.currency ?? market.currency;
  const { occupancies } = stay;
  const isForcedToCharge = scenarioSale?.hasLocalCharges ?? false;
  const sale: Sale = {
    range,
    hotel,
    stay,
    nights,
    market,
    prices,
    nightPermilles: nights.map(night => nightPermille(prices, night)),
    scenarioSale,
    currency,
    local: localCharges(range, { occupancies, nights: nights.length, currency, market, isForcedToCharge }),
    promotion: promotionOf(range, stay.checkIn, nights.length),
    boards: scenarioSale?.boards ?? boardsOf(range),
    rates: scenarioSale?.rates ?? ratesOf(range),
    policies: policiesOf(range, scenarioSale?.policy),
    sellingPermille: sellingPermille(range),
    copies: Math.min(copies, scenarioSale?.copies ?? 1),
    driftPermille,
  };
  const offers: NightlyOffer[] = [];
  for (const bundle of bundles) addOffers(offers, sale, bundle);
  return offers;
}

function addOffers(offers: NightlyOffer[], sale: Sale, bundle: Bundle): void {
  const { range, hotel, stay, copies } = sale;
  const roomsKey = roomsKeyOf(hotel, bundle);
  const bases = bundle.map((room, i) => {
    const { roomCode } = roomAt(hotel, room);
    // One of the three providers does not reveal how many rooms are left.
    const allotment = range.code === 'test-3' ? null : roomsLeft(range, roomCode, stay.checkIn);
    return { roomCode, allotment, cents: nightlyCents(sale, room, i) };
  });
  for (const board of sale.boards) {
    const rooms = bases.map(({ roomCode, allotment, cents }, i) => ({
      roomCode,
      allotment,
      cents: withMeals(sale, cents, board, i),
      permille: providerPermille(range, roomCode, board),
    }));
    for (const rate of sale.rates) {
      for (let copy = 0; copy < copies; copy++) {
        offers.push(offerOf(sale, { rooms, roomsKey, board, rate, copy }));
      }
    }
  }
}

/** Price of each night in cents for one party, without meals. */
function nightlyCents(
  { hotel, stay, nightPermilles, prices }: Sale,
  room: number,
  position: number,
): number[] {
  const occupancy = stay.occupancies[position] ?? { adults: 2, childAges: [] };
  const permille = (roomPermille(hotel, room) * partyPermille(occupancy)) / 1_000;
  return nightPermilles.map(night => Math.round((prices.levelCents * permille * night) / 1_000_000));
}

function withMeals(sale: Sale, cents: readonly number[], board: BoardCode, position: number): number[] {
  const occupancy = sale.stay.occupancies[position] ?? { adults: 2, childAges: [] };
  const meals = mealCents(sale.prices, board, occupancy);
  return cents.map(night => night + meals);
}

function offerOf(sale: Sale, product: Product): NightlyOffer {
  const { market, currency, stay, promotion } = sale;
  const { board, rate } = product;
  const cleaning = board === 'SC' ? cleaningFee(currency, market) : undefined;
  const rooms = product.rooms.map(room => roomOf(sale, product, room, cleaning));
  const netMinor = offerNetMinor({ rooms });
  const firstNightMinor = rooms.reduce((sum, room) => sum + (room.nightlyMinor[0] ?? 0), 0);
  const payment = paymentOf(sale, rate);
  return {
    rateKey: rateKeyOf(product),
    board,
    payment,
    currency,
    rooms,
    sellingMinor: payment === 'MERCHANT' ? sellingOf(sale, netMinor) : null,
    charges: [...includedCharges(netMinor, market, cleaning, rooms.length), ...sale.local],
    policy: policyOf(sale.policies[rate], stay.checkIn, netMinor, firstNightMinor),
    promotions: promotion.texts,
  };
}

function roomOf(
  { currency, driftPermille, promotion }: Sale,
  { rate, copy }: Product,
  { roomCode, allotment, cents, permille: providerPart }: PricedRoom,
  cleaning: StayCharge | undefined,
): NightlyRoom {
  const rated = (RATE_PERMILLE[rate] * promotion.permille * providerPart) / 1_000_000;
  const permille = Math.round((rated * (1_000 + copy * COPY_PERMILLE) * driftPermille) / 1_000_000);
  return {
    roomCode,
    allotment,
    nightlyMinor: cents.map(night => priceIn(currency, night, permille)),
    stayCharges: cleaning === undefined ? [] : [cleaning],
  };
}

/** One of the three providers recommends no retail price. */
function sellingPermille({ code, hash }: Range): number | null {
  return code === 'test-3' ? null : chooseFrom(hashOf('selling', hash), [1_100, 1_150, 1_200]);
}

function sellingOf({ sellingPermille: permille }: Sale, netMinor: number): number | null {
  return permille === null ? null : Math.round((netMinor * permille) / 1_000);
}

/** `forced` is a policy that a scenario sets for all rates. */
function policiesOf(range: Range, forced: PolicyShape | undefined): Record<Rate, PolicyShape> {
  const shape = (rate: Rate) => forced ?? shapeOf(range, rate);
  return { FLEX: shape('FLEX'), PART: shape('PART'), NRF: shape('NRF') };
}

function paymentOf({ range, scenarioSale }: Sale, rate: Rate): PaymentType {
  if (scenarioSale !== undefined) return scenarioSale.payment ?? 'MERCHANT';
  const isPaidThere =
    rate === 'FLEX' && range.code === 'test-3' && isChosen(hashOf('payment', range.hash), 250);
  return isPaidThere ? 'PAY_AT_PROPERTY' : 'MERCHANT';
}

/** Room codes may be long, so they are hashed. */
function roomsKeyOf(hotel: SoldHotel, bundle: Bundle): string {
  return hashOf(bundle.map(i => roomAt(hotel, i).roomCode).join('\n')).toString(36);
}

function rateKeyOf({ roomsKey, board, rate, copy }: Product): string {
  return `${roomsKey}-${board}-${rate}${copy === 0 ? '' : `-${copy}`}`;
}
