/** Pure. The words by which people find a hotel: those of its names in all their languages, folded as place names are. */
import { normalise } from '../places/normalise.ts';

/** Without repetition. */
export function nameWords(names: Readonly<Record<string, string>>): string[] {
  return [...new Set(Object.values(names).flatMap(wordsOf))].filter(word => word.length <= MAX_WORD);
}

/** A condition on words, each of them the beginning of one; undefined where nothing can be looked for. */
export function nameQuery(text: string): string | undefined {
  const words = wordsOf(text).map(word => word.slice(0, MAX_WORD));
  return words.length === 0 ? undefined : words.map(word => `'${word}':*`).join(' & ');
}

/** What the index takes is longer, but no name is. */
const MAX_WORD = 100;

function wordsOf(text: string): string[] {
  return normalise(text)
    .split(' ')
    .filter(word => word !== '');
}
