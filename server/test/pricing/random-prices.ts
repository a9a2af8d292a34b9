/**
 * Random offers and rules from a seed. Much faster than fast-check, so that a test can compare a hundred thousand
 * offers.
 */
import { BOARD_CODES } from '@serai/contract/shared/lodging.ts';
import type { Exchange } from '../../src/booking/offers/priced-offer.ts';
import {
  offerNetMinor,
  type PenaltyStart,
  roomNetMinor,
  type SuppliedCharge,
  type SuppliedOffer,
  type SuppliedRoom,
} from '../../src/booking/port/supplied-offer.ts';
import type { Rule } from '../../src/pricing/rule.ts';

export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 to 1, excluding 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  /** Returns true with a probability of one in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  list<T>(max: number, make: () => T): T[] {
    return Array.from({ length: this.below(max + 1) }, make);
  }

  some<T>(values: readonly T[]): T[] {
    const chosen = values.filter(() => this.once(2));
    return chosen.length === 0 ? [this.pick(values)] : chosen;
  }
}

export const CURRENCIES = ['EUR', 'JPY', 'KWD', 'USD'] as const;
export const PROVIDERS = ['own', 'test-1', 'test-2'] as const;
/** Units of each currency per euro. */
const PER_EURO: Record<string, number> = { EUR: 1, USD: 1.1745, JPY: 184.05, KWD: 0.3608 };
const DECIMALS: Record<string, number> = { JPY: 0, KWD: 3, EUR: 2, USD: 2 };

export function randomRate(random: Random, from: string, to: string): string {
  const rate = ((PER_EURO[to] as number) / (PER_EURO[from] as number)) * (0.9 + random.next() / 5);
  return rate.toFixed(random.pick([2, 4, 7, 12]));
}

const AMOUNTS = [0, 1, 7, 99, 100, 10_000, 123_457, 9_999_999] as const;

function amount(random: Random): number {
  return random.once(4) ? random.pick(AMOUNTS) : random.below(random.pick([100, 40_000, 2_000_000]));
}

/** Some suppliers report no nightly prices. */
function randomRoom(random: Random, nights: number): SuppliedRoom {
  const room = {
    roomCode: random.pick(['DBL', 'SGL', 'FAM']),
    allotment: null,
    nightlyMinor: Array.from({ length: nights }, () => amount(random)),
    stayCharges: random.list(2, () => ({
      code: 'CLEANING_FEE',
      description: '',
      amountMinor: amount(random),
    })),
  };
  return random.once(5) ? { ...room, nightlyMinor: null, totalMinor: roomNetMinor(room) } : room;
}

export interface RandomOffer {
  offer: SuppliedOffer;
  nights: number;
  exchange: Exchange | null;
}

export function randomOffer(random: Random): RandomOffer {
  const nights = 1 + random.below(5);
  const [from, to] = [random.pick(CURRENCIES), random.pick(CURRENCIES)];
  const rooms = Array.from({ length: 1 + random.below(3) }, () => randomRoom(random, nights));
  const netMinor = offerNetMinor({ rooms });
  const share = () => random.pick([0, 1, netMinor, netMinor + 1, Math.floor(netMinor * random.next())]);
  const rate = from === to ? undefined : randomRate(random, from, to);
  return {
    nights,
    exchange: rate === undefined ? null : { from, to, rate, asOfMs: 0 },
    offer: {
      rateKey: 'r',
      board: random.pick(BOARD_CODES),
      payment: 'MERCHANT',
      currency: from,
      rooms,
      sellingMinor: random.once(2) ? null : netMinor + share(),
      charges: random.list(2, () => charge(random)),
      policy: random.once(10)
        ? { kind: 'UNKNOWN' }
        : {
            kind: 'KNOWN',
            penalties: random.list(4, () => ({ from: start(random), penaltyMinor: share() })),
            noShowMinor: random.once(2) ? null : share(),
          },
      promotions: [],
    },
  };
}

function charge(random: Random): SuppliedCharge {
  return {
    code: 'VAT',
    description: '',
    type: 'TAX',
    basis: 'PER_STAY',
    amountMinor: amount(random),
    collection: random.pick(['INCLUDED', 'PAY_AT_PROPERTY']),
  };
}

function start(random: Random): PenaltyStart {
  if (random.once(3)) return { kind: 'ALWAYS' };
  return { kind: 'INSTANT', atMs: Date.UTC(2027, 0, 1 + random.below(60)) };
}

function percentText(random: Random, max: number): string {
  const decimals = random.below(5);
  const text = (random.next() * max).toFixed(decimals);
  return random.once(8) ? '0' : text;
}

function money(random: Random, isNegative: boolean): { amount: string; currency: string } {
  const currency = random.pick(CURRENCIES);
  const value = (random.next() * 20 * (PER_EURO[currency] as number)).toFixed(DECIMALS[currency] as number);
  return { amount: isNegative && !/^[0.]+$/.test(value) ? `-${value}` : value, currency };
}

export function randomAction(random: Random): Rule['action'] {
  const allowLoss = random.once(3);
  const isNegative = allowLoss && random.once(2);
  const maybe = <T>(make: () => T): T | undefined => (random.once(2) ? make() : undefined);
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2: {
      const percent = maybe(() => `${isNegative ? '-' : ''}${percentText(random, isNegative ? 100 : 60)}`);
      const amountPerRoomNight = maybe(() => money(random, isNegative));
      const minimumPerRoomNight = maybe(() => money(random, isNegative));
      const maximumPerRoomNight = maybe(() => money(random, isNegative));
      return {
        type: 'MARKUP',
        ...(percent !== undefined && { percent }),
        ...(amountPerRoomNight && { amountPerRoomNight }),
        ...(minimumPerRoomNight && { minimumPerRoomNight }),
        ...(maximumPerRoomNight && { maximumPerRoomNight }),
        ...(allowLoss && { allowLoss }),
      };
    }
    case 3:
    case 4:
      return {
        type: 'COMMISSION',
        percent: percentText(random, 40),
        sellingPercent: percentText(random, 80),
        ...(allowLoss && { allowLoss }),
      };
    case 5:
      return { type: 'RETAIL', percent: percentText(random, 50) };
    case 6:
      return {
        type: 'ROUND',
        target: random.pick(['NET', 'SELLING']),
        to: random.pick(['0.05', '0.50', '1', '5']),
        mode: random.pick(['UP', 'NEAREST']),
      };
    default:
      return random.once(4) ? { type: 'HIDE' } : { type: 'RETAIL', percent: percentText(random, 5) };
  }
}

const REFUNDABILITIES = ['REFUNDABLE', 'PARTIALLY_REFUNDABLE', 'NON_REFUNDABLE', 'UNKNOWN'] as const;

export function randomRules(random: Random, max: number): Rule[] {
  return random
    .list(max, () => random.below(1_000))
    .map((age, i) => ({
      ruleId: `prc_${i}`,
      version: 1,
      name: `Rule ${i}`,
      priority: random.below(3),
      validFrom: null,
      validTo: null,
      age: age * 10 + i,
      conditions: {
        ...(random.once(4) && { boards: random.some(BOARD_CODES) }),
        ...(random.once(4) && { refundability: random.some(REFUNDABILITIES) }),
        ...(random.once(5) && { providers: random.some(PROVIDERS) }),
        ...(random.once(5) && { nights: { from: 1 + random.below(5) } }),
        ...(random.once(5) && { stars: { from: random.below(4), to: 4 } }),
      },
      action: randomAction(random),
    }));
}
