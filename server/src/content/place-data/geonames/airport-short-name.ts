/** What people call a large airport: `Heathrow` for London Heathrow Airport. Pure. */
import { townNames } from '../context/town-names.ts';

/** Words that say what it is. */
const KIND =
  /\b(?:international|intercontinental|regional|national|municipal|metropolitan|airport|aeroporto|aeropuerto|aéroport|flughafen)\b/giu;
const LEAST_LETTERS = 4;

/** The name without the town it begins with, or stands after, and without such words; null where nothing is left. */
export function airportShortName(name: string, municipality: string | null): string | null {
  const words = wordsOf(name.replaceAll(/\(.*?\)/g, ' ').replaceAll(KIND, ' '));
  const towns = townNames(municipality).map(town => wordsOf(town).map(plain));
  const ends = towns.map(town => endOf(words.map(plain), town)).filter(end => end > 0);
  const rest = words.slice(Math.max(0, ...ends)).join(' ');
  return rest.length < LEAST_LETTERS || rest === name ? null : rest;
}

/** Hyphens join a town to the rest, but also the parts of a name; where they stood is not needed to find it. */
function wordsOf(text: string): string[] {
  return text.split(/[\s–—/-]+/u).filter(word => word !== '');
}

function plain(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Behind the last word of the town, where it stands in the name; 0 where it does not. */
function endOf(words: readonly string[], town: readonly string[]): number {
  if (town.length === 0) return 0;
  for (let at = 0; at + town.length <= words.length; at++) {
    if (town.every((word, i) => words[at + i] === word)) return at + town.length;
  }
  return 0;
}
