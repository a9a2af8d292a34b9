/**
 * Compiles the rules of a partner, so that a search finds the rules for an offer in well under a microsecond.
 * Rules are grouped by step and sorted by precedence. The rules that match a search, a hotel and a product are
 * bit sets. Pure.
 */
import { validFromMs, validToMs } from '@serai/contract/pricing/pricing-rule.ts';
import { dateAt } from '../../platform/time/civil-date.ts';
import { byPrecedence, type Rule, STEPS, stepOf } from '../rule.ts';
import { isWithin, leadDays, weekdayOf } from './match-rule.ts';
import { type Bits, clearBit, firstInAll, intersect, ListIndex, setBit, wordsFor } from './rule-set.ts';

export interface Partner {
  partnerId: string;
  groups: readonly string[];
}

export interface SearchFacts {
  checkIn: string;
  nights: number;
  nationality: string;
  bookedAtMs: number;
}

export interface HotelFacts {
  hotelId: string;
  timeZone: string | null;
  stars?: number | null | undefined;
  chainCode?: string | null | undefined;
  placeIds?: readonly string[] | undefined;
}

const WORD = 32;
const NO_PLACES: readonly string[] = [];
/** Maximum number of hotels whose rules are cached for later searches of the partner. */
const MAX_HOTELS = 500;

export class PartnerRules {
  /** Each step begins at a multiple of 32, so that steps share no words of the bit sets. */
  readonly #rules: (Rule | undefined)[] = [];
  readonly #words: number;
  readonly #all: Bits;
  /** The rules with a condition on the search. The others match every search. */
  readonly #timed: readonly TimedRule[];
  /** The word at which each step begins, and the end of the last one. */
  readonly #stepWords: readonly number[];
  readonly #hotels: HotelIndexes;
  readonly #products: ProductIndexes;
  readonly #byHotel = new Map<string, KnownHotel>();
  /** By provider, board and refundability. Nested, because building a string key takes longer than the lookup. */
  readonly #byProduct = new Map<string, Map<string, Map<string, Bits>>>();

  constructor(rules: readonly Rule[], partner: Partner) {
    const ofPartner = rules.filter(rule => isForPartner(rule, partner)).sort(byPrecedence);
    const stepWords = [0];
    for (const step of STEPS) {
      this.#rules.push(...ofPartner.filter(({ action }) => stepOf(action) === step));
      while (this.#rules.length % WORD !== 0) this.#rules.push(undefined);
      stepWords.push(this.#rules.length / WORD);
    }
    this.#stepWords = stepWords;
    this.#words = wordsFor(this.#rules.length);
    this.#all = new Uint32Array(this.#words);
    for (const [position, rule] of this.#rules.entries()) if (rule !== undefined) setBit(this.#all, position);
    this.#timed = this.#rules.flatMap((rule, position) =>
      rule !== undefined && isTimed(rule) ? [timedRule(rule, position)] : [],
    );
    const list = (values: (conditions: Rule['conditions']) => readonly string[] | undefined) =>
      ListIndex.of(
        this.#words,
        this.#rules.map(rule => (rule === undefined ? [] : values(rule.conditions))),
      );
    const ranged = (name: 'stars' | 'leadDays') =>
      this.#rules.flatMap((rule, position) => {
        const range = rule?.conditions[name];
        return range === undefined ? [] : [{ position, range }];
      });
    this.#hotels = {
      hotels: this.#has('hotels') ? list(({ hotels }) => hotels) : undefined,
      chains: this.#has('chains') ? list(({ chains }) => chains) : undefined,
      places: this.#has('places') ? list(({ places }) => places) : undefined,
      stars: ranged('stars'),
      leadDays: ranged('leadDays'),
    };
    this.#products = {
      providers: this.#has('providers') ? list(({ providers }) => providers) : undefined,
      boards: this.#has('boards') ? list(({ boards }) => boards) : undefined,
      refundability: this.#has('refundability') ? list(({ refundability }) => refundability) : undefined,
      ratePlans: this.#has('ratePlans') ? list(({ ratePlans }) => ratePlans) : undefined,
    };
  }

  /** Returns undefined if no rule can apply to the search. */
  open(search: SearchFacts): SearchRules | undefined {
    const bits = this.#all.slice();
    const arrival = weekdayOf(search.checkIn);
    const bookedOn = dateAt(search.bookedAtMs, 0);
    for (const timed of this.#timed) {
      if (!isForSearch(timed, search, arrival, bookedOn)) clearBit(bits, timed.position);
    }
    if (bits.every(word => word === 0)) return undefined;
    return new SearchRules({
      rules: this.#rules,
      bits,
      stepWords: this.#stepWords,
      ofHotel: hotel => this.#ofHotel(hotel),
      ofProduct: (...product) => this.#ofProduct(...product),
      leadDays: this.#hotels.leadDays,
      search,
    });
  }

  /** The rules that match a hotel, regardless of the search. Cached until the facts about the hotel change. */
  #ofHotel(hotel: HotelFacts): Bits {
    const known = this.#byHotel.get(hotel.hotelId);
    const stars = hotel.stars ?? null;
    const chainCode = hotel.chainCode ?? null;
    const placeIds = hotel.placeIds ?? NO_PLACES;
    if (known?.stars === stars && known.chainCode === chainCode && isSameList(known.placeIds, placeIds)) {
      return known.bits;
    }
    const { hotels, chains, places, stars: ranges } = this.#hotels;
    const bits = this.#all.slice();
    if (hotels !== undefined) intersect(bits, hotels.matching(hotel.hotelId));
    if (chains !== undefined) intersect(bits, chains.matching(chainCode));
    if (places !== undefined) intersect(bits, places.matchingAny(placeIds));
    for (const { position, range } of ranges) if (!isWithin(range, stars)) clearBit(bits, position);
    if (this.#byHotel.size >= MAX_HOTELS) this.#byHotel.clear();
    this.#byHotel.set(hotel.hotelId, { stars, chainCode, placeIds, bits });
    return bits;
  }

  #ofProduct(provider: string, board: string, refundability: string, ratePlan: string | undefined): Bits {
    // There are a few dozen products without a rate plan, but any number with one.
    if (ratePlan !== undefined) return this.#matchProduct(provider, board, refundability, ratePlan);
    const known = inner(inner(this.#byProduct, provider), board);
    let bits = known.get(refundability);
    if (bits === undefined) {
      bits = this.#matchProduct(provider, board, refundability, ratePlan);
      known.set(refundability, bits);
    }
    return bits;
  }

  #matchProduct(provider: string, board: string, refundability: string, ratePlan: string | undefined): Bits {
    const products = this.#products;
    const bits = this.#all.slice();
    if (products.providers) intersect(bits, products.providers.matching(provider));
    if (products.boards) intersect(bits, products.boards.matching(board));
    if (products.refundability) intersect(bits, products.refundability.matching(refundability));
    if (products.ratePlans) intersect(bits, products.ratePlans.matching(ratePlan ?? null));
    return bits;
  }

  #has(name: keyof Rule['conditions']): boolean {
    return this.#rules.some(rule => rule?.conditions[name] !== undefined);
  }
}

