import type { IndexArrays } from './index-arrays.ts';
import { CODE_CLASS } from './score.ts';

export interface ShownName {
  text: string;
  language: string;
}

/** Sources also use tags that are not languages, such as `fr_1793` or `iata`. */
const LANGUAGE_TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** 1 for each byte that is a letter, a digit or a space. */
const PLAIN_BYTES = Uint8Array.from({ length: 256 }, (_, byte) =>
  /^[A-Za-z0-9 ]$/.test(String.fromCharCode(byte)) ? 1 : 0,
);

export class PlaceNames {
  readonly #arrays: IndexArrays;
  readonly #texts: Buffer;
  readonly #languages: string[];
  /** The same languages as they are shown. */
  readonly #tags: string[];
  readonly #requested = new Map<string, Uint8Array>();
  readonly #numbers: Map<string, number>;

  constructor(arrays: IndexArrays) {
    this.#arrays = arrays;
    const { buffer, byteOffset, length } = arrays.nameTextBytes;
    this.#texts = Buffer.from(buffer, byteOffset, length);
    this.#languages = Buffer.from(arrays.languageBytes).toString('utf8').split('\n');
    this.#tags = this.#languages.map(language => (LANGUAGE_TAG.test(language) ? language : 'und'));
    this.#numbers = new Map(this.#languages.map((language, i) => [language.toLowerCase(), i]));
  }

  text(name: number): string {
    const { nameTextStarts } = this.#arrays;
    return this.#texts.toString('utf8', nameTextStarts[name], nameTextStarts[name + 1]);
  }

  haveSameText(a: number, b: number): boolean {
    const { nameTextStarts } = this.#arrays;
    const [startA, startB] = [nameTextStarts[a] as number, nameTextStarts[b] as number];
    const length = (nameTextStarts[a + 1] as number) - startA;
    if (length !== (nameTextStarts[b + 1] as number) - startB) return false;
    for (let i = 0; i < length; i++) if (this.#texts[startA + i] !== this.#texts[startB + i]) return false;
    return true;
  }

  /** Returns true if the text has this length and consists of ASCII letters, digits and spaces. */
  isPlain(name: number, length: number): boolean {
    const { nameTextStarts } = this.#arrays;
    const [start, end] = [nameTextStarts[name] as number, nameTextStarts[name + 1] as number];
    if (end - start !== length) return false;
    for (let at = start; at < end; at++) if (PLAIN_BYTES[this.#texts[at] as number] !== 1) return false;
    return true;
  }

  /** The BCP 47 tag of a name, or `und`. */
  language(name: number): string {
    return this.#tags[this.#arrays.nameLanguages[name] as number] ?? 'und';
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
    return { text: this.text(name), language: this.language(name) };
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
