/**
 * Normalised words that state what the user wants and are often missing from the name: `hotel barcelona`, `aeropuerto
 * madrid`, `Reus Air Base`.
 */
import type { PlaceType } from '@serai/contract/content/place-item.ts';
import type { ParsedQuery } from './parsed-query.ts';

const HOTEL = new Set(
  'hotel hotels hoteles hoteis hotely hotellit alberghi albergo hostel hostels'.split(' '),
);
const AIRPORT = new Set(
  (
    'airport airports aeropuerto aeroport aeroporto flughafen luchthaven vliegveld lufthavn flygplats lentoasema ' +
    'lotnisko letiste havalimani havaalani bandara aerodrome aerodromo airfield airbase airstrip heliport afb ' +
    'аэропорт аеропорт αεροδρομιο 空港 机场 機場 공항 مطار'
  ).split(' '),
);
/** Followed by one of these words, `air` denotes an airport. */
const AFTER_AIR = new Set('base field force station terminal'.split(' '));
/** Words that change when an airport is renamed or extended. They count only beside a word for airports. */
const QUALIFIERS = new Set(
  (
    'international internacional internazionale internationaler intl national nacional domestic regional municipal ' +
    'metropolitan civil army naval military air base field force station terminal'
  ).split(' '),
);
/** Words that connect the words above with a name. */
const CONNECTING = new Set('in of at near the a de di da do del en la von im'.split(' '));

function isForAirports(words: readonly string[]): boolean {
  if (words.some(word => AIRPORT.has(word))) return true;
  return words.some((word, i) => word === 'air' && AFTER_AIR.has(words[i + 1] ?? ''));
}

/**
 * Returns one bit for each word that any airport matches by being an airport, whether or not its name contains the word.
 * Returns 0 if the query does not ask for an airport, or only for airports in general.
 */
export function airportBits({ bytes, words }: ParsedQuery): number {
  const texts = words.map(({ from, to }) => Buffer.from(bytes.subarray(from, to)).toString('utf8'));
  if (!isForAirports(texts)) return 0;
  let bits = 0;
  for (const [i, text] of texts.entries()) {
    if (AIRPORT.has(text) || QUALIFIERS.has(text) || CONNECTING.has(text)) bits |= 1 << i;
  }
  return bits === (1 << texts.length) - 1 ? 0 : bits;
}

export interface AlternativeQuery {
  query: string;
  types: readonly PlaceType[] | undefined;
}

/**
 * Returns the query without words for hotels and airports and without connecting words, and the type of place that the
 * removed words denote. Undefined if the query contains no word for hotels or airports, or nothing else.
 */
export function withoutKindWords(normalised: string): AlternativeQuery | undefined {
  const words = normalised.split(' ');
  const isAirport = isForAirports(words);
  if (!isAirport && !words.some(word => HOTEL.has(word))) return undefined;
  const rest = words.filter(
    word =>
      !HOTEL.has(word) && !AIRPORT.has(word) && !CONNECTING.has(word) && !(isAirport && QUALIFIERS.has(word)),
  );
  if (rest.length === 0) return undefined;
  return { query: rest.join(' '), types: isAirport ? ['AIRPORT'] : undefined };
}
