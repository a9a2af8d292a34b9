/**
 * Compiles the rules of a partner, so that a search finds the rules for an offer in well under a microsecond.
 * Rules are grouped by step and sorted by precedence. The rules that match a search, a hotel and a product are
 * bit sets. Pure.
 */
import { validFromMs, validToMs } from '@serai/contract/pricing/pricing-rule.ts';
import { dateAt } from '../../platform/time/civil-date.ts';
import { byPrecedence, type Rule, STEPS, stepOf } from '../rule.ts';
import { isWithin, leadDays, weekdayOf } from './match-rule.ts';
import { type Bits, clearBit, firstInBoth, intersect, ListIndex, setBit, wordsFor } from './rule-set.ts';

export interface Partner {
  partnerId: string;
  groups: readonly string[];
}

/** The data that all offers of a search share. */
export interface SearchFacts {
  checkIn: string;
  nights: number;
  nationality: string;
  bookedAtMs: number;
}

export interface HotelFacts {
  hotelId: string;
  timeZone: string | null;
  stars: number | null;
  chainCode: string | null;
  placeIds: readonly string[];
}

const WORD = 32;

/** The compiled rules of one partner. */
export class PartnerRules {
  /** Each step begins at a multiple of 32, so that steps share no words of the bit sets. */
  readonly #rules: (Rule | undefined)[] = [];
  readonly #words: number;
  readonly #stepWords: readonly (readonly [from: number, to: number])[];
  readonly #hotels: HotelIndexes;
  readonly #products: ProductIndexes;

  constructor(rules: readonly Rule[], partner: Partner) {
    const ofPartner = rules.filter(rule => isForPartner(rule, partner)).sort(byPrecedence);
    const stepWords: [number, number][] = [];
    for (const step of STEPS) {
      const from = this.#rules.length / WORD;
      this.#rules.push(...ofPartner.filter(({ action }) => stepOf(action) === step));
      while (this.#rules.length % WORD !== 0) this.#rules.push(undefined);
      stepWords.push([from, this.#rules.length / WORD]);
    }
    this.#stepWords = stepWords;
    this.#words = wordsFor(this.#rules.length);
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

  /** Undefined if no rule can apply to the search. */
  open(search: SearchFacts): SearchRules | undefined {
    const bits = new Uint32Array(this.#words);
    let any = false;
    const arrival = weekdayOf(search.checkIn);
    const bookedOn = dateAt(search.bookedAtMs, 0);
    for (let position = 0; position < this.#rules.length; position++) {
      const rule = this.#rules[position];
      if (rule === undefined || !isForSearch(rule, search, arrival, bookedOn)) continue;
      setBit(bits, position);
      any = true;
    }
    if (!any) return undefined;
    return new SearchRules({
      rules: this.#rules,
      bits,
      stepWords: this.#stepWords,
      hotels: this.#hotels,
      products: this.#products,
      search,
    });
  }

  #has(name: keyof Rule['conditions']): boolean {
    return this.#rules.some(rule => rule?.conditions[name] !== undefined);
  }
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
  /** The rules that match the search. */
  bits: Bits;
  stepWords: readonly (readonly [from: number, to: number])[];
  hotels: HotelIndexes;
  products: ProductIndexes;
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

/** The rules that can apply to the offers of one search. */
export class SearchRules {
  readonly #parts: SearchRulesParts;
  readonly #byHotel = new Map<string, Bits>();
  /**
   * By provider, rate plan, board and refundability. Nested maps, because building a string key would cost more
   * than the lookups.
   */
  readonly #byProduct = new Map<string, Map<string, Map<string, Map<string, Bits>>>>();
  readonly #byStars = new Map<number | null, Bits>();
  readonly #byLeadDays = new Map<number, Bits>();
  readonly #leadByZone = new Map<string | null, number>();

  constructor(parts: SearchRulesParts) {
    this.#parts = parts;
  }

  /** Returns the rules that match a hotel. The result is cached for the search. */
  ofHotel(hotel: HotelFacts): Bits {
    const known = this.#byHotel.get(hotel.hotelId);
    if (known !== undefined) return known;
    const { hotels, chains, places, stars, leadDays: lead } = this.#parts.hotels;
    const bits = this.#parts.bits.slice();
    if (hotels !== undefined) intersect(bits, hotels.matching(hotel.hotelId));
    if (chains !== undefined) intersect(bits, chains.matching(hotel.chainCode));
    if (places !== undefined) intersect(bits, places.matchingAny(hotel.placeIds));
    if (stars.length > 0) intersect(bits, this.#within(this.#byStars, stars, hotel.stars));
    if (lead.length > 0) {
      intersect(bits, this.#within(this.#byLeadDays, lead, this.#leadDays(hotel.timeZone)));
    }
    this.#byHotel.set(hotel.hotelId, bits);
    return bits;
  }

  /**
   * Returns the rules that match a product of a provider, regardless of the hotel. The result is cached for the
   * search.
   */
  ofProduct(provider: string, board: string, refundability: string, ratePlan: string | undefined): Bits {
    const known = inner(inner(inner(this.#byProduct, provider), ratePlan ?? ''), board);
    const found = known.get(refundability);
    if (found !== undefined) return found;
    const { products } = this.#parts;
    const bits = new Uint32Array(this.#parts.bits.length).fill(0xff_ff_ff_ff);
    if (products.providers) intersect(bits, products.providers.matching(provider));
    if (products.boards) intersect(bits, products.boards.matching(board));
    if (products.refundability) intersect(bits, products.refundability.matching(refundability));
    if (products.ratePlans) intersect(bits, products.ratePlans.matching(ratePlan ?? null));
    known.set(refundability, bits);
    return bits;
  }

  /** Finds the first rule of each step that is in both sets. */
  find(hotel: Bits, product: Bits): Positions {
    const { stepWords } = this.#parts;
    const positions = [-1, -1, -1, -1, -1];
    for (let step = 0; step < stepWords.length; step++) {
      const [from, to] = stepWords[step] as readonly [number, number];
      if (from < to) positions[step] = firstInBoth(hotel, product, from, to);
    }
    return positions as unknown as Positions;
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

  #within<T extends number | null>(known: Map<T, Bits>, ranged: readonly Ranged[], value: T): Bits {
    let bits = known.get(value);
    if (bits === undefined) {
      bits = new Uint32Array(this.#parts.bits.length).fill(0xff_ff_ff_ff);
      for (const { position, range } of ranged) if (!isWithin(range, value)) clearBit(bits, position);
      known.set(value, bits);
    }
    return bits;
  }
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

function isForSearch(
  { conditions, validFrom, validTo }: Rule,
  { checkIn, nights, nationality, bookedAtMs }: SearchFacts,
  arrival: string,
  bookedOn: string,
): boolean {
  if (validFrom !== null && bookedAtMs < validFromMs(validFrom)) return false;
  if (validTo !== null && bookedAtMs > validToMs(validTo)) return false;
  const { weekdays, nationalities } = conditions;
  if (conditions.checkIn !== undefined && !isWithin(conditions.checkIn, checkIn)) return false;
  if (conditions.bookedAt !== undefined && !isWithin(conditions.bookedAt, bookedOn)) return false;
  if (conditions.nights !== undefined && !isWithin(conditions.nights, nights)) return false;
  if (weekdays !== undefined && !(weekdays as readonly string[]).includes(arrival)) return false;
  return nationalities === undefined || nationalities.includes(nationality);
}
