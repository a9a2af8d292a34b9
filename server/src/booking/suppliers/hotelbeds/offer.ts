/** Combines rates into offers for all rooms of a request. Each rate is for one party. Pure. */
import { createHash } from 'node:crypto';
import type {
  PenaltyStart,
  SuppliedCharge,
  SuppliedOffer,
  SuppliedPolicy,
  SuppliedRoom,
  SuppliedText,
} from '../../port/supplied-offer.ts';
import type { Party } from './parties.ts';
import type { Penalty, Rate } from './rate.ts';

export interface OfferContext {
  hotelCode: number;
  currency: string;
  nowMs: number;
}

const MAX_KEY = 64;
const NO_CHARGES: SuppliedRoom['stayCharges'] = [];

function offerKey(hotelCode: number, identity: string): string {
  const text = `${hotelCode}|${identity}`;
  return text.length <= MAX_KEY ? text : createHash('sha256').update(text).digest('base64url');
}

/** One rate per party, in the order of the parties. */
export type Combination = readonly Rate[];

/**
 * For a single party, returns the cheapest rate of each identity. For several parties, returns the cheapest combination
 * for each board and refundability, and also for each board, refundability and room that all parties can have.
 */
export function combineRates(ratesByParty: readonly (readonly Rate[])[], nowMs: number): Combination[] {
  const lists = ratesByParty.map(rates => cheapestOfEach(rates, ({ identity }) => identity));
  const [only, other] = lists;
  if (only === undefined) return [];
  if (other === undefined) return only.map(rate => [rate]);
  const classOf = (rate: Rate) => `${rate.boardCode}|${isRefundable(rate, nowMs)}`;
  const combinations = [
    ...combineBy(lists, classOf),
    ...combineBy(lists, rate => `${rate.roomCode}|${classOf(rate)}`),
  ];
  const distinct = new Map(combinations.map(each => [each.map(({ key }) => key).join('&'), each]));
  return [...distinct.values()].sort((a, b) => netOf(a) - netOf(b));
}

/** Returns one combination for each value of `keyOf` that occurs for all parties, with each party's cheapest rate. */
function combineBy(lists: readonly (readonly Rate[])[], keyOf: (rate: Rate) => string): Combination[] {
  const maps = lists.map(rates => new Map(cheapestOfEach(rates, keyOf).map(rate => [keyOf(rate), rate])));
  return [...(maps[0]?.keys() ?? [])].flatMap(key => {
    const rates = maps.flatMap(map => map.get(key) ?? []);
    return rates.length === maps.length ? [rates] : [];
  });
}

function cheapestOfEach(rates: readonly Rate[], keyOf: (rate: Rate) => string): Rate[] {
  const cheapest = new Map<string, Rate>();
  for (const rate of rates) {
    const key = keyOf(rate);
    const known = cheapest.get(key);
    if (known === undefined || rate.netMinor < known.netMinor) cheapest.set(key, rate);
  }
  return [...cheapest.values()].sort((a, b) => a.netMinor - b.netMinor);
}

function isRefundable({ penalties }: Rate, nowMs: number): string {
  if (penalties === null) return 'UNKNOWN';
  return penalties.some(({ atMs }) => atMs <= nowMs) ? 'NO' : 'YES';
}

function netOf(rates: Combination): number {
  return rates.reduce((sum, { netMinor }) => sum + netMinor, 0);
}

export function buildOffer(
  rates: Combination,
  parties: readonly Party[],
  context: OfferContext,
): SuppliedOffer {
  const { hotelCode, currency, nowMs } = context;
  const first = rates[0];
  if (first === undefined) throw new RangeError('An offer has at least one rate.');
  const isOne = rates.length === 1;
  return {
    rateKey: isOne
      ? offerKey(hotelCode, first.identity)
      : offerKey(hotelCode, rates.map(({ identity }) => identity).join('&')),
    board: first.board,
    payment: 'MERCHANT',
    currency,
    rooms: roomsOf(rates, parties),
    sellingMinor: isOne ? first.sellingMinor : sumSelling(rates),
    charges: isOne ? first.charges : mergeCharges(rates.flatMap(({ charges }) => charges)),
    policy: isOne
      ? policyOfRate(first.penalties, nowMs)
      : policyOf(
          rates.map(({ penalties }) => penalties),
          nowMs,
        ),
    promotions: isOne ? first.promotions : distinctTexts(rates.flatMap(({ promotions }) => promotions)),
  };
}

