import { z } from 'zod';
import { placeId } from './ids.ts';
import { loggable } from './loggable.ts';
import { metres } from './values.ts';

export const latitude = () => loggable(z.number().min(-90).max(90)).describe('Degrees north.');
export const longitude = () => loggable(z.number().min(-180).max(180)).describe('Degrees east.');

export const location = () => z.strictObject({ latitude: latitude(), longitude: longitude() });

/** How far around a point hotels are looked for. */
export const RADIUS_METRES = { min: 100, max: 50_000 } as const;
export const radiusMeters = () => metres(RADIUS_METRES.min, RADIUS_METRES.max);

/** Where to look for hotels. */
export const destinationChoice = () =>
  z.strictObject({
    canonicalCityId: placeId().describe(
      'Any `placeId` of a place search: a city, region, country, airport or zone.',
    ),
  });
