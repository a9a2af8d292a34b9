/** Places: what a search finds, and how places refer to one another. */
import { z } from 'zod';
import { placeId } from '../shared/ids.ts';
import { latitude, location, longitude } from '../shared/location.ts';
import { loggable } from '../shared/loggable.ts';
import { choice, count, countryCode, opaque } from '../shared/values.ts';
import { nameLanguage } from './content-record.ts';

export const PLACE_TYPES = ['COUNTRY', 'REGION', 'CITY', 'DISTRICT', 'AIRPORT', 'ZONE'] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

export const MATCH_KINDS = ['PREFIX', 'TRIGRAM', 'FULL_TEXT', 'EXACT'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const placeType = () => choice(PLACE_TYPES);
export const iataCode = () => opaque(3).describe('IATA code of three letters.');
export const hotelCount = () =>
  count(0, Number.MAX_SAFE_INTEGER).describe(
    'Hotels in the catalogue, counted beforehand. Of an airport: those of the cities within 25 km, and of those within 50 km that it is the first airport of.',
  );

const range = z.strictObject({
  start: count(0, 10_000),
  end: count(0, 10_000).describe('Not included.'),
});

export const placeItemShape = () => ({
  placeId: placeId().describe('Can be passed as `destination.canonicalCityId`.'),
  type: placeType(),
  name: z.string(),
  language: nameLanguage(),
  displayName: z.string().describe('The name with its region and country, ready to be shown.'),
  countryCode: countryCode(),
  location: location(),
  iataCode: iataCode().nullable(),
  match: z.strictObject({
    kind: choice(MATCH_KINDS).describe('How the query met the place.'),
    alias: z.string().nullable().describe('The name that met the query, where it is not `name`.'),
    ranges: z
      .array(range)
      .describe('Parts of `alias`, or else of `name`, that met the query, in UTF-16 units.'),
  }),
  score: loggable(z.number().min(0).max(1)).describe('0 to 1; comparable within one answer only.'),
});

export const placeItem = () => z.strictObject(placeItemShape());
export type PlaceItem = z.infer<ReturnType<typeof placeItem>>;

/** A place named by another. */
export const placeReference = () =>
  z.strictObject({ placeId: placeId(), type: placeType(), name: z.string() });

/** A place within another. */
export const countedPlace = () => placeReference().extend({ hotelCount: hotelCount() });

export const nearbyAirport = () =>
  z.strictObject({
    placeId: placeId(),
    iataCode: iataCode(),
    name: z.string(),
    distanceKm: loggable(z.number().nonnegative()).describe('As the crow flies.'),
  });

export const boundingBox = () =>
  z.strictObject({ south: latitude(), west: longitude(), north: latitude(), east: longitude() });

/** A place with its surroundings. */
export const destinationItem = () =>
  z.strictObject({
    ...placeItemShape(),
    ancestors: z.array(placeReference()).describe('From the country down to the nearest.'),
    parentRegion: placeReference().nullable(),
    subAreas: z.array(countedPlace()),
    nearestAirport: nearbyAirport()
      .nullable()
      .describe('The one a traveller means, which may not be the plain nearest.'),
    airports: z.array(nearbyAirport()).max(3).describe('Up to three, the nearest first.'),
    tourismZones: z.array(countedPlace()),
    hotelCount: hotelCount(),
    boundingBox: boundingBox().nullable().describe('Null where it is not known.'),
  });
export type DestinationItem = z.infer<ReturnType<typeof destinationItem>>;
