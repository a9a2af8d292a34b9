/** Plans a sandbox hotel: its type, category and facilities. Rooms, texts and policies follow from this plan. Pure. */
import type { CategoryCode, HotelType } from '@serai/contract/content/code-lists.ts';
import type { FacilityCode } from '@serai/contract/content/facility-list.ts';
import type { SandboxCity, Spot } from './cities/sandbox-city.ts';
import type { SeededRandom } from './seeded-random.ts';

export interface HotelPlan {
  city: SandboxCity;
  spot: Spot;
  type: HotelType;
  /** Undefined if this type of property has no stars. */
  stars: number | undefined;
  categoryCode: CategoryCode;
  /** The comfort to expect, from 1 to 5, even if the property has no stars. */
  comfort: number;
  isByTheSea: boolean;
  facilities: ReadonlyMap<FacilityCode, boolean | null>;
}

export function planHotel(random: SeededRandom, city: SandboxCity): HotelPlan {
  const isSeaside = city.traits.includes('beach');
  const spot = random.chance(0.4) ? (city.spots[0] as Spot) : random.pick(city.spots);
  const type = random.weighted(typeWeights(city));
  const comfort = comfortOf(random, type);
  const isByTheSea = isSeaside && (type === 'RESORT' || (spot.district === undefined && random.chance(0.5)));
  const house = { city, spot, type, comfort, isByTheSea, ...rankOf(random, type, comfort) };
  return { ...house, facilities: facilitiesOf(random, house) };
}

function typeWeights({ traits }: SandboxCity): [HotelType, number][] {
  const isSeaside = traits.includes('beach');
  const isMountain = traits.includes('mountains');
  return [
    ['HOTEL', 62],
    ['APARTMENT', 8],
    ['APARTHOTEL', isSeaside ? 8 : 5],
    ['HOSTEL', 5],
    ['GUESTHOUSE', 7],
    ['BED_AND_BREAKFAST', 4],
    ['RESORT', isSeaside ? 16 : 0],
    ['VILLA', isSeaside ? 3 : 0],
    ['LODGE', isMountain ? 8 : 0],
    ['HOLIDAY_HOME', isMountain ? 3 : 0],
  ];
}

/** The weights of comfort 1 to 5. */
const COMFORT_WEIGHTS: Readonly<Partial<Record<HotelType, readonly number[]>>> = {
  HOTEL: [3, 14, 36, 34, 13],
  RESORT: [0, 0, 2, 5, 4],
  VILLA: [0, 0, 0, 2, 1],
  HOSTEL: [2, 2, 0, 0, 0],
  GUESTHOUSE: [0, 2, 2, 0, 0],
  BED_AND_BREAKFAST: [0, 2, 2, 0, 0],
};
const USUAL_WEIGHTS = [0, 2, 5, 3, 0];

function comfortOf(random: SeededRandom, type: HotelType): number {
  return random.weighted((COMFORT_WEIGHTS[type] ?? USUAL_WEIGHTS).map((weight, i) => [i + 1, weight]));
}

const CATEGORIES: Readonly<Partial<Record<HotelType, CategoryCode>>> = {
  APARTHOTEL: 'APARTHOTEL',
  HOSTEL: 'HOSTEL',
  GUESTHOUSE: 'GUESTHOUSE',
  BED_AND_BREAKFAST: 'BNB',
  RESORT: 'RESORT',
  VILLA: 'VILLA',
  LODGE: 'LODGE',
  HOLIDAY_HOME: 'HOME',
};

function rankOf(
  random: SeededRandom,
  type: HotelType,
  comfort: number,
): Pick<HotelPlan, 'stars' | 'categoryCode'> {
  if (type === 'APARTMENT') return { stars: comfort, categoryCode: `APT${comfort}` as CategoryCode };
  const category = CATEGORIES[type];
  if (category !== undefined)
    return { stars: type === 'RESORT' ? comfort : undefined, categoryCode: category };
  if (comfort < 5 && random.chance(0.08))
    return { stars: comfort + 0.5, categoryCode: `H${comfort}_5` as CategoryCode };
  return { stars: comfort, categoryCode: `H${comfort}` as CategoryCode };
}

