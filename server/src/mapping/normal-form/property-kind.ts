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

/** The first matching kind is used, so `apartment hotel` must come before `hotel`. */
const KIND_WORDS: readonly (readonly [PropertyKind, RegExp])[] = [
  [
    'APARTHOTEL',
    /\b(?:aparthotels?|apart ?hotels?|apartment hotels?|condo hotels?|serviced apartments?|all suite)\b/,
  ],
  ['HOSTEL', /\b(?:hostels?|albergue|ostello|youth|backpackers?|dormitor\w+)\b/],
  ['CAMPSITE', /\b(?:camp\w*|caravan|glamping)\b/],
  [
    'VILLA',
    /\b(?:villas?|holiday homes?|vacation homes?|vacation rentals?|chalets?|cottages?|cabins?|private homes?|ferienhaus)\b/,
  ],
  [
    'APARTMENT',
    /\b(?:apart\w*|appart\w*|condos?|condominiums?|residences?|studios?|ferienwohnung\w*|lofts?)\b/,
  ],
  [
    'GUESTHOUSE',
    /\b(?:guest ?houses?|pension\w*|bed and breakfast|b b|bnb|hostal|gasthof|gasthaus|inns?|ryokan|homestay|country house|agritourism|farm\w*|rural house)\b/,
  ],
  ['HOTEL', /\b(?:h|hotels?|resorts?|motels?|lodges?|spa|palace|boutique)\b/],
];

/** Null for an unknown category. */
export function kindOfCategory(category: string | null): PropertyKind | null {
  if (category === null) return null;
  const text = wordsOf(category.replaceAll('_', ' ').replaceAll('&', ' and ')).join(' ');
  return KIND_WORDS.find(([, words]) => words.test(text))?.[0] ?? null;
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

/** A name that contains `hotel` is a hotel, even if it also mentions villas or suites. With apartments, it is an aparthotel. */
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
