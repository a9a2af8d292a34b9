/**
 * The invented place of the scenario hotels: in the sea off Africa, far from everything, and in no country. It is in the
 * tables and in the index as others are, and shown to sandbox keys alone. Pure.
 */
import { placeIdOf } from './place-id.ts';

/** Given to no country, for ever. */
export const SANDBOX_COUNTRY = 'ZZ';

export const SANDBOX_PLACE_ID = placeIdOf('sandbox', 'sandbox');

export const SANDBOX_PLACE = {
  placeId: SANDBOX_PLACE_ID,
  name: 'Sandbox',
  countryCode: SANDBOX_COUNTRY,
  latitude: 0,
  longitude: 0,
  /** That of a town: first where its name is typed, not where its first letters are. */
  weight: 0.5,
} as const;
