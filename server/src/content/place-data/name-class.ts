/** Which class a name in a language has, and which language a country speaks. Pure. */

/** Languages that travellers and hoteliers of the whole world use. */
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

/** The language most spoken in a country, as far as the system's language data tell it. */
export function languageOfCountry(countryCode: string): string | undefined {
  try {
    const { language } = new Intl.Locale(`und-${countryCode}`).maximize();
    // For a country it does not know it assumes English.
    return language === 'und' ? undefined : language;
  } catch {
    return undefined;
  }
}

/** Class of a current name that is not the canonical one. */
export function nameClass(language: string, localLanguages: ReadonlySet<string>): 1 | 2 | 3 {
  const [primary = language] = language.split('-');
  if (primary === 'en' || localLanguages.has(primary)) return 1;
  return MAJOR_LANGUAGES.has(primary) ? 2 : 3;
}
