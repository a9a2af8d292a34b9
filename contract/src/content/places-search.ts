import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { location } from '../shared/location.ts';
import { loggable } from '../shared/loggable.ts';
import { count, countryCode } from '../shared/values.ts';
import { CONTENT_DEADLINE_MS, requestedLanguage } from './content-record.ts';
import { destinationItem, PLACE_TYPES, placeItem, placeType } from './place-item.ts';

export const MAX_QUERY_LENGTH = 100;
export const MAX_PLACES = 50;
export const DEFAULT_PLACES = 10;

const TRIMMED_QUERY = `^\\s*[^\\s\\u0000](?:[^\\u0000]{0,${MAX_QUERY_LENGTH - 2}}[^\\s\\u0000])?\\s*$`;

/**
 * Any text in any script, except NUL. The length is counted in characters, not in bytes or UTF-16 code units.
 */
const query = loggable(
  z
    .string()
    .refine(text => !text.includes('\0'), {
      error: 'The query must not contain NUL characters.',
      params: { code: 'CONTROL_CHARACTER' },
    })
    .refine(text => text.trim() !== '', {
      error: 'Enter at least one character.',
      params: { code: 'TOO_SMALL' },
    })
    .refine(isShortEnough, { error: 'Enter at most 100 characters.', params: { code: 'TOO_BIG' } }),
)
  // Generators and validators of clients know only the document, which cannot express trimming in any other way.
  .meta({ pattern: TRIMMED_QUERY })
  .describe('The text the user typed: 1 to 100 characters after trimming.');

// A character has at most two UTF-16 code units, so very long texts are rejected without splitting them.
function isShortEnough(text: string): boolean {
  const { length } = text.trim();
  return (
    length <= MAX_QUERY_LENGTH ||
    (length <= 2 * MAX_QUERY_LENGTH && [...text.trim()].length <= MAX_QUERY_LENGTH)
  );
}

/** The input of both place searches. */
export const placesQuery = () =>
  z.strictObject({
    query,
    types: z
      .array(placeType())
      .min(1)
      .max(PLACE_TYPES.length)
      .optional()
      .describe('Only places of these types.'),
    countryCodes: z
      .array(countryCode())
      .min(1)
      .max(250)
      .optional()
      .describe('Only places in these countries.'),
    language: requestedLanguage().describe(
      'Preferred language. Names in this language rank higher, and the response uses it where possible.',
    ),
    near: location().optional().describe('Ranks places close to this point higher.'),
    limit: count(1, MAX_PLACES).optional().describe(`Maximum number of places. Default: ${DEFAULT_PLACES}.`),
  });

export const placesSearch = defineOperation({
  name: 'places-search',
  operationId: 'searchPlaces',
  typeNames: { request: 'PlaceSearchRequest', response: 'PlaceSearchResponse' },
  path: '/content/hotels/v1/places/search',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Autocomplete places',
  description: `Returns a flat, ranked list of places, found by prefix, trigram similarity and full text in names and aliases. Case, accents and script variants are ignored, typing errors are tolerated, and IATA codes count as names.

Places are neither expanded nor filtered by their number of hotels. A search without results returns \`places: []\`. For a destination field, use \`/content/hotels/v1/places/search-destination\`.`,
  input: placesQuery(),
  output: z.strictObject({ places: z.array(placeItem()).describe('Best first.') }),
});

export type PlacesSearchRequest = z.infer<typeof placesSearch.input>;
export type PlacesSearchAnswer = z.infer<typeof placesSearch.output>;

export const placesSearchDestination = defineOperation({
  name: 'places-search-destination',
  operationId: 'searchDestinations',
  typeNames: { request: 'DestinationSearchRequest', response: 'DestinationSearchResponse' },
  path: '/content/hotels/v1/places/search-destination',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Search destinations',
  description:
    'Place search for a destination field. It accepts the same input as `/content/hotels/v1/places/search` and adds the surroundings of each place: sub-areas, parent region, nearest airports, tourism zones and the number of hotels, counted in advance. A search without results returns `destinations: []`.',
  input: placesQuery(),
  output: z.strictObject({ destinations: z.array(destinationItem()).describe('Best first.') }),
});

export type PlacesSearchDestinationRequest = z.infer<typeof placesSearchDestination.input>;
export type PlacesSearchDestinationAnswer = z.infer<typeof placesSearchDestination.output>;
