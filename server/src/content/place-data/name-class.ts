/** Determines the class of a name from its language, and the main language of a country. Pure. */

/** Languages that travellers and hoteliers use worldwide. */
export const MAJOR_LANGUAGES: ReadonlySet<string> = new Set([
  'es',
  'fr',
  'de',
  'it',
  'pt',
  'nl',
  'ru',
  'zh',
  'ja',
  'ko',
  'ar',
  'tr',
  'pl',
  'hi',
]);

/** Returns the main language of a country according to `Intl`, which assumes English for unknown countries. */
export function languageOfCountry(countryCode: string): string | undefined {
  try {
    const { language } = new Intl.Locale(`und-${countryCode}`).maximize();
    return language === 'und' ? undefined : language;
  } catch {
    return undefined;
  }
}

/** Returns the class of a current name that is not the canonical name. */
export function nameClass(language: string, localLanguages: ReadonlySet<string>): 1 | 2 | 3 {
  const [primary = language] = language.split('-');
  if (primary === 'en' || localLanguages.has(primary)) return 1;
  return MAJOR_LANGUAGES.has(primary) ? 2 : 3;
}
