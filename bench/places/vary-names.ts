/** Nine more names for each one, made by changing letters: as long, as common in their letters, and almost all distinct. */
import type { IndexedName } from '../../server/src/content/places/search-index/indexed-place.ts';

const SYLLABLES = ['ba', 'ce', 'di', 'fo', 'gu', 'la', 'me', 'ni', 'po', 'ru', 'sa', 'te', 'vi', 'zo'];

export function* varied(names: Iterable<IndexedName>, times: number): Generator<IndexedName> {
  for (const name of names) {
    yield name;
    if (name.class === 4) continue;
    for (let i = 1; i < times; i++) yield { ...name, class: 3, name: variation(name.name, i) };
  }
}

function variation(text: string, number: number): string {
  let hash = number * 0x9e3779b1;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  const at = 1 + ((hash >>> 8) % Math.max(1, text.length));
  const [first, second] = [(hash >>> 3) % SYLLABLES.length, (hash >>> 17) % SYLLABLES.length];
  return `${text.slice(0, at)}${SYLLABLES[first]}${SYLLABLES[second]}${text.slice(at + 3)}`;
}
