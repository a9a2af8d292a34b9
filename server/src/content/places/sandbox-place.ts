/**
 * The invented place of the scenario hotels. It lies in the sea off Africa and belongs to no country. It is stored and
 * indexed like any other place, but only sandbox keys can see it. Pure.
 */
import { placeIdOf } from './place-id.ts';

/** ISO 3166 will never assign this code to a country. */
export const SANDBOX_COUNTRY = 'ZZ';

export const SANDBOX_PLACE_ID = placeIdOf('sandbox', 'sandbox');

export const SANDBOX_PLACE = {
  placeId: SANDBOX_PLACE_ID,
  name: 'Sandbox',
  countryCode: SANDBOX_COUNTRY,
  latitude: 0,
  longitude: 0,
  /** The weight of a town. The place ranks first for its full name, but not for its first letters. */
  weight: 0.5,
} as const;
