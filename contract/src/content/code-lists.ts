/**
 * Boards and categories in English and Spanish, and the kinds of pictures. New codes may be added. Existing codes are never renamed or
 * removed.
 */
import type { BoardCode } from '../shared/lodging.ts';

export const LIST_LANGUAGES = ['en', 'es'] as const;
export type ListLanguage = (typeof LIST_LANGUAGES)[number];

export type ListName = Readonly<Record<ListLanguage, string>>;

export const MEALS = ['BREAKFAST', 'LUNCH', 'DINNER', 'SNACKS', 'DRINKS'] as const;
export type Meal = (typeof MEALS)[number];

export interface BoardEntry {
  code: BoardCode;
  name: ListName;
  meals: readonly Meal[];
}

export const BOARDS: readonly BoardEntry[] = [
  { code: 'RO', name: { en: 'Room only', es: 'Solo alojamiento' }, meals: [] },
  { code: 'SC', name: { en: 'Self-catering', es: 'Alojamiento con cocina' }, meals: [] },
  { code: 'BB', name: { en: 'Bed and breakfast', es: 'Alojamiento y desayuno' }, meals: ['BREAKFAST'] },
  { code: 'HB', name: { en: 'Half board', es: 'Media pensión' }, meals: ['BREAKFAST', 'DINNER'] },
  { code: 'FB', name: { en: 'Full board', es: 'Pensión completa' }, meals: ['BREAKFAST', 'LUNCH', 'DINNER'] },
  { code: 'AI', name: { en: 'All inclusive', es: 'Todo incluido' }, meals: MEALS },
];

export const HOTEL_TYPES = [
  'HOTEL',
  'APARTMENT',
  'APARTHOTEL',
  'HOSTEL',
  'GUESTHOUSE',
  'BED_AND_BREAKFAST',
  'RESORT',
  'VILLA',
  'HOLIDAY_HOME',
  'RURAL_HOUSE',
  'LODGE',
  'MOTEL',
  'CAMPSITE',
] as const;
export type HotelType = (typeof HOTEL_TYPES)[number];

export const IMAGE_KINDS = [
  'EXTERIOR',
  'LOBBY',
  'ROOM',
  'BATHROOM',
  'RESTAURANT',
  'BAR',
  'POOL',
  'WELLNESS',
  'BEACH',
  'BUSINESS',
  'SURROUNDINGS',
  'OTHER',
] as const;

export interface CategoryEntry {
  code: string;
  name: ListName;
  stars: number | null;
  type: HotelType;
}

export const CATEGORIES = [
  { code: 'H1', name: { en: '1 star', es: '1 estrella' }, stars: 1, type: 'HOTEL' },
  { code: 'H1_5', name: { en: '1.5 stars', es: '1,5 estrellas' }, stars: 1.5, type: 'HOTEL' },
  { code: 'H2', name: { en: '2 stars', es: '2 estrellas' }, stars: 2, type: 'HOTEL' },
  { code: 'H2_5', name: { en: '2.5 stars', es: '2,5 estrellas' }, stars: 2.5, type: 'HOTEL' },
  { code: 'H3', name: { en: '3 stars', es: '3 estrellas' }, stars: 3, type: 'HOTEL' },
  { code: 'H3_5', name: { en: '3.5 stars', es: '3,5 estrellas' }, stars: 3.5, type: 'HOTEL' },
  { code: 'H4', name: { en: '4 stars', es: '4 estrellas' }, stars: 4, type: 'HOTEL' },
  { code: 'H4_5', name: { en: '4.5 stars', es: '4,5 estrellas' }, stars: 4.5, type: 'HOTEL' },
  { code: 'H5', name: { en: '5 stars', es: '5 estrellas' }, stars: 5, type: 'HOTEL' },
  {
    code: 'HOTEL',
    name: { en: 'Hotel without stars', es: 'Hotel sin estrellas' },
    stars: null,
    type: 'HOTEL',
  },
  { code: 'APT1', name: { en: '1-key apartment', es: 'Apartamento 1 llave' }, stars: 1, type: 'APARTMENT' },
  { code: 'APT2', name: { en: '2-key apartment', es: 'Apartamento 2 llaves' }, stars: 2, type: 'APARTMENT' },
  { code: 'APT3', name: { en: '3-key apartment', es: 'Apartamento 3 llaves' }, stars: 3, type: 'APARTMENT' },
  { code: 'APT4', name: { en: '4-key apartment', es: 'Apartamento 4 llaves' }, stars: 4, type: 'APARTMENT' },
  { code: 'APT5', name: { en: '5-key apartment', es: 'Apartamento 5 llaves' }, stars: 5, type: 'APARTMENT' },
  { code: 'APARTHOTEL', name: { en: 'Aparthotel', es: 'Aparthotel' }, stars: null, type: 'APARTHOTEL' },
  { code: 'HOSTEL', name: { en: 'Hostel', es: 'Albergue' }, stars: null, type: 'HOSTEL' },
  { code: 'GUESTHOUSE', name: { en: 'Guest house', es: 'Pensión' }, stars: null, type: 'GUESTHOUSE' },
  {
    code: 'BNB',
    name: { en: 'Bed and breakfast', es: 'Casa de huéspedes' },
    stars: null,
    type: 'BED_AND_BREAKFAST',
  },
  { code: 'RESORT', name: { en: 'Resort', es: 'Complejo turístico' }, stars: null, type: 'RESORT' },
  { code: 'VILLA', name: { en: 'Villa', es: 'Villa' }, stars: null, type: 'VILLA' },
  { code: 'HOME', name: { en: 'Holiday home', es: 'Casa de vacaciones' }, stars: null, type: 'HOLIDAY_HOME' },
  { code: 'RURAL', name: { en: 'Rural house', es: 'Casa rural' }, stars: null, type: 'RURAL_HOUSE' },
  { code: 'LODGE', name: { en: 'Lodge', es: 'Refugio' }, stars: null, type: 'LODGE' },
  { code: 'MOTEL', name: { en: 'Motel', es: 'Motel' }, stars: null, type: 'MOTEL' },
  { code: 'CAMPSITE', name: { en: 'Campsite', es: 'Camping' }, stars: null, type: 'CAMPSITE' },
] as const satisfies readonly CategoryEntry[];

export type CategoryCode = (typeof CATEGORIES)[number]['code'];
export const CATEGORY_CODES = codesOf(CATEGORIES);

/** Returns the name in the requested language or in English, with its actual language. */
export function nameIn(name: ListName, language?: string): { name: string; language: ListLanguage } {
  const found = listLanguage(language);
  return { name: name[found], language: found };
}

export function listLanguage(asked = 'en'): ListLanguage {
  const primary = asked.toLowerCase().split('-')[0];
  return LIST_LANGUAGES.find(each => each === primary) ?? 'en';
}

/** The codes of a list, in the form that `choice` expects. */
export function codesOf<const Code extends string>(list: readonly { code: Code }[]): [Code, ...Code[]] {
  return list.map(entry => entry.code) as [Code, ...Code[]];
}
