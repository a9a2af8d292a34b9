/** The two place searches. */
import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { location } from '../shared/location.ts';
import { loggable } from '../shared/loggable.ts';
import { count, countryCode } from '../shared/values.ts';
import { askedLanguage, CONTENT_DEADLINE_MS } from './content-record.ts';
import { destinationItem, PLACE_TYPES, placeItem, placeType } from './place-item.ts';

export const MAX_QUERY_LENGTH = 100;
export const MAX_PLACES = 50;
export const DEFAULT_PLACES = 10;

/** Anything people type, in any script, but NUL. Characters are counted, not their bytes or halves. */
const query = loggable(
  z
    .string()
    .refine(text => !text.includes('\0'), {
      error: 'NUL is not a character to search for.',
      params: { code: 'CONTROL_CHARACTER' },
    })
    .refine(text => text.trim() !== '', {
      error: 'Type at least one character.',
      params: { code: 'TOO_SMALL' },
    })
    .refine(isShortEnough, { error: 'Type at most 100 characters.', params: { code: 'TOO_BIG' } }),
).describe('What was typed: 1 to 100 characters after trimming.');

// A character takes at most two UTF-16 units, so long texts are refused without being taken apart.
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
    language: askedLanguage().describe(
      'Lifts names of this language, and is the language of the answer where it has one.',
    ),
    near: location().optional().describe('Lifts places close to this point.'),
    limit: count(1, MAX_PLACES).optional().describe(`Places to answer, ${DEFAULT_PLACES} when absent.`),
  });

export const placesSearch = defineOperation({
  name: 'places-search',
  path: '/content/hotels/v1/places/search',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Autocomplete places',
  description: `A flat ranked list of places, by prefix match, trigram similarity and full-text match over canonical names and aliases. Case, accents and variants of script do not matter, typing errors are forgiven, and IATA codes count as names.

Nothing is expanded and nothing is filtered by the number of hotels. Nothing found is \`places: []\`. For a destination box prefer \`/content/hotels/v1/places/search-destination\`.`,
  input: placesQuery(),
  output: z.strictObject({ places: z.array(placeItem()).describe('Best first.') }),
});

export type PlacesSearchRequest = z.infer<typeof placesSearch.input>;
export type PlacesSearchAnswer = z.infer<typeof placesSearch.output>;

export const placesSearchDestination = defineOperation({
  name: 'places-search-destination',
  path: '/content/hotels/v1/places/search-destination',
  scope: 'content:read',
  trafficClass: 'content',
  deadlineMs: CONTENT_DEADLINE_MS,
  summary: 'Search destinations',
  description: `Place search for a destination box. It takes what \`/content/hotels/v1/places/search\` takes and adds the surroundings of each place: sub-areas, parent region, nearest airports, tourism zones and the number of hotels, counted beforehand. The number of hotels may change the order. Nothing found is \`destinations: []\`.`,
  input: placesQuery(),
  output: z.strictObject({ destinations: z.array(destinationItem()).describe('Best first.') }),
});

export type PlacesSearchDestinationRequest = z.infer<typeof placesSearchDestination.input>;
export type PlacesSearchDestinationAnswer = z.infer<typeof placesSearchDestination.output>;