/** The rules that match a hotel, and the facts for which this is true. */
interface KnownHotel {
  stars: number | null;
  chainCode: string | null;
  placeIds: readonly string[];
  bits: Bits;
}

interface Ranged {
  position: number;
  range: { from?: number | undefined; to?: number | undefined };
}

interface HotelIndexes {
  hotels: ListIndex | undefined;
  chains: ListIndex | undefined;
  places: ListIndex | undefined;
  stars: readonly Ranged[];
  leadDays: readonly Ranged[];
}

interface ProductIndexes {
  providers: ListIndex | undefined;
  boards: ListIndex | undefined;
  refundability: ListIndex | undefined;
  ratePlans: ListIndex | undefined;
}

interface SearchRulesParts {
  rules: readonly (Rule | undefined)[];
  bits: Bits;
  stepWords: readonly number[];
  /** The rules that match a hotel, regardless of the search. */
  ofHotel(hotel: HotelFacts): Bits;
  ofProduct(provider: string, board: string, refundability: string, ratePlan: string | undefined): Bits;
  leadDays: readonly Ranged[];
  search: SearchFacts;
}

/** Positions of the found rules, -1 for none, in the order of the steps. */
export type Positions = readonly [
  hide: number,
  net: number,
  roundNet: number,
  retail: number,
  roundSelling: number,
];

/** The rules that match a search and a hotel: those in both sets. Many hotels share the first set. */
export interface HotelRules {
  ofSearch: Bits;
  ofHotel: Bits;
}

/** The rules that can apply to the offers of one search. */
export class SearchRules {
  readonly #parts: SearchRulesParts;
  readonly #byHotel = new Map<string, HotelRules>();
  /** By provider, rate plan, board and refundability. Products without a rate plan are cached for all searches. */
  readonly #byRatePlan = new Map<string, Map<string, Map<string, Map<string, Bits>>>>();
  readonly #byLeadDays = new Map<number, Bits>();
  readonly #leadByZone = new Map<string | null, number>();

  constructor(parts: SearchRulesParts) {
    this.#parts = parts;
  }

  /** Returns the rules that match the search and a hotel. The result is cached for the search. */
  ofHotel(hotel: HotelFacts): HotelRules {
    const known = this.#byHotel.get(hotel.hotelId);
    if (known !== undefined) return known;
    const { leadDays: lead, ofHotel, bits } = this.#parts;
    const ofSearch = lead.length > 0 ? this.#within(lead, this.#leadDays(hotel.timeZone)) : bits;
    const rules = { ofSearch, ofHotel: ofHotel(hotel) };
    this.#byHotel.set(hotel.hotelId, rules);
    return rules;
  }

