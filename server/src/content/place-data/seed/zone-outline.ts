/** A tourism zone in the seed, defined by an outline and a country. Pure. */
import type { Zone } from '../zones/parse-zones.ts';

export interface Outline {
  id: string;
  name: string;
  country: string;
  names?: Readonly<Record<string, string>>;
  /** The corners, as pairs of longitude and latitude. */
  outline: string;
}

/** Converts an outline into a closed polygon that is limited to one country. */
export function toZone({ id, name, country, names = {}, outline }: Outline): Zone {
  const corners = outline.split(', ').map(corner => corner.split(' ').map(Number));
  return {
    id,
    name,
    language: 'en',
    names,
    countryCode: country,
    geometry: {
      type: 'Polygon',
      coordinates: [[...corners, corners[0] as number[]]],
      countryCodes: [country],
    },
    members: null,
  };
}
