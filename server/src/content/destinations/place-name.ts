/** Names of places in the requested language. Pure. */
import { chooseLanguage } from '../catalogue/language-choice.ts';

export interface PlaceName {
  name: string;
  /** The actual language of the name, or `und` if unknown. */
  language: string;
}

/** The first name in the best available language. Names are in order of preference, and there is at least one. */
export function pickName(names: readonly PlaceName[], asked: string | undefined): PlaceName {
  const chosen = chooseLanguage(
    names.map(({ language }) => language),
    asked,
  );
  return names.find(({ language }) => language === chosen) as PlaceName;
}
