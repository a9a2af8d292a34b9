/** Chooses the available language that best matches a requested language. Pure. */

/**
 * Tries in this order: the requested language, the same language with fewer subtags, another variety of it, English, and
 * the first available language. Case is ignored.
 */
export function chooseLanguage(
  available: readonly string[],
  requested: string | undefined,
): string | undefined {
  return (
    (requested === undefined ? undefined : variety(available, requested)) ??
    variety(available, 'en') ??
    available[0]
  );
}

/** Whether there is a text in the language, with more or fewer subtags. The default language is English. */
export function hasLanguage(
  texts: Readonly<Record<string, string>> | undefined,
  requested: string | undefined,
): boolean {
  return variety(Object.keys(texts ?? {}), requested ?? 'en') !== undefined;
}

export interface Localised {
  text: string;
  language: string;
}

/** `texts` maps languages to texts and must not be empty. */
export function textIn(texts: Readonly<Record<string, string>>, requested: string | undefined): Localised {
  const language = chooseLanguage(Object.keys(texts), requested) as string;
  return { text: texts[language] as string, language };
}

function variety(available: readonly string[], requested: string): string | undefined {
  const subtags = requested.toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length--) {
    const tag = subtags.slice(0, length).join('-');
    const found = available.find(each => each.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  const prefix = `${subtags[0]}-`;
  return available.find(each => each.toLowerCase().startsWith(prefix));
}
