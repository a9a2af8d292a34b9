/**
 * Prices the offers of a search or quote for a partner. Booking declares this interface on its side, and `app/` connects
 * the two.
 */
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { netOfRooms, type OfferPrice, priceRooms, type RoomCost } from './evaluation/price-rooms.ts';
import { type AppliedActions, type RoomScene, type RoomSteps, roomSteps } from './evaluation/room-steps.ts';
import type { Positions, SearchFacts, SearchRules } from './matching/compile-rules.ts';
import type { Rule } from './rule.ts';

export interface PricedSearch extends Omit<SearchFacts, 'bookedAtMs'> {
  organisationId: string;
  /** The currency of the response. */
  currency: string;
  nowMs: number;
  /** Units of the response currency per unit of `from`. */
  rateFrom(from: string): string | undefined;
}

interface PricedHotel {
  hotelId: string;
  timeZone: string | null;
  stars?: number | null | undefined;
  chainCode?: string | null | undefined;
  placeIds?: readonly string[] | undefined;
}

interface PricedProduct {
  board: BoardCode;
  refundability: string;
  ratePlan?: string | undefined;
}

/** A rule as a quote stores it, with all that is needed to apply it again. */
export interface FrozenRule {
  ruleId: string;
  version: number;
  action: unknown;
}

/** The rules that apply to an offer. */
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

export class SearchPrices {
  readonly #rules: SearchRules;
  readonly #scene: RoomScene;
  /** By the positions of the rules. A search has few combinations. */
  readonly #known = new Map<string, OfferRules>();

  constructor(rules: SearchRules, { currency, nights, rateFrom }: PricedSearch) {
    this.#rules = rules;
    this.#scene = { currency, nights, rateFrom };
  }

  at(hotel: PricedHotel, provider: string) {
    const ofHotel = this.#rules.ofHotel({
      hotelId: hotel.hotelId,
      timeZone: hotel.timeZone,
      stars: hotel.stars ?? null,
      chainCode: hotel.chainCode ?? null,
      placeIds: hotel.placeIds ?? [],
    });
    return {
      find: ({ board, refundability, ratePlan }: PricedProduct): OfferRules | 'HIDDEN' | null => {
        const ofProduct = this.#rules.ofProduct(provider, board, refundability, ratePlan);
        const positions = this.#rules.find(ofHotel, ofProduct);
        return positions[0] >= 0 ? 'HIDDEN' : this.#rulesAt(positions);
      },
    };
  }

  #rulesAt(positions: Positions): OfferRules | null {
    const [, net, roundNet, retail, roundSelling] = positions;
    if (net < 0 && roundNet < 0 && retail < 0 && roundSelling < 0) return null;
    const key = `${net} ${roundNet} ${retail} ${roundSelling}`;
    let found = this.#known.get(key);
    if (found === undefined) {
      const at = [net, roundNet, retail, roundSelling];
      const rules = at.flatMap(position => (position < 0 ? [] : (this.#rules.at(position) ?? [])));
      found = new OfferRules(applied(rules), this.#scene);
      this.#known.set(key, found);
    }
    return found;
  }
}

/** RETAIL has no effect on an offer with a commission. */
export function applied<R extends Pick<Rule, 'action'>>(rules: readonly R[]): R[] {
  const hasCommission = rules.some(({ action }) => action.type === 'COMMISSION');
  return rules.filter(({ action }) => !hasCommission || action.type !== 'RETAIL');
}

/** Prices other costs of the rooms with the rules that a quote froze. */
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