type House = Omit<HotelPlan, 'facilities'>;

/** Homes have no reception, because guests rent the whole house. */
export const isHome = (type: HotelType) => type === 'VILLA' || type === 'HOLIDAY_HOME';

function facilitiesOf(random: SeededRandom, house: House): Map<FacilityCode, boolean | null> {
  const { comfort, type } = house;
  const has = new Map<FacilityCode, boolean | null>();
  const maybe = (probability: number, code: FacilityCode, surcharge: boolean | null = null) => {
    if (random.chance(probability)) has.set(code, surcharge);
  };
  if (comfort >= 5 && random.chance(0.1)) has.set('WIFI', true);
  else has.set('WIFI_FREE', false);
  has.set('SMOKE_DETECTORS', null);
  maybe(0.7, 'FIRE_EXTINGUISHERS');
  if (!isHome(type)) atTheDesk(house, maybe);
  atTheTable(house, maybe);
  atThePool(random, house, has, maybe);
  forGuests(random, house, has, maybe);
  parkAndRide(random, house, has, maybe);
  return has;
}

type Maybe = (probability: number, code: FacilityCode, surcharge?: boolean | null) => void;

function atTheDesk({ comfort, type, city }: House, maybe: Maybe): void {
  const isSmall = type === 'GUESTHOUSE' || type === 'BED_AND_BREAKFAST' || type === 'LODGE';
  maybe(isSmall ? 0 : comfort >= 4 ? 1 : comfort >= 3 ? 0.7 : 0.3, 'RECEPTION_24H');
  maybe(isSmall ? 0.1 : 0.35 + comfort * 0.13, 'LIFT');
  maybe(0.7, 'LUGGAGE_STORAGE', false);
  maybe(comfort >= 5 ? 1 : comfort >= 4 ? 0.4 : 0, 'CONCIERGE');
  maybe(comfort >= 3 ? 0.6 : 0.3, 'LAUNDRY', true);
  maybe(comfort >= 4 ? 0.35 : 0.12, 'AIRPORT_SHUTTLE', true);
  maybe(comfort >= 4 ? 0.3 : 0.05, 'SECURITY_24H');
  if (!city.traits.includes('business') || isSmall) return;
  maybe(comfort >= 4 ? 0.6 : comfort >= 3 ? 0.25 : 0, 'MEETING_ROOMS', true);
  maybe(comfort >= 4 ? 0.25 : 0, 'CONFERENCE_HALL', true);
  maybe(comfort >= 4 ? 0.3 : 0, 'BUSINESS_CENTRE');
}

function atTheTable({ comfort, type }: House, maybe: Maybe): void {
  if (isHome(type) || type === 'APARTMENT') return;
  maybe(type === 'BED_AND_BREAKFAST' ? 1 : comfort >= 3 ? 0.95 : 0.6, 'BREAKFAST');
  if (type === 'BED_AND_BREAKFAST') return;
  maybe(type === 'RESORT' ? 1 : comfort >= 4 ? 0.85 : comfort >= 3 ? 0.4 : 0.1, 'RESTAURANT');
  maybe(comfort >= 4 ? 0.9 : comfort >= 3 ? 0.6 : 0.3, 'BAR');
  maybe(comfort >= 5 ? 1 : comfort >= 4 ? 0.6 : 0, 'ROOM_SERVICE', true);
  maybe(comfort >= 4 ? 0.4 : 0.1, 'SPECIAL_DIETS');
}

