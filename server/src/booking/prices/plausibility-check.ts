/**
 * Prevents the sale of offers with implausible prices, and counts and logs them. Applies to external suppliers. The prices of own
 * inventory are the operator's decision, and those of the test providers are generated, so they are neither checked nor
 * used for comparison.
 */
import type { UnavailableReason } from '@serai/contract/booking/availability.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MappingAlarms } from '../mapping-alarms.ts';
import type { ComparableOffer, HiddenOffer } from '../offers/comparable-offer.ts';
import type { StayRequest } from '../port/supplier.ts';
import type { Provider, Providers } from '../provider.ts';
import { providerLabel, providerLabels } from '../providers/accounts/provider-label.ts';
import { type Direction, judgePrice, type Median, medianOf, typicalPrice } from './plausible-price.ts';
import { dayOf, RecentPrices, type StayPrices } from './recent-prices.ts';

/** A booking books what was quoted, so its price is not compared again. */
const STAGES = ['search', 'quote'] as const;
const DIRECTIONS: readonly Direction[] = ['above', 'below'];
/** At most one log line for each environment, provider and direction is written within this time. */
const LOG_PAUSE_MS = 10 * 60_000;

export interface PricedStay extends Pick<StayRequest, 'checkIn' | 'checkOut' | 'occupancies'> {
  organisationId: string;
  testMode: boolean;
  /** The currency of all compared prices. */
  currency: string;
}

/** The offers found for one hotel, and why others are missing. */
interface CheckedFinding {
  offers: ComparableOffer[];
  hidden: readonly HiddenOffer[];
  reasons: UnavailableReason[];
}

interface CheckedHotel {
  stay: PricedStay;
  hotelId: string;
  recent: StayPrices;
  /** Days from 1970 to the arrival date. */
  day: number;
  nowMs: number;
}

interface CheckedPrice {
  provider: Provider;
  hotelId: string;
  stay: PricedStay;
  /** The cost of all rooms, in the currency of the stay. */
  costMinor: number;
  /**
   * The cost of the same offer when it was shown. Counts as the supplier's own recent price if too few of them are
   * known.
   */
  shownMinor?: number | undefined;
}

interface CheckParts {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  providers: Providers;
  alarms: MappingAlarms;
}

export class PlausibilityCheck {
  readonly #parts: CheckParts;
  readonly #recent = new RecentPrices();
  readonly #count: (found: Omission) => void;
  /** When an omission was last logged, and how many there have been since. */
  readonly #logged = new Map<string, { atMs: number; unlogged: number }>();

