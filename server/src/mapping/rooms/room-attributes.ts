/**
 * Reads the attributes of a room from its name, its beds and the supplier's codes. Null means unknown, which never
 * equals a known value. Board, refundability and payment belong to the rate and are removed from the name. Pure.
 */

import type { SuppliedHotelRoom } from '../../booking/port/supplied-content.ts';
import { wordsOf } from '../normal-form/words.ts';
import { type BedCount, readBeds } from './room-beds.ts';

export const ROOM_KINDS = [
  'ROOM',
  'JUNIOR_SUITE',
  'SUITE',
  'STUDIO',
  'APARTMENT',
  'VILLA',
  'DORMITORY',
] as const;
export const ROOM_QUALITIES = [
  'ECONOMY',
  'STANDARD',
  'CLASSIC',
  'COMFORT',
  'SUPERIOR',
  'PREMIUM',
  'DELUXE',
  'EXECUTIVE',
  'LUXURY',
] as const;
export const VIEWS = [
  'SEA',
  'CITY',
  'GARDEN',
  'POOL',
  'MOUNTAIN',
  'LAKE',
  'RIVER',
  'COURTYARD',
  'PARK',
] as const;

export interface RoomVector {
  kind: (typeof ROOM_KINDS)[number] | null;
  quality: (typeof ROOM_QUALITIES)[number] | null;
  bathroom: 'PRIVATE' | 'SHARED' | null;
  beds: readonly BedCount[] | null;
  capacity: number | null;
  bedrooms: number | null;
  view: (typeof VIEWS)[number] | null;
  balcony: true | null;
  floor: 'HIGH' | 'GROUND' | null;
  club: true | null;
  family: true | null;
  sex: 'FEMALE' | 'MALE' | 'MIXED' | null;
  isAccessible: true | null;
  smoking: 'SMOKING' | 'NON_SMOKING' | null;
  /** All other words of the name, sorted. They distinguish rooms whose attributes are the same. */
  otherWords: readonly string[];
}

/** Phrases that describe the rate and not the room. */
const RATE_PHRASES =
  /\b(?:room only|bed and breakfast|half board|full board|all inclusive|(?:free |with |incl(?:uding|\.)? )?breakfast(?: for \d| included)?|non ?-? ?refundable|refundable|free cancellation|advance purchase|pay (?:at|now|later)(?: the)?(?: hotel| property)?|resort fee waived|save \d+ ?%?|free wi ?-?fi|member rate|special (?:rate|offer|deal)|package|non commissionable|none)\b/gi;

type Rule<Value> = readonly (readonly [Value, RegExp])[];

const KIND_RULES: Rule<NonNullable<RoomVector['kind']>> = [
  ['DORMITORY', /\b(?:dorm\w*|bed in (?:a )?(?:\d+ bed )?\w*|shared room|bunk room)\b/],
  ['JUNIOR_SUITE', /\bjunior suites?|jr suites?|mini suites?|jsuite\b/],
  ['STUDIO', /\bstudios?\b/],
  ['SUITE', /\bsuites?\b/],
  ['APARTMENT', /\b(?:apartments?|apartamento|flat|condo|loft|penthouse|maisonette|duplex)\b/],
  ['VILLA', /\b(?:villas?|bungalows?|chalets?|cottages?|cabins?|house)\b/],
  [
    'ROOM',
    /\b(?:rooms?|habitacion|chambre|zimmer|guestrooms?|double|twin|single|triple|quadruple|king|queen)\b/,
  ],
];

const QUALITY_RULES: Rule<NonNullable<RoomVector['quality']>> = [
  ['ECONOMY', /\b(?:economy|basic|budget|eco)\b/],
  ['CLASSIC', /\b(?:classic|traditional)\b/],
  ['COMFORT', /\b(?:comfort|komfort)\b/],
  ['SUPERIOR', /\b(?:superior|sup)\b/],
  ['PREMIUM', /\b(?:premium|premier)\b/],
  ['DELUXE', /\b(?:deluxe|de luxe|dlx)\b/],
  ['EXECUTIVE', /\b(?:executive|business)\b/],
  ['LUXURY', /\b(?:luxury|luxe)\b/],
  ['STANDARD', /\b(?:standard|std)\b/],
];

const VIEW_RULES: Rule<NonNullable<RoomVector['view']>> = [
  [
    'SEA',
    /\b(?:sea|ocean|beach)(?: ?front| ?side)?(?: ?views?)\b|\b(?:ocean|sea|beach) ?front\b|\bvistas? al mar\b/,
  ],
  ['CITY', /\b(?:city|town|street|urban|skyline) ?views?\b/],
  ['GARDEN', /\bgarden ?views?\b/],
  ['POOL', /\bpool ?views?\b/],
  ['MOUNTAIN', /\b(?:mountain|hill|valley) ?views?\b/],
  ['LAKE', /\blake ?(?:views?|front)\b/],
  ['RIVER', /\b(?:river|canal) ?(?:views?|front)\b/],
  ['COURTYARD', /\b(?:courtyard|inner|inside|interior|patio)(?: views?)?\b/],
  ['PARK', /\bpark ?views?\b/],
];

