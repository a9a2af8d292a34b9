/** Chooses the best available language for a requested one. Pure. */

/**
 * The order is: the requested language, the same with fewer subtags, another variety of the same language,
 * English, the first available. Case does not matter.
 */
export function chooseLanguage(given: readonly string[], asked: string | undefined): string | undefined {
  return (asked === undefined ? undefined : variety(given, asked)) ?? variety(given, 'en') ?? given[0];
}

export interface Localised {
  text: string;
  /** The actual language of the text. */
  language: string;
}

/** A text by language, in the given order. There is at least one. */
export function textIn(texts: Readonly<Record<string, string>>, asked: string | undefined): Localised {
  const language = chooseLanguage(Object.keys(texts), asked) as string;
  return { text: texts[language] as string, language };
}

function variety(given: readonly string[], asked: string): string | undefined {
  const subtags = asked.toLowerCase().split('-');
  for (let length = subtags.length; length > 0; length--) {
    const tag = subtags.slice(0, length).join('-');
    const found = given.find(each => each.toLowerCase() === tag);
    if (found !== undefined) return found;
  }
  const prefix = `${subtags[0]}-`;
  return given.find(each => each.toLowerCase().startsWith(prefix));
}
