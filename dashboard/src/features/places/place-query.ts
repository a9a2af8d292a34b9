import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input } from '../../lib/calls/operator-client.ts';

export const QUERY_NAMES = ['q', 'type', 'country', 'language', 'near', 'limit'] as const;
export type QueryName = (typeof QUERY_NAMES)[number];

export const PLACE_TYPE_NAMES = [
  ['COUNTRY', 'Countries'],
  ['REGION', 'Regions'],
  ['CITY', 'Cities'],
  ['DISTRICT', 'Districts'],
  ['AIRPORT', 'Airports'],
  ['ZONE', 'Tourism zones'],
] as const;
type PlaceType = (typeof PLACE_TYPE_NAMES)[number][0];

type PlaceSearch = Input<'places/search'>;

/**
 * Returns undefined while the query is empty. Invalid filters are ignored, so that typing never causes an error.
 */
export function placeSearch(
  { q, type, country, language, near, limit }: Partial<Record<QueryName, string>>,
  environment: Environment,
): PlaceSearch | undefined {
  const query = q?.trim();
  if (!query) return undefined;
  const isType = PLACE_TYPE_NAMES.some(([name]) => name === type);
  const countryCodes = country?.toUpperCase().match(/\b[A-Z]{2}\b/g);
  const point = near === undefined ? undefined : parsePoint(near);
  const count = Number(limit);
  return {
    environment,
    query: [...query].slice(0, 100).join(''),
    ...(isType && { types: [type as PlaceType] }),
    ...(countryCodes && { countryCodes }),
    ...(language !== undefined && /^[a-z]{2,3}(-\w{2,8})*$/i.test(language) && { language }),
    ...(point && { near: point }),
    limit: count >= 1 && count <= 50 ? Math.floor(count) : 10,
  };
}

/** Parses `41.4, 2.2` or `41.4 2.2`. */
export function parsePoint(text: string): { latitude: number; longitude: number } | undefined {
  const [latitude, longitude, ...rest] = text
    .trim()
    .split(/[\s,;]+/)
    .map(Number);
  if (latitude === undefined || longitude === undefined || rest.length > 0) return undefined;
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isOnEarth ? { latitude, longitude } : undefined;
}