/** Returns null if a rate has no selling price. */
function sumSelling(rates: Combination): number | null {
  let sum = 0;
  for (const { sellingMinor } of rates) {
    if (sellingMinor === null) return null;
    sum += sellingMinor;
  }
  return sum;
}

/** Divides the price of a rate evenly among its rooms. The remainder is added to the first rooms. */
function roomsOf(rates: Combination, parties: readonly Party[]): SuppliedRoom[] {
  const rooms: SuppliedRoom[] = [];
  for (let index = 0; index < rates.length; index += 1) {
    const rate = rates[index];
    const positions = parties[index]?.positions ?? [];
    if (rate === undefined) continue;
    const share = Math.floor(rate.netMinor / positions.length);
    const remainder = rate.netMinor - share * positions.length;
    for (let order = 0; order < positions.length; order += 1) {
      rooms[positions[order] ?? 0] = {
        roomCode: null,
        name: rate.roomName,
        supplierRoomCode: rate.roomCode,
        allotment: rate.allotment,
        nightlyMinor: rate.nightlyMinor,
        totalMinor: share + (order < remainder ? 1 : 0),
        stayCharges: NO_CHARGES,
      };
    }
  }
  return rooms;
}

/**
 * Combines the terms of all rates: from each deadline on, the sum of the penalties that apply then. Penalties that already apply at
 * `nowMs` apply from the beginning. UNKNOWN if a rate has no terms.
 */
export function policyOf(terms: readonly (readonly Penalty[] | null)[], nowMs: number): SuppliedPolicy {
  const known = terms.flatMap(penalties => (penalties === null ? [] : [penalties]));
  if (known.length !== terms.length || known.length === 0) return { kind: 'UNKNOWN' };
  const times = new Set(known.flatMap(penalties => penalties.map(({ atMs }) => Math.max(atMs, nowMs))));
  const penalties = [...times]
    .sort((a, b) => a - b)
    .map(atMs => {
      const from: PenaltyStart = atMs <= nowMs ? { kind: 'ALWAYS' } : { kind: 'INSTANT', atMs };
      const penaltyMinor = known.reduce((sum, each) => sum + penaltyAt(each, atMs), 0);
      return { from, penaltyMinor };
    });
  return { kind: 'KNOWN', penalties, noShowMinor: null };
}

/** Faster for the usual case of one rate with one penalty. */
function policyOfRate(penalties: readonly Penalty[] | null, nowMs: number): SuppliedPolicy {
  const penalty = penalties?.[0];
  if (penalty === undefined || penalties?.length !== 1) return policyOf([penalties], nowMs);
  const { atMs, minor } = penalty;
  const from: PenaltyStart = atMs <= nowMs ? { kind: 'ALWAYS' } : { kind: 'INSTANT', atMs };
  return { kind: 'KNOWN', penalties: [{ from, penaltyMinor: minor }], noShowMinor: null };
}

/** Penalties are in ascending order. A later one replaces the earlier ones. */
function penaltyAt(penalties: readonly Penalty[], atMs: number): number {
  let minor = 0;
  for (const penalty of penalties) if (penalty.atMs <= atMs) minor = penalty.minor;
  return minor;
}

/** Adds up the amounts of charges of the same kind in several rates. */
function mergeCharges(charges: readonly SuppliedCharge[]): SuppliedCharge[] {
  const merged = new Map<string, SuppliedCharge>();
  for (const charge of charges) {
    const { code, type, collection, percent = '', local, amountMinor } = charge;
    const key = [code, type, collection, percent, local?.currency, amountMinor === null].join('|');
    const known = merged.get(key);
    if (known === undefined) merged.set(key, charge);
    else merged.set(key, addCharges(known, charge));
  }
  return [...merged.values()];
}

function addCharges(first: SuppliedCharge, second: SuppliedCharge): SuppliedCharge {
  const { amountMinor, local } = first;
  return {
    ...first,
    amountMinor:
      amountMinor === null || second.amountMinor === null ? null : amountMinor + second.amountMinor,
    ...(local && { local: { ...local, amountMinor: local.amountMinor + (second.local?.amountMinor ?? 0) } }),
  };
}

function distinctTexts(texts: readonly SuppliedText[]): SuppliedText[] {
  return [...new Map(texts.map(text => [text.code, text])).values()];
}
