/**
 * Words that say what kind of thing is wanted and seldom belong to its name: `hotel barcelona`, `aeropuerto madrid`. A closed
 * list, as normalised; with one of them, little words that join it to a name may be left out too.
 */
import type { PlaceType } from '@serai/contract/content/place-item.ts';

const HOTEL = new Set(
  'hotel hotels hoteles hoteis hotely hotellit alberghi albergo hostel hostels'.split(' '),
);
const AIRPORT = new Set(
  'airport airports aeropuerto aeroport aeroporto flughafen luchthaven lufthavn flygplats lotnisko letiste'.split(
    ' ',
  ),
);
const JOINING = new Set('in of at near the a de di da do del en la von im'.split(' '));

export interface OtherReading {
  query: string;
  types: readonly PlaceType[] | undefined;
}

/** The query without such words, and the kind they ask for; undefined where there are none or nothing is left. */
export function withoutKindWords(normalised: string): OtherReading | undefined {
  const words = normalised.split(' ');
  const isAirport = words.some(word => AIRPORT.has(word));
  if (!isAirport && !words.some(word => HOTEL.has(word))) return undefined;
  const rest = words.filter(word => !HOTEL.has(word) && !AIRPORT.has(word) && !JOINING.has(word));
  if (rest.length === 0) return undefined;
  return { query: rest.join(' '), types: isAirport ? ['AIRPORT'] : undefined };
}