function atThePool(
  random: SeededRandom,
  house: House,
  has: Map<FacilityCode, boolean | null>,
  maybe: Maybe,
): void {
  const { comfort, type, city } = house;
  const isCold = city.spots.some(({ latitude }) => Math.abs(latitude) > 48);
  const isLarge = type === 'HOTEL' || type === 'RESORT' || type === 'APARTHOTEL';
  const outdoor = type === 'RESORT' ? 1 : type === 'VILLA' ? 0.9 : isLarge ? (comfort - 2) * 0.22 : 0.06;
  maybe(isCold && type !== 'RESORT' ? outdoor * 0.1 : outdoor, 'POOL_OUTDOOR', false);
  if (isLarge && comfort >= 4) maybe(isCold ? 0.35 : 0.12, 'POOL_INDOOR', false);
  if (has.has('POOL_OUTDOOR')) {
    maybe(comfort >= 4 ? 0.3 : 0.1, 'POOL_HEATED', false);
    if (!isHome(type) && has.has('BAR')) maybe(type === 'RESORT' ? 0.8 : 0.3, 'POOL_BAR');
  }
  if (isHome(type)) return;
  maybe(comfort >= 5 ? 0.85 : comfort >= 4 ? 0.35 : 0, 'SPA', true);
  maybe(comfort >= 4 ? 0.4 : city.traits.includes('mountains') ? 0.3 : 0.05, 'SAUNA', random.chance(0.3));
  maybe(has.has('SPA') ? 0.6 : 0.05, 'HOT_TUB', false);
  maybe(has.has('SPA') ? 1 : 0.03, 'MASSAGE', true);
  maybe(type === 'RESORT' ? 0.9 : isLarge ? (comfort - 2) * 0.35 : 0, 'GYM', false);
}

function forGuests(
  random: SeededRandom,
  house: House,
  has: Map<FacilityCode, boolean | null>,
  maybe: Maybe,
): void {
  const { comfort, type, isByTheSea } = house;
  const isForAdults = comfort >= 4 && (type === 'HOTEL' || type === 'RESORT') && random.chance(0.06);
  if (isForAdults) has.set('ADULTS_ONLY', null);
  else {
    maybe(0.6, 'COTS', false);
    maybe(comfort >= 4 ? 0.25 : 0.02, 'BABYSITTING', true);
    maybe(type === 'RESORT' ? 0.6 : 0, 'KIDS_CLUB', false);
    maybe(type === 'RESORT' ? 0.5 : isHome(type) ? 0.2 : 0.03, 'PLAYGROUND', false);
    if (has.has('POOL_OUTDOOR')) maybe(type === 'RESORT' ? 0.7 : 0.15, 'POOL_CHILDREN', false);
  }
  if (isByTheSea) maybe(type === 'RESORT' ? 0.85 : 0.25, 'BEACH_ACCESS', false);
  maybe(type === 'RESORT' || isHome(type) ? 0.8 : 0.22, 'GARDEN');
  maybe(0.4, 'TERRACE');
  if (!isHome(type)) {
    maybe(comfort >= 3 ? 0.6 : 0.25, 'WHEELCHAIR_ACCESS');
    if (has.has('WHEELCHAIR_ACCESS')) {
      has.set('STEP_FREE_ENTRANCE', null);
      maybe(0.7, 'ACCESSIBLE_ROOMS');
    }
  }
  maybe(0.3, 'PETS_ALLOWED', random.chance(0.5));
  maybe(0.5, 'SERVICE_ANIMALS', false);
  maybe(0.18, 'ECO_CERTIFIED');
  maybe(0.2, 'RENEWABLE_ENERGY');
  maybe(0.25, 'NO_SINGLE_USE_PLASTIC');
}

function parkAndRide(
  random: SeededRandom,
  house: House,
  has: Map<FacilityCode, boolean | null>,
  maybe: Maybe,
): void {
  const { comfort, type, spot } = house;
  const isFree =
    isHome(type) ||
    type === 'RESORT' ||
    type === 'LODGE' ||
    (spot.district !== undefined && random.chance(0.3));
  if (random.chance(isFree ? 0.9 : 0.5)) has.set(isFree ? 'PARKING_FREE' : 'PARKING', !isFree);
  if (comfort >= 5) maybe(0.5, 'PARKING_VALET', true);
  if (has.has('PARKING') || has.has('PARKING_FREE')) maybe(0.3, 'EV_CHARGING', true);
  maybe(0.25, 'BICYCLE_STORAGE', false);
}