  /** Returns the rules that match a product of a provider, regardless of the hotel and the search. */
  ofProduct(provider: string, board: string, refundability: string, ratePlan: string | undefined): Bits {
    const { ofProduct } = this.#parts;
    if (ratePlan === undefined) return ofProduct(provider, board, refundability, ratePlan);
    const known = inner(inner(inner(this.#byRatePlan, provider), ratePlan), board);
    let bits = known.get(refundability);
    if (bits === undefined) {
      bits = ofProduct(provider, board, refundability, ratePlan);
      known.set(refundability, bits);
    }
    return bits;
  }

  /** Finds the first rule of each step that matches the search, the hotel and the product. */
  find({ ofSearch, ofHotel }: HotelRules, product: Bits): Positions {
    const { stepWords } = this.#parts;
    const first = (step: number) =>
      firstInAll(ofSearch, ofHotel, product, stepWords[step] as number, stepWords[step + 1] as number);
    return [first(0), first(1), first(2), first(3), first(4)];
  }

  /** Greater than every position, so that several positions can be combined into one number. */
  get size(): number {
    return this.#parts.rules.length;
  }

  at(position: number): Rule | undefined {
    return this.#parts.rules[position];
  }

  /** Cached by time zone, because most hotels of a search share one. */
  #leadDays(timeZone: string | null): number {
    let days = this.#leadByZone.get(timeZone);
    if (days === undefined) {
      const { checkIn, bookedAtMs } = this.#parts.search;
      days = leadDays({ checkIn, bookedAtMs, timeZone });
      this.#leadByZone.set(timeZone, days);
    }
    return days;
  }

  /** The rules that match the search if the arrival is `days` days ahead. */
  #within(ranged: readonly Ranged[], days: number): Bits {
    let bits = this.#byLeadDays.get(days);
    if (bits === undefined) {
      bits = this.#parts.bits.slice();
      for (const { position, range } of ranged) if (!isWithin(range, days)) clearBit(bits, position);
      this.#byLeadDays.set(days, bits);
    }
    return bits;
  }
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  if (one === other) return true;
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
  return true;
}

function inner<Key, Value>(maps: Map<string, Map<Key, Value>>, key: string): Map<Key, Value> {
  let found = maps.get(key);
  if (found === undefined) {
    found = new Map();
    maps.set(key, found);
  }
  return found;
}

function isForPartner({ conditions }: Rule, { partnerId, groups }: Partner): boolean {
  const { partners, partnerGroups } = conditions;
  if (partners !== undefined && !partners.includes(partnerId)) return false;
  return partnerGroups === undefined || partnerGroups.some(group => groups.includes(group));
}

/**
 * A rule with conditions on the search. Times are parsed once. All rules have the same fields, because reading objects of many
 * different shapes is several times slower.
 */
interface TimedRule {
  position: number;
  checkIn: Rule['conditions']['checkIn'];
  bookedAt: Rule['conditions']['bookedAt'];
  nights: Rule['conditions']['nights'];
  weekdays: readonly string[] | undefined;
  nationalities: readonly string[] | undefined;
  validFromMs: number;
  validToMs: number;
}

const TIMED = ['checkIn', 'bookedAt', 'nights', 'weekdays', 'nationalities'] as const;

function isTimed({ conditions, validFrom, validTo }: Rule): boolean {
  return validFrom !== null || validTo !== null || TIMED.some(name => conditions[name] !== undefined);
}

function timedRule({ conditions, validFrom, validTo }: Rule, position: number): TimedRule {
  const { checkIn, bookedAt, nights, weekdays, nationalities } = conditions;
  return {
    ...{ position, checkIn, bookedAt, nights, weekdays, nationalities },
    validFromMs: validFromMs(validFrom),
    validToMs: validToMs(validTo),
  };
}

function isForSearch(
  rule: TimedRule,
  { checkIn, nights, nationality, bookedAtMs }: SearchFacts,
  arrival: string,
  bookedOn: string,
): boolean {
  if (bookedAtMs < rule.validFromMs || bookedAtMs > rule.validToMs) return false;
  if (rule.nights !== undefined && !isWithin(rule.nights, nights)) return false;
  if (rule.checkIn !== undefined && !isWithin(rule.checkIn, checkIn)) return false;
  if (rule.bookedAt !== undefined && !isWithin(rule.bookedAt, bookedOn)) return false;
  if (rule.weekdays !== undefined && !rule.weekdays.includes(arrival)) return false;
  return rule.nationalities === undefined || rule.nationalities.includes(nationality);
}
