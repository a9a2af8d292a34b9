/**
 * Generates the offers of a test provider for one hotel and stay. The result is the same on every machine and on every day. Pure.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../../../platform/cache/memo.ts';
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
import { type CountryMarket, marketOf, pricesIn } from './country-markets.ts';
import {
  type HotelPrices,
  hotelPrices,
  mealCents,
  nightPermille,
  partyPermille,
  roomPermille,
} from './night-price.ts';
import { type PolicyShape, policyOf, shapeOf } from './policies.ts';
import { providerPermilles, type Range, type Rate } from './provider-range.ts';
import { type Bundle, type Bundles, bundlesOf, roomAt } from './room-bundles.ts';
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
  left: Bundles['left'];
  scenarioSale: ScenarioSale | undefined;
  currency: string;
  priceOf: ReturnType<typeof pricesIn>;
  cleaning: StayCharge;
  local: readonly SuppliedCharge[];
  promotion: Promotion;
  boards: readonly BoardCode[];
  rates: readonly Rate[];
  policies: Readonly<Record<Rate, PolicyShape>>;
  payments: Readonly<Record<Rate, PaymentType>>;
  /** Selling price as a factor of the net price, or null if the provider recommends no retail price. */
  sellingPermille: number | null;
  copies: number;
  /** Factor applied to the price that a search finds. */
  driftPermille: number;
}

/** The rooms of a bundle with one board. */
interface BoardedRooms {
  rooms: readonly PricedRoom[];
  board: BoardCode;
  /** The start of rate keys, which identifies rooms and board. */
  keyStart: string;
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
  const sold = bundlesOf(range, hotel, stay, nights);
  if (typeof sold === 'string') return sold;

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
    left: sold.left,
    scenarioSale,
    currency,
    priceOf: pricesIn(currency),
    cleaning: cleaningFee(currency, market),
    local: localCharges(range, { occupancies, nights: nights.length, currency, market, isForcedToCharge }),
    promotion: promotionOf(range, stay.checkIn, nights.length),
    boards: scenarioSale?.boards ?? range.boards,
    rates: scenarioSale?.rates ?? range.rates,
    policies: policiesOf(range, scenarioSale?.policy),
    payments: paymentsOf(range, scenarioSale),
    sellingPermille: sellingPermille(range),
    copies: Math.min(copies, scenarioSale?.copies ?? 1),
    driftPermille,
  };
  const offers: NightlyOffer[] = [];
  for (const bundle of sold.bundles) addOffers(offers, sale, bundle);
  return offers;
}

function addOffers(offers: NightlyOffer[], sale: Sale, bundle: Bundle): void {
  const { range, hotel, left, copies } = sale;
  const roomsKey = roomsKeyOf(hotel, bundle);
  const bases = bundle.map((room, i) => {
    const { roomCode } = roomAt(hotel, room);
    // One of the three providers does not reveal how many rooms are left.
    const allotment = range.code === 'test-3' ? null : (left.get(room) ?? null);
    return { room, roomCode, allotment, cents: nightlyCents(sale, room, i) };
  });
  for (const board of sale.boards) {
    const permilles = providerPermilles(range, hotel, board);
    const rooms = bases.map(({ room, roomCode, allotment, cents }, i) => ({
      roomCode,
      allotment,
      cents: withMeals(sale, cents, board, i),
      permille: permilles[room] as number,
    }));
    const boarded = { rooms, board, keyStart: `${roomsKey}-${board}-` };
    for (const rate of sale.rates) {
      for (let copy = 0; copy < copies; copy++) offers.push(offerOf(sale, boarded, rate, copy));
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

function offerOf(
  sale: Sale,
  { rooms: priced, board, keyStart }: BoardedRooms,
  rate: Rate,
  copy: number,
): NightlyOffer {
  const { market, currency, stay, promotion, local } = sale;
  const cleaning = board === 'SC' ? sale.cleaning : undefined;
  const rooms: NightlyRoom[] = [];
  let firstNightMinor = 0;
  for (const each of priced) {
    const room = roomOf(each, permilleOf(sale, each, rate, copy), sale.priceOf, cleaning);
    firstNightMinor += room.nightlyMinor[0] ?? 0;
    rooms.push(room);
  }
  const netMinor = offerNetMinor({ rooms });
  const payment = sale.payments[rate];
  const charges = includedCharges(netMinor, market, cleaning, rooms.length);
  for (const charge of local) charges.push(charge);
  return {
    rateKey: copy === 0 ? keyStart + rate : `${keyStart}${rate}-${copy}`,
    board,
    payment,
    currency,
    rooms,
    sellingMinor: payment === 'MERCHANT' ? sellingOf(sale, netMinor) : null,
    charges,
    policy: policyOf(sale.policies[rate], stay.checkIn, netMinor, firstNightMinor),
    promotions: promotion.texts,
  };
}

function permilleOf(
  { driftPermille, promotion }: Sale,
  { permille }: PricedRoom,
  rate: Rate,
  copy: number,
): number {
  const rated = (RATE_PERMILLE[rate] * promotion.permille * permille) / 1_000_000;
  return Math.round((rated * (1_000 + copy * COPY_PERMILLE) * driftPermille) / 1_000_000);
}

const NO_CHARGES: readonly StayCharge[] = [];

function roomOf(
  { roomCode, allotment, cents }: PricedRoom,
  permille: number,
  priceOf: Sale['priceOf'],
  cleaning: StayCharge | undefined,
): NightlyRoom {
  const nightlyMinor: number[] = [];
  for (const night of cents) nightlyMinor.push(priceOf(night, permille));
  return {
    roomCode,
    allotment,
    nightlyMinor,
    stayCharges: cleaning === undefined ? NO_CHARGES : [cleaning],
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

function paymentsOf({ code, hash }: Range, scenarioSale: ScenarioSale | undefined): Sale['payments'] {
  const usual = scenarioSale?.payment ?? 'MERCHANT';
  const isPaidThere =
    scenarioSale === undefined && code === 'test-3' && isChosen(hashOf('payment', hash), 250);
  return { FLEX: isPaidThere ? 'PAY_AT_PROPERTY' : usual, PART: usual, NRF: usual };
}

const roomsKeys = new Memo<string, string>();

/** Room codes may be long, so they are hashed. */
function roomsKeyOf(hotel: SoldHotel, bundle: Bundle): string {
  const [first = 0] = bundle;
  const codes =
    bundle.length === 1
      ? roomAt(hotel, first).roomCode
      : bundle.map(i => roomAt(hotel, i).roomCode).join('\n');
  return roomsKeys.get(codes, hashed);
}

function hashed(codes: string): string {
  return hashOf(codes).toString(36);
}
