import { z } from 'zod';
import { placeId } from '../shared/ids.ts';
import { latitude, location, longitude } from '../shared/location.ts';
import { loggable } from '../shared/loggable.ts';
import { anyCount, choice, count, countryCode, opaque } from '../shared/values.ts';
import { nameLanguage } from './content-record.ts';

export const PLACE_TYPES = ['COUNTRY', 'REGION', 'CITY', 'DISTRICT', 'AIRPORT', 'ZONE'] as const;
export type PlaceType = (typeof PLACE_TYPES)[number];

export const MATCH_KINDS = ['PREFIX', 'TRIGRAM', 'FULL_TEXT', 'EXACT'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

export const placeType = () => choice(PLACE_TYPES);
export const iataCode = () => opaque(3).describe('Three-letter IATA code.');
export const hotelCount = () =>
  anyCount().describe(
    'Number of hotels in the catalogue, counted in advance. For an airport: the hotels of cities within 25 km, and of cities within 50 km for which it is the primary airport.',
  );

const range = z.strictObject({
  start: count(0, 10_000),
  end: count(0, 10_000).describe('Exclusive.'),
});

export const placeItemShape = () => ({
  placeId: placeId().describe('Can be used as `destination.canonicalCityId`.'),
  type: placeType(),
  name: z.string(),
  language: nameLanguage(),
  displayName: z.string().describe('The name with region and country, for display.'),
  countryCode: countryCode(),
  location: location(),
  iataCode: iataCode().nullable(),
  match: z.strictObject({
    kind: choice(MATCH_KINDS).describe('How the query matched the place.'),
    alias: z.string().nullable().describe('The name that matched the query, if it is not `name`.'),
    ranges: z
      .array(range)
      .describe('Matching parts of `alias`, or of `name` if `alias` is null, in UTF-16 code units.'),
  }),
  score: loggable(z.number().min(0).max(1)).describe('From 0 to 1. Comparable only within one response.'),
});

export const placeItem = () => z.strictObject(placeItemShape());
export type PlaceItem = z.infer<ReturnType<typeof placeItem>>;

export const placeReference = () =>
  z.strictObject({ placeId: placeId(), type: placeType(), name: z.string() });

/** A place inside another place, with its number of hotels. */
export const countedPlace = () => placeReference().extend({ hotelCount: hotelCount() });

export const nearbyAirport = () =>
  z.strictObject({
    placeId: placeId(),
    iataCode: iataCode(),
    name: z.string(),
    distanceKm: loggable(z.number().nonnegative()).describe('Straight-line distance in kilometres.'),
  });

export const boundingBox = () =>
  z.strictObject({ south: latitude(), west: longitude(), north: latitude(), east: longitude() });

export const destinationItem = () =>
  z.strictObject({
    ...placeItemShape(),
    ancestors: z.array(placeReference()).describe('From the country down to the direct parent.'),
    parentRegion: placeReference().nullable(),
    subAreas: z.array(countedPlace()),
    nearestAirport: nearbyAirport()
      .nullable()
      .describe(
        'The airport that travellers usually use. It may not be the closest, and is not always the first in `airports`.',
      ),
    airports: z.array(nearbyAirport()).max(3).describe('Up to three airports, closest first.'),
    tourismZones: z.array(countedPlace()),
    hotelCount: hotelCount(),
    boundingBox: boundingBox().nullable().describe('Null if it is not known.'),
  });
export type DestinationItem = z.infer<ReturnType<typeof destinationItem>>;
