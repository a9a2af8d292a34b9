/** How much a place counts beside others of the same name: 0 to 1. Pure. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { AirportSize } from './airport-size.ts';

export interface Weighed {
  type: PlaceType;
  population: number;
  /** GeoNames feature code of a settlement. */
  featureCode: string | null;
  /** How many other names the source has for a settlement. */
  otherNames?: number | undefined;
  airport?: { size: AirportSize; scheduled: boolean } | undefined;
}

/** The largest city has some 25 million people, the largest country 1,400 million. */
const CITY_SCALE = Math.log10(30_000_000);
const AREA_SCALE = Math.log10(1_500_000_000);

/** Seats of government are asked for more than their size tells. */
const SEAT_BONUS: Readonly<Record<string, number>> = { PPLC: 0.12, PPLA: 0.04, PPLA2: 0.02, PPLG: 0.04 };

/** What the world has many names for, the world travels to: from ten names on, up to some 150. */
const FAME_BONUS = 0.1;
const [FEW_NAMES, MANY_NAMES] = [10, 150];
/** Both together, so that a country stands above its capital of the same name. */
const MOST_BONUS = 0.13;

const AIRPORT_WEIGHT: Readonly<Record<AirportSize, readonly [scheduled: number, other: number]>> = {
  large: [0.62, 0.32],
  medium: [0.46, 0.22],
  small: [0.3, 0.1],
  other: [0.15, 0.05],
};

export function placeWeight(place: Weighed): number {
  const weight = rawWeight(place);
  // Four digits survive the way through a `real` column unchanged.
  return Math.round(Math.min(1, Math.max(0, weight)) * 10_000) / 10_000;
}

function rawWeight({ type, population, featureCode, otherNames = 0, airport }: Weighed): number {
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
  return Math.min(MOST_BONUS, seat + FAME_BONUS * Math.min(1, Math.max(0, fame)));
}