  constructor(parts: CheckParts) {
    this.#parts = parts;
    const counter = parts.metrics.counter(
      'serai_implausible_prices_total',
      'Offers that were not sold because of an implausible price.',
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

  /**
   * Removes implausible offers from the findings. Stores the typical price of each provider, unless it is implausible.
   * Offers that a pricing rule hides count too, because a rule says nothing about the prices of the supplier.
   */
  checkSearch(
    stay: PricedStay,
    providers: readonly Provider[],
    findings: ReadonlyMap<string, CheckedFinding>,
  ): void {
    const checked = new Set(providers.filter(isChecked).map(({ code }) => code));
    if (checked.size === 0) return;
    const keyOf = stayKeys(stay);
    const facts = { stay, day: dayOf(stay.checkIn), nowMs: this.#parts.clock.nowMs() };
    for (const [hotelId, finding] of findings) {
      const levels = levelsOf(finding, checked);
      if (levels.length === 0) continue;
      const recent = this.#recent.open(stay.organisationId, keyOf(hotelId));
      this.#checkHotel({ ...facts, hotelId, recent }, finding, levels);
    }
  }

  isPlausible(price: CheckedPrice): boolean {
    const { provider, hotelId, stay, costMinor, shownMinor } = price;
    if (!isChecked(provider)) return true;
    const nowMs = this.#parts.clock.nowMs();
    const rooms = stay.occupancies.length;
    const known = this.#recent.find(stay.organisationId, stayKeys(stay)(hotelId));
    const day = dayOf(stay.checkIn);
    const others = (known?.providers ?? []).flatMap(code => {
      const roomPrice = code === provider.code ? null : known?.priceOn(code, day, nowMs);
      return roomPrice == null ? [] : roomPrice * rooms;
    });
    const own = known?.median(provider.code, nowMs) ?? null;
    const recent = own === null ? (shownMinor ?? null) : own * rooms;
    const median = medianOf({ others, recent });
    const direction = median && judgePrice(costMinor, median);
    if (median === undefined || direction === undefined) return true;
    this.#omit({ stage: 'quote', provider: provider.code, hotelId, stay, direction, costMinor, median });
    return false;
  }

  #checkHotel(
    { stay, hotelId, recent, day, nowMs }: CheckedHotel,
    finding: CheckedFinding,
    levels: readonly Level[],
  ): void {
    const rooms = stay.occupancies.length;
    const implausible = new Map<string, Median>();
    for (const level of levels) {
      const { provider, typical } = level;
      const others = levels.filter(other => other !== level).map(other => other.typical);
      const own = recent.median(provider, nowMs);
      const median = medianOf({ others, recent: own === null ? null : own * rooms });
      if (median !== undefined && !areAll(level, median)) implausible.set(provider, median);
      // An implausible price level is not stored. Otherwise it would soon become the price to compare with.
      if (median === undefined || judgePrice(typical, median) === undefined) {
        recent.add(provider, { day, roomPrice: typical / rooms, atMs: nowMs });
      }
      this.#watchMapping(stay, hotelId, provider, typical, others);
    }
    if (implausible.size > 0) this.#remove(stay, hotelId, finding, implausible);
  }

  #remove(
    stay: PricedStay,
    hotelId: string,
    finding: CheckedFinding,
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
    const { organisationId, checkIn, checkOut } = stay;
    const sale = { environment, provider, hotelId };
    alarms.reportFarPrice(sale, { stay: `${checkIn} ${checkOut}`, organisationId });
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
      `did not sell an offer whose price is far ${direction} comparable prices`,
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

/** Recent prices are stored by currency, so that changes in exchange rates do not affect the comparison. */
function stayKeys({ testMode, checkIn, checkOut, currency }: PricedStay): (hotelId: string) => string {
  const suffix = ` ${nightsBetween(checkIn, checkOut)} ${currency} ${testMode ? 'test' : 'live'}`;
  return hotelId => hotelId + suffix;
}

interface Level {
  provider: string;
  prices: number[];
  lowest: number;
  highest: number;
  typical: number;
}

function addTo(
  levels: Level[],
  offers: readonly Pick<ComparableOffer, 'provider' | 'costMinor'>[],
  checked: ReadonlySet<string>,
): void {
  let level: Level | undefined;
  for (const { provider, costMinor } of offers) {
    if (level?.provider !== provider) {
      if (!checked.has(provider)) continue;
      level = levels.find(each => each.provider === provider);
    }
    if (level === undefined) {
      level = { provider, prices: [], lowest: costMinor, highest: costMinor, typical: 0 };
      levels.push(level);
    }
    level.prices.push(costMinor);
    if (costMinor < level.lowest) level.lowest = costMinor;
    else if (costMinor > level.highest) level.highest = costMinor;
  }
}

/** The offers of a provider are usually adjacent, so the last level is the right one for nearly every offer. */
function levelsOf({ offers, hidden }: CheckedFinding, checked: ReadonlySet<string>): Level[] {
  const levels: Level[] = [];
  addTo(levels, offers, checked);
  addTo(levels, hidden, checked);
  for (const each of levels) each.typical = typicalPrice(each.prices);
  return levels;
}

/** Whether all prices of the provider are plausible. */
function areAll({ lowest, highest }: Level, median: Median): boolean {
  return judgePrice(lowest, median) === undefined && judgePrice(highest, median) === undefined;
}
