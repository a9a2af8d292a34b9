/**
 * Prices the offers of a search or quote for a partner. Booking declares this interface on its side, and `app/`
 * connects the two.
 */
import { SEARCH_REFUNDABILITIES } from '@serai/contract/booking/cancellation-terms.ts';
import { BOARD_CODES, type BoardCode } from '@serai/contract/shared/lodging.ts';
import { netOfRooms, type OfferPrice, priceRooms, type RoomCost } from './evaluation/price-rooms.ts';
import { type AppliedActions, type RoomScene, type RoomSteps, roomSteps } from './evaluation/room-steps.ts';
import type {
  HotelFacts,
  HotelRules,
  PartnerRules,
  Positions,
  SearchFacts,
  SearchRules,
} from './matching/compile-rules.ts';
import type { Bits } from './matching/rule-set.ts';
import type { Rule } from './rule.ts';

export interface PricedSearch extends Omit<SearchFacts, 'bookedAtMs'> {
  organisationId: string;
  /** The currency of the response. */
  currency: string;
  nowMs: number;
  /** Units of the response currency per unit of `from`. */
  rateFrom(from: string): string | undefined;
}

interface PricedProduct {
  board: BoardCode;
  refundability: string;
  ratePlan?: string | undefined;
}

/** A rule as a quote stores it, with all data that is needed to apply it again. */
export interface FrozenRule {
  ruleId: string;
  version: number;
  action: unknown;
}

export class OfferRules {
  readonly #steps: RoomSteps;
  readonly frozen: { nights: number; currency: string; rules: FrozenRule[]; rates: Record<string, string> };

  /** Throws RangeError if an amount cannot be converted. */
  constructor(rules: readonly Pick<Rule, 'ruleId' | 'version' | 'action'>[], scene: RoomScene) {
    const rates: Record<string, string> = {};
    const rateFrom = (from: string) => {
      const rate = scene.rateFrom(from);
      if (rate !== undefined) rates[from] = rate;
      return rate;
    };
    this.#steps = roomSteps(actionsOf(rules), { ...scene, rateFrom });
    this.frozen = {
      nights: scene.nights,
      currency: scene.currency,
      rules: rules.map(({ ruleId, version, action }) => ({ ruleId, version, action })),
      rates,
    };
  }

