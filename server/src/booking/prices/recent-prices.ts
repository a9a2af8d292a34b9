/**
 * The recent prices of suppliers by hotel and length of stay, in memory and bounded. Prices are stored for each partner
 * separately, so a partner that searches for unusual stays affects only its own comparisons. If the limit is reached,
 * the oldest stay of the partner with the most stays is evicted, so a partner with very many searches evicts its own
 * prices first.
 */
import { MIN_RECENT, typicalPrice } from './plausible-price.ts';

const DAY_MS = 86_400_000;
/** About 45 MB with three suppliers for each stay. */
const MAX_STAYS = 25_000;
/** For each supplier and stay. */
const MAX_SAMPLES = 7;
/**
 * Older prices no longer count. After a lasting change in the price level, they therefore stop offers for no longer
 * than this.
 */
const RECENT_MS = 3 * DAY_MS;

export interface Sample {
  /** Days from 1970 to the arrival date. Each date counts once, so that repeating a search adds nothing. */
  day: number;
  /** Cost of the stay divided by the number of rooms. */
  roomPrice: number;
  atMs: number;
}

/** Three numbers per sample: the arrival date in days, the price and the time. Objects would take three times the memory. */
const FIELDS = 3;
const PRICE = 1;
const TIME = 2;

/** The recent prices of all suppliers for one hotel, length of stay and currency. */
export class StayPrices {
  /** Few suppliers sell one hotel, so searching a list is faster and smaller than a map. */
  readonly #codes: string[] = [];
  readonly #samples: number[][] = [];

  /** Adds a price. It replaces the price of the same arrival date or, if the list is full, the oldest price. */
  add(provider: string, { day, roomPrice, atMs }: Sample): void {
    let of = this.#codes.indexOf(provider);
    if (of === -1) {
      of = this.#codes.push(provider) - 1;
      this.#samples.push([]);
    }
    const samples = this.#samples[of] as number[];
    let at = findDay(samples, day);
    if (at === -1 && samples.length === MAX_SAMPLES * FIELDS) at = findOldest(samples);
    if (at === -1) {
      samples.push(day, roomPrice, atMs);
      return;
    }
    samples[at] = day;
    samples[at + PRICE] = roomPrice;
    samples[at + TIME] = atMs;
  }

  get providers(): readonly string[] {
    return this.#codes;
  }

  /** Returns null if there are too few recent prices. */
  median(provider: string, nowMs: number): number | null {
    const samples = this.#of(provider);
    const prices: number[] = [];
    for (let at = 0; at < samples.length; at += FIELDS) {
      if ((samples[at + TIME] as number) > nowMs - RECENT_MS) prices.push(samples[at + PRICE] as number);
    }
    if (prices.length < MIN_RECENT) return null;
    return typicalPrice(prices);
  }

  /** Returns the last price for this arrival date, otherwise the median, or null if neither is known. */
  priceOn(provider: string, day: number, nowMs: number): number | null {
    const samples = this.#of(provider);
    const at = findDay(samples, day);
    const isRecent = at !== -1 && (samples[at + TIME] as number) > nowMs - RECENT_MS;
    return isRecent ? (samples[at + PRICE] as number) : this.median(provider, nowMs);
  }

  #of(provider: string): readonly number[] {
    return this.#samples[this.#codes.indexOf(provider)] ?? [];
  }
}

export function dayOf(checkIn: string): number {
  return Date.parse(checkIn) / DAY_MS;
}

function findDay(samples: readonly number[], day: number): number {
  for (let at = 0; at < samples.length; at += FIELDS) if (samples[at] === day) return at;
  return -1;
}

function findOldest(samples: readonly number[]): number {
  let oldest = 0;
  for (let at = 0; at < samples.length; at += FIELDS) {
    if ((samples[at + TIME] as number) < (samples[oldest + TIME] as number)) oldest = at;
  }
  return oldest;
}

export class RecentPrices {
  readonly #maxStays: number;
  /** By partner. The stays of a partner are in the order in which they were last opened. */
  readonly #partners = new Map<string, Map<string, StayPrices>>();
  /** The partners by their number of stays, so that the one with the most stays is found without reading all others. */
  readonly #bySize = new Map<number, Set<string>>();
  #largestSize = 0;
  #size = 0;

  constructor(maxStays = MAX_STAYS) {
    this.#maxStays = maxStays;
  }

  get size(): number {
    return this.#size;
  }

  find(organisationId: string, stay: string): StayPrices | undefined {
    return this.#partners.get(organisationId)?.get(stay);
  }

  /** Returns the prices of a stay, so that some can be added. The stay then counts as the newest of the partner. */
  open(organisationId: string, stay: string): StayPrices {
    const known = this.find(organisationId, stay);
    if (known === undefined && this.#size >= this.#maxStays) this.#evict();
    const stays = this.#partners.get(organisationId) ?? new Map<string, StayPrices>();
    this.#partners.set(organisationId, stays);
    const sizeBefore = stays.size;
    stays.delete(stay);
    const prices = known ?? new StayPrices();
    stays.set(stay, prices);
    this.#resize(organisationId, sizeBefore, stays.size);
    return prices;
  }

  #evict(): void {
    const [largest] = this.#bySize.get(this.#largestSize) ?? [];
    const stays = largest === undefined ? undefined : this.#partners.get(largest);
    const [oldest] = stays?.keys() ?? [];
    if (largest === undefined || stays === undefined || oldest === undefined) return;
    const sizeBefore = stays.size;
    stays.delete(oldest);
    if (stays.size === 0) this.#partners.delete(largest);
    this.#resize(largest, sizeBefore, stays.size);
  }

  /** Sizes change by at most one, so the largest size does too. */
  #resize(organisationId: string, before: number, after: number): void {
    if (before === after) return;
    this.#size += after - before;
    const left = this.#bySize.get(before);
    left?.delete(organisationId);
    if (left?.size === 0) this.#bySize.delete(before);
    if (after > 0) {
      const joined = this.#bySize.get(after) ?? new Set();
      this.#bySize.set(after, joined.add(organisationId));
    }
    if (after > this.#largestSize || !this.#bySize.has(this.#largestSize)) this.#largestSize = after;
  }
}
