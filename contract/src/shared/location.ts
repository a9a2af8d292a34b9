import { z } from 'zod';
import { placeId } from './ids.ts';
import { loggable } from './loggable.ts';
import { rule } from './rule.ts';
import { metres } from './values.ts';

export const latitude = () => loggable(z.number().min(-90).max(90)).describe('Degrees north (WGS 84).');
export const longitude = () => loggable(z.number().min(-180).max(180)).describe('Degrees east (WGS 84).');

export const location = () => z.strictObject({ latitude: latitude(), longitude: longitude() });

export const RADIUS_METRES = { min: 100, max: 50_000 } as const;
export const radiusMeters = () => metres(RADIUS_METRES.min, RADIUS_METRES.max);

/** A rectangle on the map. If `west` is greater than `east`, it crosses the antimeridian. */
export const boundingBox = () =>
  z.strictObject({ north: latitude(), south: latitude(), east: longitude(), west: longitude() }).check(
    rule(['north', 'south'], function* ({ north, south }) {
      if (south < north) return;
      yield { path: ['north'], code: 'RANGE_REVERSED', message: '`north` must be greater than `south`.' };
    }),
    rule(['east', 'west'], function* ({ east, west }) {
      if (east !== west) return;
      yield { path: ['east'], code: 'RANGE_EMPTY', message: '`east` must differ from `west`.' };
    }),
  );

export const destinationChoice = () =>
  z.strictObject({
    canonicalCityId: placeId().describe(
      'Any `placeId` from a place search: a country, region, city, district, airport or zone.',
    ),
  });
