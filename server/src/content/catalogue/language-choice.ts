/** Which of several languages serves the one asked for. Pure. */

/**
 * The one asked for, then the same with fewer subtags, then another variety of the same language, then English, then
 * the first given. Case does not matter.
 */
export function chooseLanguage(given: readonly string[], asked: string | undefined): string | undefined {
  return (asked === undefined ? undefined : variety(given, asked)) ?? variety(given, 'en') ?? given[0];
}

export interface Localised {
  text: string;
  /** The language the text is really in. */
  language: string;
}

/** A text by its languages, in the order they were given. There is at least one. */
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