  netOf(roomCosts: readonly number[]): number {
    return netOfRooms(this.#steps, roomCosts);
  }

  price(rooms: readonly RoomCost[], leastSellingMinor: number | null): OfferPrice {
    return priceRooms(this.#steps, rooms, leastSellingMinor);
  }
}

export function actionsOf(rules: readonly Pick<Rule, 'action'>[]): AppliedActions {
  const actions: AppliedActions = {};
  for (const { action } of rules) {
    if (action.type === 'MARKUP' || action.type === 'COMMISSION') actions.net = action;
    else if (action.type === 'RETAIL') actions.retail = action;
    else if (action.type === 'ROUND' && action.target === 'NET') actions.roundNet = action;
    else if (action.type === 'ROUND') actions.roundSelling = action;
  }
  return actions;
}

/** The rules of an offer, keyed by a number that combines their positions in the partner's compiled rules. */
type KnownRules = Map<number, OfferRules>;

/**
 * Caches the rules of offers for each compiled set of rules, by currency and nights. Rules with amounts in other
 * currencies are not cached here.
 */
const knownOf = new WeakMap<PartnerRules, Map<string, KnownRules>>();
const MAX_SCENES = 200;

function knownRules(partner: PartnerRules, { currency, nights }: PricedSearch): KnownRules {
  let scenes = knownOf.get(partner);
  if (scenes === undefined || scenes.size >= MAX_SCENES) {
    scenes = new Map();
    knownOf.set(partner, scenes);
  }
  const key = `${currency} ${nights}`;
  let known = scenes.get(key);
  if (known === undefined) {
    known = new Map();
    scenes.set(key, known);
  }
  return known;
}

type FoundRules = OfferRules | 'HIDDEN' | null;

const REFUNDABILITY_COUNT = SEARCH_REFUNDABILITIES.length;
const BOARD_ROWS = new Map<string, number>(BOARD_CODES.map((code, i) => [code, i * REFUNDABILITY_COUNT]));
const REFUNDABILITY_COLUMNS = new Map<string, number>(SEARCH_REFUNDABILITIES.map((name, i) => [name, i]));

/** The rules that match the products of a provider, by board and refundability. */
type ProductRules = (Bits | undefined)[];

/**
 * Finds the rules for the offers of one provider in one hotel. Results are cached, because many offers differ only in
 * their room.
 */
class ProviderPrices {
  readonly #search: SearchPrices;
  readonly #ofHotel: HotelRules;
  readonly #provider: string;
  readonly #products: ProductRules;
  /** By board and refundability. */
  readonly #known: (FoundRules | undefined)[] = [];

  constructor(search: SearchPrices, ofHotel: HotelRules, provider: string, products: ProductRules) {
    this.#search = search;
    this.#ofHotel = ofHotel;
    this.#provider = provider;
    this.#products = products;
  }

  find({ board, refundability, ratePlan }: PricedProduct): FoundRules {
    const row = BOARD_ROWS.get(board);
    const column = REFUNDABILITY_COLUMNS.get(refundability);
    if (ratePlan !== undefined || row === undefined || column === undefined) {
      const ofProduct = this.#search.ofProduct(this.#provider, board, refundability, ratePlan);
      return this.#search.rulesFor(this.#ofHotel, ofProduct);
    }
    const index = row + column;
    const known = this.#known[index];
    if (known !== undefined) return known;
    let ofProduct = this.#products[index];
    if (ofProduct === undefined) {
      ofProduct = this.#search.ofProduct(this.#provider, board, refundability, undefined);
      this.#products[index] = ofProduct;
    }
    const found = this.#search.rulesFor(this.#ofHotel, ofProduct);
    this.#known[index] = found;
    return found;
  }
}

export class SearchPrices {
  readonly #rules: SearchRules;
  readonly #scene: RoomScene;
  readonly #products = new Map<string, ProductRules>();
  /** Cached rules that all searches of a partner share. */
  readonly #shared: KnownRules;
  /** Cached rules that use the exchange rates of this search. */
  readonly #own: KnownRules = new Map();

  private constructor(rules: SearchRules, shared: KnownRules, { currency, nights, rateFrom }: PricedSearch) {
    this.#rules = rules;
    this.#shared = shared;
    this.#scene = { currency, nights, rateFrom };
  }

  /** Returns undefined if no rule can apply to the search. */
  static open(partner: PartnerRules, search: PricedSearch): SearchPrices | undefined {
    const { checkIn, nights, nationality, nowMs } = search;
    const rules = partner.open({ checkIn, nights, nationality, bookedAtMs: nowMs });
    return rules && new SearchPrices(rules, knownRules(partner, search), search);
  }

  at(hotel: HotelFacts, provider: string): ProviderPrices {
    let products = this.#products.get(provider);
    if (products === undefined) {
      products = [];
      this.#products.set(provider, products);
    }
    return new ProviderPrices(this, this.#rules.ofHotel(hotel), provider, products);
  }

  ofProduct(provider: string, board: string, refundability: string, ratePlan: string | undefined): Bits {
    return this.#rules.ofProduct(provider, board, refundability, ratePlan);
  }

  rulesFor(ofHotel: HotelRules, ofProduct: Bits): FoundRules {
    const positions = this.#rules.find(ofHotel, ofProduct);
    return positions[0] >= 0 ? 'HIDDEN' : this.#rulesAt(positions);
  }

  #rulesAt(positions: Positions): OfferRules | null {
    const [, net, roundNet, retail, roundSelling] = positions;
    if (net < 0 && roundNet < 0 && retail < 0 && roundSelling < 0) return null;
    // The key stays below 2^53, because there are at most a few thousand rules.
    const base = this.#rules.size + 1;
    const key = (((net + 1) * base + roundNet + 1) * base + retail + 1) * base + roundSelling + 1;
    const known = this.#shared.get(key) ?? this.#own.get(key);
    if (known !== undefined) return known;
    const at = [net, roundNet, retail, roundSelling];
    const rules = at.flatMap(position => (position < 0 ? [] : (this.#rules.at(position) ?? [])));
    const found = new OfferRules(applied(rules), this.#scene);
    const isExchanged = Object.keys(found.frozen.rates).length > 0;
    (isExchanged ? this.#own : this.#shared).set(key, found);
    return found;
  }
}

/** RETAIL has no effect on an offer with a commission. */
export function applied<R extends Pick<Rule, 'action'>>(rules: readonly R[]): R[] {
  const hasCommission = rules.some(({ action }) => action.type === 'COMMISSION');
  return rules.filter(({ action }) => !hasCommission || action.type !== 'RETAIL');
}

/** Calculates prices for changed room costs, using the rules that the quote froze. */
export function reprice(
  frozen: {
    nights: number;
    currency: string;
    leastSellingMinor: number | null;
    rules: readonly FrozenRule[];
    rates: Readonly<Record<string, string>>;
  },
  roomCosts: readonly number[],
): { roomNets: number[]; netMinor: number; sellingMinor: number } {
  const { nights, currency, rates, leastSellingMinor } = frozen;
  const rules = frozen.rules as readonly Pick<Rule, 'ruleId' | 'version' | 'action'>[];
  const priced = new OfferRules(rules, { nights, currency, rateFrom: from => rates[from] });
  const rooms = roomCosts.map(cost => ({ nightlyMinor: [cost], stayChargeMinor: [] }));
  const { netMinor, sellingMinor, rooms: prices } = priced.price(rooms, leastSellingMinor);
  return { roomNets: prices.map(room => room.netMinor), netMinor, sellingMinor };
}
