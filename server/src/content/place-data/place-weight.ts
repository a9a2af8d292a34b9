/** The weight of a place, from 0 to 1: how likely users are to mean it among places with the same name. Pure. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { AirportSize } from './airport-size.ts';

export interface WeighedPlace {
  type: PlaceType;
  population: number;
  /** GeoNames feature code for a settlement. */
  featureCode: string | null;
  /** The number of other names that the source lists for a settlement. */
  otherNames?: number | undefined;
  airport?: { size: AirportSize; scheduled: boolean } | undefined;
}

/** The largest city has about 25 million people, the largest country about 1,400 million. */
const CITY_SCALE = Math.log10(30_000_000);
const AREA_SCALE = Math.log10(1_500_000_000);

/** Capitals and seats of government are searched for more often than their population suggests. */
const SEAT_BONUS: Readonly<Record<string, number>> = { PPLC: 0.12, PPLA: 0.04, PPLA2: 0.02, PPLG: 0.04 };

/** Places with many names attract more travellers. The bonus starts at ten names and is full at 150. */
const FAME_BONUS = 0.1;
const [FEW_NAMES, MANY_NAMES] = [10, 150];
/** The limit for both bonuses together. It keeps a country ahead of a capital with the same name. */
const MAX_BONUS = 0.13;

const AIRPORT_WEIGHT: Readonly<Record<AirportSize, readonly [scheduled: number, other: number]>> = {
  large: [0.62, 0.32],
  medium: [0.46, 0.22],
  small: [0.3, 0.1],
  other: [0.15, 0.05],
};

export function placeWeight(place: WeighedPlace): number {
  const weight = rawWeight(place);
  // Rounded to four decimals, which a `real` column stores without change.
  return Math.round(Math.min(1, Math.max(0, weight)) * 10_000) / 10_000;
}

function rawWeight({ type, population, featureCode, otherNames = 0, airport }: WeighedPlace): number {
  const magnitude = Math.log10(Math.max(0, population) + 1);
  switch (type) {
    case 'COUNTRY':
      return 0.6 + (0.4 * magnitude) / AREA_SCALE;
    case 'REGION':
      return 0.07 + (0.8 * magnitude) / AREA_SCALE;
    case 'ZONE':
      return 0.4 + (0.3 * magnitude) / AREA_SCALE;
    case 'AIRPORT':
      return AIRPORT_WEIGHT[airport?.size ?? 'other'][airport?.scheduled ? 0 : 1];
    case 'CITY':
      return (0.83 * magnitude) / CITY_SCALE + cityBonus(featureCode, otherNames);
    case 'DISTRICT':
      return (0.6 * magnitude) / CITY_SCALE;
  }
}

function cityBonus(featureCode: string | null, otherNames: number): number {
  const fame = Math.log((otherNames + 1) / FEW_NAMES) / Math.log(MANY_NAMES / FEW_NAMES);
  const seat = SEAT_BONUS[featureCode ?? ''] ?? 0;
  return Math.min(MAX_BONUS, seat + FAME_BONUS * Math.min(1, Math.max(0, fame)));
}
