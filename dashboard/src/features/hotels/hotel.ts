/** Formats catalogue values and builds the query for the hotel list. Pure. */
import { FACILITIES } from '@serai/contract/content/facility-list.ts';
import type { Tone } from '../../components/feedback.tsx';
import type { Input } from '../../lib/calls/operator-client.ts';
import type { Filters } from '../../lib/url-state.ts';

export const HOTEL_FILTERS = ['query', 'country', 'place', 'status'] as const;

type Query = Omit<Input<'hotels/list'>, 'page'>;

/** Ignores incomplete values, such as a country code that is still being typed. */
export function hotelQuery(
  environment: 'sandbox' | 'production',
  { query, country, place, status }: Filters<(typeof HOTEL_FILTERS)[number]>,
): Query {
  const code = country?.trim().toUpperCase() ?? '';
  return {
    environment,
    ...(query !== undefined && { query: query.slice(0, 100) }),
    ...(/^[A-Z]{2}$/.test(code) && { countryCode: code }),
    ...(place !== undefined && { canonicalCityId: place.trim() }),
    ...((status === 'ACTIVE' || status === 'INACTIVE' || status === 'MERGED') && { status }),
  };
}

export function statusTone(status: 'ACTIVE' | 'INACTIVE' | 'MERGED'): Tone {
  return ({ ACTIVE: 'good', INACTIVE: 'plain', MERGED: 'info' } as const)[status];
}

/** Formats `BED_AND_BREAKFAST` as `Bed and breakfast`. */
export function formatCode(code: string): string {
  const words = code.replaceAll('_', ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function formatCategory({ stars }: { stars: number | null }): string {
  if (stars === null || stars === 0) return 'Not rated';
  return stars === 1 ? '1 star' : `${stars} stars`;
}

const FACILITY_NAMES: ReadonlyMap<string, string> = new Map(
  FACILITIES.map(({ code, name }) => [code, name.en] as const),
);

/** The name from the facility list, such as `Wi-Fi`. Unknown codes become words. */
export function facilityName(code: string): string {
  return FACILITY_NAMES.get(code) ?? formatCode(code);
}
