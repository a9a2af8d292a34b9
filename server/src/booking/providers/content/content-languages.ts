/**
 * Reads the descriptions of an account in several languages. A run first reads everything in English, and then only the
 * descriptions in each further language. Each page remains one step of the run, so that call budgets and resuming apply
 * to it.
 */
import { languagesIn } from '@serai/contract/account/supplier-accounts.ts';
import type { ContentPage, ContentSource } from '../../port/supplied-content.ts';
import type { AccountSetup } from '../accounts/live-providers.ts';

const ENGLISH = 'en';
/**
 * The language, whether the English list was complete, and the cursor in this language. No supplier's own cursor starts
 * with `texts:`.
 */
const CURSOR = /^texts:([a-z]{2}):([01]):(.*)$/s;

export function inLanguages(
  { textLanguages }: AccountSetup['settings'],
  create: (language: string) => ContentSource,
): ContentSource {
  const english = create(ENGLISH);
  const further =
    typeof textLanguages === 'string' ? languagesIn(textLanguages).filter(tag => tag !== ENGLISH) : [];
  if (further.length === 0) return english;
  const sources = new Map(further.map(language => [language, create(language)]));

  /** The cursor of the language after the given one. Null after the last language. */
  function nextLanguage(after: string, isComplete: boolean): string | null {
    const language = further[further.indexOf(after) + 1];
    return language === undefined ? null : cursorOf(language, isComplete, '');
  }

  return {
    isPagedByOffset: english.isPagedByOffset ?? false,
    ...(english.pageLimitMs !== undefined && { pageLimitMs: english.pageLimitMs }),
    ...(english.detail !== undefined && { detail: english.detail.bind(english) }),
    async changed(call, { atMs, cursor }) {
      const [, language = ENGLISH, mark, position = ''] = CURSOR.exec(cursor ?? '') ?? [];
      if (language === ENGLISH) {
        const read = await english.changed(call, { atMs, cursor });
        if (read.kind !== 'OK' || read.value.next !== null) return read;
        const next = nextLanguage(ENGLISH, read.value.isComplete);
        return { kind: 'OK', value: { ...read.value, next, isComplete: false } };
      }
      const isComplete = mark === '1';
      const source = sources.get(language);
      // The language has been removed from the settings since the run started.
      if (source === undefined)
        return { kind: 'OK', value: { hotels: [], removed: [], next: null, isComplete } };
      const read = await source.changed(call, { atMs, cursor: position === '' ? null : position });
      if (read.kind !== 'OK') return read;
      const { next: following, asOfMs } = read.value;
      const next =
        following === null ? nextLanguage(language, isComplete) : cursorOf(language, isComplete, following);
      const texts = textsOf(read.value, language);
      const page = { hotels: [], removed: [], texts, next, isComplete: next === null && isComplete, asOfMs };
      return { kind: 'OK', value: page };
    },
    async close() {
      await Promise.all([english, ...sources.values()].map(source => source.close?.()));
    },
  };
}

function cursorOf(language: string, isComplete: boolean, position: string): string {
  return `texts:${language}:${isComplete ? 1 : 0}:${position}`;
}

function textsOf({ hotels }: ContentPage, language: string): ContentPage['texts'] {
  const descriptions = hotels.map(({ supplierId, content }) => ({
    supplierId,
    text: content?.texts[language] ?? null,
  }));
  return { language, descriptions };
}