const FLAGS = {
  balcony: /\b(?:balcony|balcon|terrace|terraza|patio)\b/,
  club: /\b(?:club|lounge access)\b/,
  family: /\bfamily\b/,
  isAccessible:
    /\b(?:accessible|accessibility|disabled|wheelchair|roll in shower|mobility|handicapped|ada)\b/,
} as const;

const FLOORS: Rule<NonNullable<RoomVector['floor']>> = [
  ['HIGH', /\b(?:high(?:er)?|upper|top) floors?\b/],
  ['GROUND', /\bground floors?\b/],
];
const SEXES: Rule<NonNullable<RoomVector['sex']>> = [
  ['FEMALE', /\b(?:female|women|ladies)(?: only)?\b/],
  ['MALE', /\b(?:male|men)(?: only)?\b/],
  ['MIXED', /\bmixed\b/],
];
const BATHROOMS: Rule<NonNullable<RoomVector['bathroom']>> = [
  ['SHARED', /\bshared (?:bath\w*|facilities)\b/],
  ['PRIVATE', /\b(?:private bath\w*|en ?suite)\b/],
];
const SMOKING: Rule<NonNullable<RoomVector['smoking']>> = [
  ['NON_SMOKING', /\b(?:non|no) ?smoking\b/],
  ['SMOKING', /\bsmoking\b/],
];

const FILLERS = new Set(
  'with and or a the in for of at to only no one bed beds guest people pax use capacity occupancy run house size'.split(
    ' ',
  ),
);
const BEDROOMS = /\b(one|two|three|four|five|\d) bed ?rooms?\b/;
const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };
const CAPACITY =
  /\b(?:capacity|sleeps|for|max) (\d{1,2})(?: people| persons| adults| pax)?\b|\b(\d{1,2}) (?:people|persons|adults|pax)\b/;

export function roomVector(room: SuppliedHotelRoom): RoomVector {
  const name = new RoomName(room.name.replaceAll('&', ' and ').replaceAll(RATE_PHRASES, ' '));
  const bathroom = name.take(BATHROOMS);
  const isAccessible = name.has(FLAGS.isAccessible);
  const bedrooms = name.number(BEDROOMS);
  const named = name.number(CAPACITY);
  const beds = readBeds(room.beds.length > 0 ? room.beds.join(' or ') : name.text);
  name.remove(readBeds.pattern);
  const view = name.take(VIEW_RULES) ?? attribute(room, 'view', VIEWS);
  const vector = {
    bathroom: bathroom ?? attribute(room, 'bathroom', ['PRIVATE', 'SHARED'] as const),
    isAccessible,
    bedrooms,
    capacity: room.maxTotal ?? named,
    beds,
    view,
    floor: name.take(FLOORS),
    balcony: name.has(FLAGS.balcony),
    club: name.has(FLAGS.club),
    family: name.has(FLAGS.family),
    smoking: name.take(SMOKING),
    sex: name.take(SEXES) ?? attribute(room, 'sex', ['FEMALE', 'MALE', 'MIXED'] as const),
    quality: name.take(QUALITY_RULES) ?? attribute(room, 'quality', ROOM_QUALITIES),
    kind:
      name.take(KIND_RULES) ??
      attribute(room, 'class', ROOM_KINDS) ??
      (beds === null ? null : ('ROOM' as const)),
  };
  name.remove(/\b(?:rooms?|suites?|double|twin|single|triple|quadruple)\b/g);
  return { ...vector, otherWords: name.otherWords() };
}

function attribute<Value extends string>(
  room: SuppliedHotelRoom,
  key: string,
  values: readonly Value[],
): Value | null {
  const given = room.attributes[key]?.toUpperCase().replaceAll(/[ -]/g, '_');
  return values.find(value => value === given) ?? null;
}

/** A name from which recognised phrases are removed one after another. */
class RoomName {
  text: string;

  constructor(name: string) {
    this.text = wordsOf(name).join(' ');
  }

  take<Value>(rules: Rule<Value>): Value | null {
    for (const [value, pattern] of rules) {
      if (!pattern.test(this.text)) continue;
      this.text = this.text.replace(new RegExp(pattern, 'g'), ' ');
      return value;
    }
    return null;
  }

  has(pattern: RegExp): true | null {
    return this.take([[true as const, pattern]]);
  }

  number(pattern: RegExp): number | null {
    const found = pattern.exec(this.text);
    const word = found?.slice(1).find(part => part !== undefined);
    if (word === undefined) return null;
    this.text = this.text.replace(pattern, ' ');
    return NUMBERS[word] ?? Number(word);
  }

  remove(pattern: RegExp): void {
    this.text = this.text.replace(pattern, ' ');
  }

  otherWords(): string[] {
    return [...new Set(this.text.split(' ').filter(word => word !== '' && !FILLERS.has(word)))].sort();
  }
}
