/** The kind of property, from the supplier's category and from the name. Pure. */
import type { NameForm } from './hotel-name.ts';
import { wordsOf } from './words.ts';

export const PROPERTY_KINDS = [
  'HOTEL',
  'GUESTHOUSE',
  'HOSTEL',
  'APARTHOTEL',
  'APARTMENT',
  'VILLA',
  'CAMPSITE',
] as const;
export type PropertyKind = (typeof PROPERTY_KINDS)[number];

/**
 * Words and phrases of each kind. A plural with `s` matches too, and `*` matches any ending. The first matching kind is
 * used, so `apartment hotel` must come before `hotel`.
 */
const KIND_PHRASES: readonly (readonly [PropertyKind, readonly string[]])[] = [
  [
    'APARTHOTEL',
    ['aparthotel', 'apart hotel', 'apartment hotel', 'condo hotel', 'serviced apartment', 'all suite'],
  ],
  ['HOSTEL', ['hostel', 'albergue', 'ostello', 'youth', 'backpacker', 'dormitor*']],
  ['CAMPSITE', ['camp*', 'caravan', 'glamping']],
  [
    'VILLA',
    [
      ...['villa', 'holiday home', 'vacation home', 'vacation rental', 'chalet', 'cottage', 'cabin'],
      ...['private home', 'ferienhaus'],
    ],
  ],
  [
    'APARTMENT',
    ['apart*', 'appart*', 'condo', 'condominium', 'residence', 'studio', 'ferienwohnung*', 'loft'],
  ],
  [
    'GUESTHOUSE',
    [
      ...['guesthouse', 'guest house', 'pension*', 'bed and breakfast', 'b b', 'bnb', 'hostal', 'gasthof'],
      ...['gasthaus', 'inn', 'ryokan', 'homestay', 'country house', 'agritourism', 'farm*', 'rural house'],
    ],
  ],
  ['HOTEL', ['h', 'hotel', 'resort', 'motel', 'lodge', 'spa', 'palace', 'boutique']],
];

/** Returns null for an unknown category. */
export function kindOfCategory(category: string | null): PropertyKind | null {
  if (category === null) return null;
  const words = wordsOf(category.replaceAll('_', ' ').replaceAll('&', ' and ')).join(' ');
  const text = ` ${words} `;
  return KIND_PHRASES.find(([, phrases]) => phrases.some(phrase => contains(text, phrase)))?.[0] ?? null;
}

function contains(text: string, phrase: string): boolean {
  if (phrase.endsWith('*')) return text.includes(` ${phrase.slice(0, -1)}`);
  return text.includes(` ${phrase} `) || text.includes(` ${phrase}s `);
}

const MARK_KINDS: Readonly<Record<string, PropertyKind>> = {
  apartments: 'APARTMENT',
  residence: 'APARTMENT',
  aparthotel: 'APARTHOTEL',
  studios: 'APARTMENT',
  lofts: 'APARTMENT',
  villas: 'VILLA',
  chalets: 'VILLA',
  cottages: 'VILLA',
  hostel: 'HOSTEL',
  guesthouse: 'GUESTHOUSE',
  bnb: 'GUESTHOUSE',
  camping: 'CAMPSITE',
};

/**
 * A property whose name contains `hotel` is a hotel, even if the name also mentions villas or suites. With apartments,
 * it is an aparthotel.
 */
export function kindOfName(name: NameForm): PropertyKind | null {
  if (name.words.includes('hotel')) return name.marks.includes('apartments') ? 'APARTHOTEL' : 'HOTEL';
  for (const mark of name.marks) {
    const kind = MARK_KINDS[mark];
    if (kind !== undefined) return kind;
  }
  return null;
}

const LIKE_HOTELS: readonly PropertyKind[] = ['HOTEL', 'GUESTHOUSE', 'APARTHOTEL'];
const LIKE_HOMES: readonly PropertyKind[] = ['APARTMENT', 'VILLA', 'APARTHOTEL'];

/** Suppliers classify similar kinds differently, but they distinguish hotels from apartments. */
export function compareKinds(a: PropertyKind, b: PropertyKind): 'SAME' | 'CLOSE' | 'DIFFERENT' {
  if (a === b) return 'SAME';
  const isWithin = (kinds: readonly PropertyKind[]) => kinds.includes(a) && kinds.includes(b);
  if (isWithin(LIKE_HOTELS) || isWithin(LIKE_HOMES) || isWithin(['HOSTEL', 'GUESTHOUSE'])) return 'CLOSE';
  return 'DIFFERENT';
}
