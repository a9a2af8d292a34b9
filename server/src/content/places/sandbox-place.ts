/**
 * The invented place of the scenario hotels, in the sea off Africa and in no country. It is in the tables and in the index
 * like any other place, but visible to sandbox keys only. Pure.
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
  /** The weight of a town: it ranks first for its full name, but not for its first letters. */
  weight: 0.5,
} as const;
