/** Formats catalogue values and builds the query for the hotel list. Pure. */
import { CATEGORIES, type HotelType } from '@serai/contract/content/code-lists.ts';
import { FACILITIES, FACILITY_GROUPS, type FacilityGroup } from '@serai/contract/content/facility-list.ts';
import type { Tone } from '../../components/feedback.tsx';
import { placeText } from '../../components/pickers/found-detail.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
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

type Address = Output<'hotels/show'>['hotel']['address'];

export function formatAddress({ street, postalCode, city, region, countryCode }: Address): string {
  const town = [postalCode, city].filter(Boolean).join(' ');
  return [street, town, placeText(region, countryCode)].filter(Boolean).join(', ');
}

/** The category by name, and the stars if the name does not contain them. */
export function formatCategory({ categoryCode, stars }: Rated): string {
  const category = CATEGORIES.find(({ code }) => code === categoryCode);
  const isRated = stars !== null && stars !== 0;
  if (category === undefined) return isRated ? formatStars(stars) : 'Not rated';
  return isRated && category.stars !== stars
    ? `${category.name.en}, ${formatStars(stars)}`
    : category.name.en;
}

interface Rated {
  categoryCode?: string | null;
  stars: number | null;
}

function formatStars(stars: number): string {
  return stars === 1 ? '1 star' : `${stars} stars`;
}

type Choices = readonly (readonly [value: string, label: string])[];

/** The categories of the type come first. */
export function categoryChoices(type: HotelType): Choices {
  const own = CATEGORIES.filter(category => category.type === type);
  const others = CATEGORIES.filter(category => category.type !== type);
  return [['', 'Not set'], ...[...own, ...others].map(({ code, name }) => [code, name.en] as const)];
}

/** The stars of a category. Null if it has none. */
export function starsOf(categoryCode: string | undefined): number | null {
  return CATEGORIES.find(({ code }) => code === categoryCode)?.stars ?? null;
}

/** A hotel without stars of its own has those of its category. */
export function starChoices(categoryCode: string | undefined): Choices {
  const stars = starsOf(categoryCode);
  const steps = Array.from({ length: 10 }, (_, i) => (i + 1) / 2);
  return [
    ['', stars === null ? 'Not set' : 'Same as the category'],
    ['0', 'No stars'],
    ...steps.map(step => [String(step), formatStars(step)] as const),
  ];
}

const GROUP_NAMES: Partial<Record<FacilityGroup, string>> = { FOOD: 'Food and drink', ROOM: 'In the rooms' };

/** The facility list by group, in the order of the list. */
export const FACILITIES_BY_GROUP = FACILITY_GROUPS.map(group => ({
  name: GROUP_NAMES[group] ?? formatCode(group),
  facilities: FACILITIES.filter(facility => facility.group === group),
}));

const FACILITY_NAMES: ReadonlyMap<string, string> = new Map(
  FACILITIES.map(({ code, name }) => [code, name.en] as const),
);

/** The name from the facility list, such as `Wi-Fi`. Unknown codes become words. */
export function facilityName(code: string): string {
  return FACILITY_NAMES.get(code) ?? formatCode(code);
}
