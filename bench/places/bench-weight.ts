/** The weight of a row of the measured data set, by the rule of imports. */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { AirportSize } from '../../server/src/content/place-data/airport-size.ts';
import { placeWeight } from '../../server/src/content/place-data/place-weight.ts';

/** The data set has a figure in place of an airport's population; these are the figures of scheduled service. */
const SIZES: Record<string, { size: AirportSize; scheduledFrom: number }> = {
  large_airport: { size: 'large', scheduledFrom: 800_000 },
  medium_airport: { size: 'medium', scheduledFrom: 60_000 },
  small_airport: { size: 'small', scheduledFrom: 3_000 },
  seaplane_base: { size: 'other', scheduledFrom: 3_000 },
};

export function benchWeight(
  type: PlaceType,
  population: number,
  featureCode: string,
  otherNames: number,
): number {
  const size = SIZES[featureCode];
  const airport = size && { size: size.size, scheduled: population >= size.scheduledFrom };
  return placeWeight({ type, population, featureCode, otherNames, airport });
}
