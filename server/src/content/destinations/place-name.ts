/** Names of places in the language asked for. Pure. */
import { chooseLanguage } from '../catalogue/language-choice.ts';

export interface PlaceName {
  name: string;
  /** The language the name is really in; `und` where that is not known. */
  language: string;
}

/** Of names in the order of preference, the first in the language that serves best. There is at least one. */
export function pickName(names: readonly PlaceName[], asked: string | undefined): PlaceName {
  const chosen = chooseLanguage(
    names.map(({ language }) => language),
    asked,
  );
  return names.find(({ language }) => language === chosen) as PlaceName;
}
