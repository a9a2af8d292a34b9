/** A zone as we draw it: an outline and a country. Pure. */
import type { Zone } from '../zones/zone-place.ts';

export interface Outline {
  id: string;
  name: string;
  country: string;
  names?: Readonly<Record<string, string>>;
  /** Corners as longitude and latitude. */
  outline: string;
}

/** As zones are imported: a closed ring, and the countries whose places count. */
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
