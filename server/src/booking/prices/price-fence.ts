/**
 * Keeps offers with implausible prices from being sold, and counts and logs them. Applies to external suppliers. The prices of own
 * inventory are the operator's decision, and those of the test providers are generated, so neither is checked or compared with.
 */
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MappingAlarms } from '../mapping-alarms.ts';
import type { ComparableOffer } from '../offers/comparable-offer.ts';
import type { StayRequest } from '../port/supplier.ts';
import type { Provider, Providers } from '../provider.ts';
import { providerLabel, providerLabels } from '../providers/accounts/provider-label.ts';
import type { HotelFinding } from '../search/comparable-results.ts';
import { type Direction, judgePrice, type Median, medianOf, typicalPrice } from './plausible-price.ts';
import { RecentPrices, type StayPrices } from './recent-prices.ts';

const STAGES = ['search', 'quote', 'booking'] as const;
const DIRECTIONS: readonly Direction[] = ['above', 'below'];
/** One line for each provider and direction within this time. */
const LOG_PAUSE_MS = 10 * 60_000;

/** Whose prices are compared. */
export interface PricedStay extends Pick<StayRequest, 'checkIn' | 'checkOut' | 'occupancies'> {
  organisationId: string;
  testMode: boolean;
  /** The currency of all compared prices. */
  currency: string;
}

interface CheckedPrice {
  provider: Provider;
  hotelId: string;
  stay: PricedStay;
  /** The cost of all rooms, in the currency of the stay. */
  costMinor: number;
  /** The cost of the same offer when it was shown. Counts as the supplier's own recent price if there are no others. */
  shownMinor?: number | undefined;
}

interface FenceParts {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: Providers;
  alarms: MappingAlarms;
}

export class PriceFence {
  readonly #parts: FenceParts;
  readonly #recent = new RecentPrices();
  readonly #count: (found: Omission) => void;
  /** When an omission was last logged, and how many there have been since. */
  readonly #logged = new Map<string, { atMs: number; unlogged: number }>();

  constructor(parts: FenceParts) {
    this.#parts = parts;
    const counter = parts.metrics.counter(
      'serai_implausible_prices_total',
      'Offers that were not sold because their price is far from the prices that it was compared with.',
      {
        environment: ENVIRONMENTS,
        provider: providerLabels(parts.providers),
        stage: STAGES,
        direction: DIRECTIONS,
      },
    );
    this.#count = ({ environment, provider, stage, direction }) =>
      counter.add(counter.series(environment, providerLabel(provider), stage, direction));
  }

  /** Removes implausible offers from the findings, and remembers the prices of all others. */
  checkSearch(
    stay: PricedStay,
    providers: readonly Provider[],
    findings: ReadonlyMap<string, HotelFinding>,
  ): void {
    const checked = new Set(providers.filter(isChecked).map(({ code }) => code));
    if (checked.size === 0) return;
    for (const [hotelId, finding] of findings) {
      const pricesOf = pricesByProvider(finding.offers, checked);
      if (pricesOf.size > 0) this.#checkHotel(stay, hotelId, finding, pricesOf);
    }
  }

  /** Returns whether the price may be sold. */
  isPlausible(stage: 'quote' | 'booking', price: CheckedPrice): boolean {
    const { provider, hotelId, stay, costMinor, shownMinor } = price;
    if (!isChecked(provider)) return true;
    const nowMs = this.#parts.clock.nowMs();
    const rooms = stay.occupancies.length;
    const known = this.#recent.find(stay.organisationId, stayKey(stay, hotelId));
    const others = (known?.providers ?? []).flatMap(code => {
      const roomPrice = code === provider.code ? null : known?.priceOn(code, stay.checkIn, nowMs);
      return roomPrice == null ? [] : roomPrice * rooms;
    });
    const own = known?.median(provider.code, nowMs) ?? null;
    const recent = own === null ? (shownMinor ?? null) : own * rooms;
    const median = medianOf({ others, recent });
    const direction = median && judgePrice(costMinor, median);
    if (median === undefined || direction === undefined) return true;
    this.#omit({ stage, provider: provider.code, hotelId, stay, direction, costMinor, median });
    return false;
  }

