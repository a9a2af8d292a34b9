import type { IndexArrays } from './index-arrays.ts';
import { CODE_CLASS } from './score.ts';

export interface ShownName {
  text: string;
  language: string;
}

/** Sources also use tags that are not languages, such as `fr_1793` or `iata`. */
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

export class PlaceNames {
  readonly #arrays: IndexArrays;
  readonly #texts: Buffer;
  readonly #languages: string[];
  readonly #requested = new Map<string, Uint8Array>();
  readonly #numbers: Map<string, number>;

  constructor(arrays: IndexArrays) {
    this.#arrays = arrays;
    const { buffer, byteOffset, length } = arrays.nameTextBytes;
    this.#texts = Buffer.from(buffer, byteOffset, length);
    this.#languages = Buffer.from(arrays.languageBytes).toString('utf8').split('\n');
    this.#numbers = new Map(this.#languages.map((language, i) => [language.toLowerCase(), i]));
  }

  text(name: number): string {
    const { nameTextStarts } = this.#arrays;
    return this.#texts.toString('utf8', nameTextStarts[name], nameTextStarts[name + 1]);
  }

  /** For each language, whether it has the same primary subtag as the requested language. */
  requestedLanguages(requested: string): Uint8Array | undefined {
    const primary = primarySubtag(requested);
    let flags = this.#requested.get(primary);
    if (flags === undefined) {
      flags = Uint8Array.from(this.#languages, language => (primarySubtag(language) === primary ? 1 : 0));
      if (!flags.includes(1)) return undefined;
      this.#requested.set(primary, flags);
    }
    return flags;
  }

  shown(place: number, requested?: string): ShownName {
    const name = this.shownName(place, requested);
    const language = this.#languages[this.#arrays.nameLanguages[name] as number] ?? '';
    return { text: this.text(name), language: LANGUAGE_TAG.test(language) ? language : 'und' };
  }

  /** Returns the number of the name that `shown` returns. */
  shownName(place: number, requested?: string): number {
    const canonical = this.#arrays.placeCanonicalNames[place] as number;
    if (requested === undefined) return canonical;
    const exact = this.#numbers.get(requested.toLowerCase());
    const primary = this.#numbers.get(primarySubtag(requested));
    return this.#bestIn(place, exact) ?? this.#bestIn(place, primary) ?? canonical;
  }

  /** Returns the name with the best class in a language. Codes and historic names are not shown. */
  #bestIn(place: number, language: number | undefined): number | undefined {
    const { placeNameStarts, placeNames, nameLanguages, nameClasses } = this.#arrays;
    let best: number | undefined;
    let bestClass = CODE_CLASS;
    const end = placeNameStarts[place + 1] as number;
    for (let at = placeNameStarts[place] as number; at < end; at++) {
      const name = placeNames[at] as number;
      if (nameLanguages[name] !== language || (nameClasses[name] as number) >= bestClass) continue;
      best = name;
      bestClass = nameClasses[name] as number;
    }
    return best;
  }
}

function primarySubtag(language: string): string {
  return (language.split('-', 1)[0] ?? '').toLowerCase();
}
