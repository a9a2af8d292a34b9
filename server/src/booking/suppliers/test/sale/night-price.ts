/**
 * The price of a room for one night and party in euro cents, before rate and provider factors. It depends on country,
 * stars, hotel, room, season, weekday, adults and child ages. Pure.
 */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../../../platform/cache/memo.ts';
import type { Occupancy, SoldHotel } from '../../../port/supplier.ts';
import { marketOf } from './country-markets.ts';
import { between, hashOf, isChosen } from './stable-hash.ts';

/** Euro cents for a double room in Spain with 0 to 5 stars. */
const BY_STARS = [4_200, 4_800, 6_000, 8_200, 12_400, 22_500] as const;
const WITHOUT_STARS = 7_400;

/** From January to December. */
const SEASONS = {
  NORTH: [820, 840, 910, 1_000, 1_060, 1_120, 1_230, 1_250, 1_080, 980, 860, 950],
  SOUTH: [1_220, 1_150, 1_050, 980, 900, 850, 870, 880, 940, 990, 1_050, 1_220],
  TROPICS: [1_160, 1_140, 1_100, 1_000, 900, 880, 920, 930, 890, 930, 1_050, 1_240],
} as const;

/** From Sunday to Saturday. */
const LEISURE_WEEK = [960, 930, 930, 940, 980, 1_130, 1_170] as const;
const BUSINESS_WEEK = [930, 1_040, 1_090, 1_090, 1_030, 940, 920] as const;

/** Euro cents per adult and night. Teenagers pay the same, younger children half, and infants nothing. */
const BOARD_CENTS: Readonly<Record<BoardCode, number>> = {
  RO: 0,
  SC: 0,
  BB: 1_150,
  HB: 3_300,
  FB: 5_100,
  AI: 7_600,
};

const FIRST_PAYING_AGE = 3;
const FIRST_TEEN_AGE = 12;

export interface HotelPrices {
  /** Price of the simplest double room on an average night, in cents. */
  levelCents: number;
  /** Factor for meals, which vary less than rooms. */
  mealPermille: number;
  hash: number;
  seasons: readonly number[];
  week: readonly number[];
}

/** Catalogue hotels stay the same object for a long time. */
const known = new WeakMap<SoldHotel, HotelPrices>();

export function hotelPrices(hotel: SoldHotel): HotelPrices {
  let prices = known.get(hotel);
  if (prices === undefined) {
    prices = makePrices(hotel);
    known.set(hotel, prices);
  }
  return prices;
}

function makePrices(hotel: SoldHotel): HotelPrices {
  const { levelPermille, seasons } = marketOf(hotel.countryCode);
  const hash = hashOf(hotel.hotelId);
  const charm = between(hashOf('charm', hash), 820, 1_300);
  const stars = centsByStars(hotel.stars ?? null);
  return {
    levelCents: Math.round((stars * levelPermille * charm) / 1_000_000),
    mealPermille: Math.round((levelPermille * Math.min(Math.max(stars, 6_000), 15_000)) / 8_200),
    hash,
    seasons: SEASONS[seasons],
    week: isChosen(hashOf('business', hash), 350) ? BUSINESS_WEEK : LEISURE_WEEK,
  };
}

function centsByStars(stars: number | null): number {
  if (stars === null) return WITHOUT_STARS;
  const whole = Math.min(Math.max(Math.floor(stars), 0), 5);
  const below = BY_STARS[whole] ?? WITHOUT_STARS;
  return Math.round(below + (stars - whole) * ((BY_STARS[whole + 1] ?? below) - below));
}

/** Depends on season and weekday, with a small daily variation. */
export function nightPermille({ hash, seasons, week }: HotelPrices, night: string): number {
  const date = dates.get(night, dateOf);
  const season = seasons[date.month] ?? 1_000;
  const weekday = week[date.weekday] ?? 1_000;
  return Math.round((season * weekday * between(hashOf(night, hash), 960, 1_040)) / 1_000_000);
}

/** All hotels of a search share its nights. */
const dates = new Memo<string, { month: number; weekday: number }>();

function dateOf(night: string): { month: number; weekday: number } {
  const date = new Date(night);
  return { month: date.getUTCMonth(), weekday: date.getUTCDay() };
}

/** Rooms later in the catalogue are better. Larger rooms cost more. */
export function roomPermille(hotel: SoldHotel, roomIndex: number): number {
  const beds = hotel.rooms[roomIndex]?.maxTotal ?? 2;
  const size = beds <= 1 ? 800 : 1_000 + Math.min(beds - 2, 6) * 110;
  return size + Math.min(roomIndex, 10) * 85;
}

export function partyPermille({ adults, childAges }: Occupancy): number {
  const grown = adults === 1 ? 870 : 1_000 + (adults - 2) * 240;
  return childAges.reduce(
    (sum, age) => sum + (age < FIRST_PAYING_AGE ? 0 : age < FIRST_TEEN_AGE ? 120 : 210),
    grown,
  );
}

export function mealCents(prices: HotelPrices, board: BoardCode, { adults, childAges }: Occupancy): number {
  const halves = childAges.reduce(
    (sum, age) => sum + (age < FIRST_PAYING_AGE ? 0 : age < FIRST_TEEN_AGE ? 1 : 2),
    adults * 2,
  );
  return Math.round((BOARD_CENTS[board] * prices.mealPermille * halves) / 2_000);
}
