const NAMES = new Intl.DisplayNames('en', { type: 'language' });
const TAGS =
  'ar bg ca cs da de el en es et fi fr he hr hu id it ja ko lt lv ms nb nl pl pt ro ru sk sl sv th tr uk vi zh';

/** Languages that the forms offer, by tag. The catalogue accepts any language tag. */
export const LANGUAGES = TAGS.split(' ').map(tag => [tag, NAMES.of(tag) ?? tag] as const);