  #checkHotel(
    stay: PricedStay,
    hotelId: string,
    finding: HotelFinding,
    pricesOf: ReadonlyMap<string, readonly number[]>,
  ): void {
    const { organisationId, checkIn, occupancies } = stay;
    const nowMs = this.#parts.clock.nowMs();
    const key = stayKey(stay, hotelId);
    const known = this.#recent.find(organisationId, key);
    const implausible = new Map<string, Median>();
    for (const [provider, prices] of pricesOf) {
      const typical = typicalPrice(prices);
      const others = otherPrices(pricesOf, provider);
      const median = medianOf({ others, recent: recentOf(known, provider, occupancies.length, nowMs) });
      if (median !== undefined && !areAll(prices, median)) implausible.set(provider, median);
      // An implausible price level is not remembered. Otherwise it would soon be the one to compare with.
      if (median === undefined || judgePrice(typical, median) === undefined) {
        const roomPrice = typical / occupancies.length;
        this.#recent.add(organisationId, key, provider, { checkIn, roomPrice, atMs: nowMs });
      }
      this.#watchMapping(stay, hotelId, provider, typical, others);
    }
    if (implausible.size > 0) this.#remove(stay, hotelId, finding, implausible);
  }

  #remove(
    stay: PricedStay,
    hotelId: string,
    finding: HotelFinding,
    implausible: ReadonlyMap<string, Median>,
  ): void {
    finding.offers = finding.offers.filter(({ provider, costMinor }) => {
      const median = implausible.get(provider);
      const direction = median && judgePrice(costMinor, median);
      if (median === undefined || direction === undefined) return true;
      this.#omit({ stage: 'search', provider, hotelId, stay, direction, costMinor, median });
      finding.reasons.push('PROVIDER_ERROR');
      return false;
    });
  }

  /** A price level that is far from those of several other suppliers may belong to another hotel. */
  #watchMapping(
    stay: PricedStay,
    hotelId: string,
    provider: string,
    typical: number,
    others: readonly number[],
  ): void {
    const { alarms } = this.#parts;
    const median = medianOf({ others, recent: null });
    if (median === undefined) return;
    if (!alarms.isFarPrice(typical, median.lower) || !alarms.isFarPrice(typical, median.upper)) return;
    const environment = environmentOf(stay);
    alarms.reportFarPrice({ environment, provider, hotelId }, `${stay.checkIn} ${stay.checkOut}`);
  }

  #omit(omission: Omit<Omission, 'environment'>): void {
    const { clock, log } = this.#parts;
    const { provider, direction, stage, hotelId, stay, costMinor, median } = omission;
    const environment = environmentOf(stay);
    this.#count({ ...omission, environment });
    const key = `${environment} ${provider} ${direction}`;
    const nowMs = clock.monotonicMs();
    const last = this.#logged.get(key);
    if (last !== undefined && nowMs - last.atMs < LOG_PAUSE_MS) {
      last.unlogged++;
      return;
    }
    this.#logged.set(key, { atMs: nowMs, unlogged: 0 });
    const { checkIn, checkOut, currency, occupancies } = stay;
    log.warn(
      {
        environment,
        provider,
        stage,
        hotelId,
        checkIn,
        checkOut,
        rooms: occupancies.length,
        currency,
        costMinor,
        medianMinor: median.lower,
        unlogged: last?.unlogged ?? 0,
      },
      `did not sell an offer whose price is far ${direction} the prices that it was compared with`,
    );
  }
}

interface Omission {
  environment: Environment;
  stage: (typeof STAGES)[number];
  provider: string;
  hotelId: string;
  stay: PricedStay;
  direction: Direction;
  costMinor: number;
  median: Median;
}

/** Suppliers with their own hotel ids are external. */
function isChecked({ supplier }: Provider): boolean {
  return supplier.needsMapping === true;
}

function environmentOf({ testMode }: PricedStay): Environment {
  return testMode ? 'sandbox' : 'production';
}

/** Recent prices are kept by currency, so that no exchange rate comes between them. */
function stayKey({ testMode, checkIn, checkOut, currency }: PricedStay, hotelId: string): string {
  return `${testMode ? 'test' : 'live'} ${hotelId} ${nightsBetween(checkIn, checkOut)} ${currency}`;
}

/** Sorted, so that the typical price and both extremes are known. */
function pricesByProvider(
  offers: readonly ComparableOffer[],
  checked: ReadonlySet<string>,
): Map<string, number[]> {
  const pricesOf = new Map<string, number[]>();
  for (const { provider, costMinor } of offers) {
    if (!checked.has(provider)) continue;
    const prices = pricesOf.get(provider);
    if (prices === undefined) pricesOf.set(provider, [costMinor]);
    else prices.push(costMinor);
  }
  for (const prices of pricesOf.values()) prices.sort((a, b) => a - b);
  return pricesOf;
}

function otherPrices(pricesOf: ReadonlyMap<string, readonly number[]>, provider: string): number[] {
  const others: number[] = [];
  for (const [code, prices] of pricesOf) if (code !== provider) others.push(typicalPrice(prices));
  return others;
}

function recentOf(
  known: StayPrices | undefined,
  provider: string,
  rooms: number,
  nowMs: number,
): number | null {
  const roomPrice = known?.median(provider, nowMs) ?? null;
  return roomPrice === null ? null : roomPrice * rooms;
}

/** Whether all of the sorted prices are plausible. */
function areAll(prices: readonly number[], median: Median): boolean {
  const highest = prices[prices.length - 1] as number;
  return judgePrice(prices[0] as number, median) === undefined && judgePrice(highest, median) === undefined;
}
