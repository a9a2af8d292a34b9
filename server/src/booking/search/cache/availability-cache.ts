/**
 * Caches providers' search results for minutes or hours. An entry covers one hotel and stay. Concurrent callers share
 * one fetch of an entry, in this process and, through Redis, across processes. If an entry is lost, the provider is
 * called again.
 */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { SoldHotel } from '../../port/supplier.ts';
import { accountKey, type Provider } from '../../provider.ts';
import { READ_MARGIN_MS } from '../../providers/call-provider.ts';
import { type BatchOutcome, type SearchPart, searchInBatches } from '../search-in-batches.ts';
import { generationKey, type ProviderSearch, type WantedHotel, wantedHotels } from './cache-entry.ts';
import { type CacheMetrics, NO_METRICS } from './cache-metrics.ts';
import { QuoteDrift } from './entry-lifetime.ts';
import { EntrySingleFlight } from './entry-single-flight.ts';
import type { SharedEntries } from './shared-entries.ts';
import { type FoundEntry, TieredEntries } from './tiered-entries.ts';

export interface AvailabilityCacheOptions {
  clock: Clock;
  log: Log;
  maxBytes: number;
  /** If omitted, entries are not shared with other processes. */
  shared?: SharedEntries | undefined;
  metrics?: CacheMetrics;
  /** Checked before a background refresh. Refreshes are the first work to be dropped under load. */
  mayRefresh?: () => boolean;
  siblings?: SiblingCaches | undefined;
}

/** The caches of the other threads of the process. They drop what this cache has invalidated. */
export interface SiblingCaches {
  tell(generationKey: string): void;
  onInvalidated(handler: (generationKey: string) => void): void;
}

/** Maximum number of concurrent background refreshes. */
const MAX_REFRESHES = 8;
/** Pause between two attempts to refresh a stale entry. */
const REFRESH_PAUSE_MS = 30_000;
/** Pauses between checks whether another process has fetched an entry. */
const FIRST_CHECK_MS = 20;
const MAX_CHECK_MS = 200;

export class AvailabilityCache {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #shared: SharedEntries | undefined;
  readonly #siblings: SiblingCaches | undefined;
  readonly #metrics: CacheMetrics;
  readonly #mayRefresh: () => boolean;
  readonly #drift = new QuoteDrift();
  readonly #entries: TieredEntries;
  readonly #flight: EntrySingleFlight;
  readonly #refreshes = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: AvailabilityCacheOptions) {
    const { clock, log, shared, metrics = NO_METRICS, mayRefresh = () => true } = options;
    this.#clock = clock;
    this.#log = log;
    this.#shared = shared;
    this.#metrics = metrics;
    this.#mayRefresh = mayRefresh;
    const lifetimeFactor = (account: string) => this.#drift.lifetimeFactor(account);
    this.#entries = new TieredEntries({ ...options, lifetimeFactor });
    this.#flight = new EntrySingleFlight(clock);
    this.#siblings = options.siblings;
    this.#siblings?.onInvalidated(key => this.#entries.invalidate(key, false));
  }

  async search(search: ProviderSearch): Promise<SearchPart[]> {
    const { code } = search.provider;
    const wanted = wantedHotels(search);
    const found = await this.#lookUp(search, wanted);
    const parts: SearchPart[] = [];
    const stale: WantedHotel[] = [];
    const missing: WantedHotel[] = [];
    for (const [i, one] of wanted.entries()) {
      const cached = found[i];
      if (cached === undefined) missing.push(one);
      else parts.push(cachedPart(one.hotel, cached));
      if (cached?.isStale) stale.push(one);
    }
    this.#metrics.lookedUp(code, 'hit', wanted.length - missing.length - stale.length);
    this.#metrics.lookedUp(code, 'stale', stale.length);
    this.#metrics.lookedUp(code, 'miss', missing.length);
    if (stale.length > 0) this.#refresh(search, stale);
    if (missing.length > 0) parts.push(...(await this.#fetch(search, missing)));
    return parts;
  }

  /** Call this after a quote. A quote that differs from the search invalidates all entries of the hotel. */
  quoted(provider: Provider, hotel: SoldHotel, isChanged: boolean): void {
    if (!provider.supplier.searching?.mayCache(hotel)) return;
    this.#metrics.quoted(provider.code, isChanged);
    this.#drift.add(accountKey(provider), isChanged);
    if (!isChanged) return;
    this.#metrics.invalidated(provider.code);
    const key = generationKey(provider, hotel);
    this.#entries.invalidate(key, isShared(provider));
    this.#siblings?.tell(key);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#refreshes);
    this.#shared?.close();
  }

  #lookUp({ provider }: ProviderSearch, wanted: readonly WantedHotel[]): Promise<(FoundEntry | undefined)[]> {
    return this.#entries.find(wanted, isShared(provider));
  }

  async #fetch(search: ProviderSearch, missing: readonly WantedHotel[]): Promise<SearchPart[]> {
    const [inFlight, owned] = this.#flight.begin(missing);
    const parts = await Promise.all([
      owned.length === 0 ? [] : this.#fetchOwned(search, owned),
      inFlight.length === 0 ? [] : this.#join(search, inFlight),
    ]);
    return parts.flat();
  }

  /** Fetches the entries that no other process is fetching, and waits for the other entries. */
  async #fetchOwned(search: ProviderSearch, owned: readonly WantedHotel[]): Promise<SearchPart[]> {
    try {
      const [claimed, others] = await this.#claim(search, owned);
      const parts = await Promise.all([
        this.#call(search, claimed, search.call),
        others.length === 0 ? [] : this.#awaitOthers(search, others),
      ]);
      return parts.flat();
    } finally {
      this.#flight.end(owned);
    }
  }

  async #join(search: ProviderSearch, inFlight: readonly WantedHotel[]): Promise<SearchPart[]> {
    const parts = await this.#flight.join(inFlight, search.deadlineMs - READ_MARGIN_MS);
    const good = parts.filter(({ outcome }) => !isOwnersTimeout(outcome));
    if (good.length === parts.length || !this.#hasTime(search)) return parts;
    const rest = inFlight.filter((_, i) => isOwnersTimeout(parts[i]?.outcome));
    return [...good, ...(await this.#fetch(search, rest))];
  }

  /**
   * Waits for other processes for half of the remaining time. After that, their fetches count as lost and this process fetches the
   * entries.
   */
  async #awaitOthers(search: ProviderSearch, others: readonly WantedHotel[]): Promise<SearchPart[]> {
    const untilMs = this.#clock.monotonicMs() + this.#leftMs(search) / 2;
    const parts: SearchPart[] = [];
    let open: readonly WantedHotel[] = others;
    let pauseMs = FIRST_CHECK_MS;
    while (open.length > 0 && !search.signal.aborted) {
      const leftMs = untilMs - this.#clock.monotonicMs();
      if (leftMs <= 0 || this.#shared?.isAvailable !== true) break;
      await sleep(this.#clock, Math.min(pauseMs, leftMs), search.signal);
      pauseMs = Math.min(pauseMs * 2, MAX_CHECK_MS);
      const found = await this.#lookUp(search, open);
      for (const [i, one] of open.entries()) {
        const cached = found[i];
        if (cached === undefined) continue;
        const part = cachedPart(one.hotel, cached);
        this.#flight.complete(one, part);
        parts.push(part);
      }
      const rest = open.filter((_, i) => found[i] === undefined);
      const [claimed, unclaimed] = rest.length === 0 ? [[], []] : await this.#claim(search, rest);
      if (claimed.length > 0) {
        const live = this.#call(search, claimed, search.call);
        return [...parts, ...(await Promise.all([live, this.#awaitOthers(search, unclaimed)])).flat()];
      }
      open = unclaimed;
    }
    return [...parts, ...(await this.#call(search, open, search.call))];
  }

  /** Splits the entries into those that this process may fetch and those that another process is fetching. */
  async #claim(
    search: ProviderSearch,
    wanted: readonly WantedHotel[],
  ): Promise<[claimed: WantedHotel[], others: WantedHotel[]]> {
    const forMs = Math.min(this.#leftMs(search), search.provider.supplier.limits.search);
    const claims = isShared(search.provider) ? await this.#shared?.claim(wanted, forMs) : undefined;
    if (claims === undefined) return [[...wanted], []];
    return [wanted.filter((_, i) => claims[i]), wanted.filter((_, i) => !claims[i])];
  }

  #call(
    { provider, stay }: ProviderSearch,
    wanted: readonly WantedHotel[],
    call: ProviderSearch['call'],
  ): Promise<SearchPart[]> {
    return searchInBatches(provider, wanted, async batch => {
      const startedAtMs = this.#clock.nowMs();
      const hotels = batch.map(({ hotel }) => hotel);
      const outcome = await call(hotels);
      const fetchedAtMs = this.#clock.nowMs();
      const results = this.#entries.save(
        batch,
        stay.checkIn,
        accountKey(provider),
        { outcome, startedAtMs, fetchedAtMs },
        isShared(provider),
      );
      for (const one of batch) {
        const result = results?.get(one.hotel.hotelId);
        const own: BatchOutcome = result === undefined ? outcome : { kind: 'OK', value: result };
        this.#flight.complete(one, { hotels: [one.hotel], outcome: own, fetchedAtMs, isCached: false });
      }
      return { hotels, outcome, fetchedAtMs, isCached: false };
    });
  }

  #refresh(search: ProviderSearch, stale: readonly WantedHotel[]): void {
    const { code } = search.provider;
    if (this.#stopping.signal.aborted) return;
    if (this.#refreshes.size >= MAX_REFRESHES || !this.#mayRefresh()) {
      this.#metrics.refreshed(code, 'shed', stale.length);
      return;
    }
    const [, owned] = this.#flight.begin(stale);
    if (owned.length === 0) return;
    this.#metrics.refreshed(code, 'made', owned.length);
    for (const { entryKey } of owned) this.#entries.postponeRefresh(entryKey, REFRESH_PAUSE_MS);
    const refresh = this.#fetchInBackground(search, owned)
      .catch(err => this.#log.error({ err, provider: code }, 'refreshing cached availability failed'))
      .finally(() => this.#refreshes.delete(refresh));
    this.#refreshes.add(refresh);
  }

  async #fetchInBackground(search: ProviderSearch, owned: readonly WantedHotel[]): Promise<void> {
    try {
      const [claimed] = await this.#claim({ ...search, deadlineMs: Number.POSITIVE_INFINITY }, owned);
      const { signal } = this.#stopping;
      await this.#call(search, claimed, hotels => search.callInBackground(hotels, signal));
    } finally {
      this.#flight.end(owned);
    }
  }

  #leftMs({ deadlineMs }: ProviderSearch): number {
    return Math.max(0, deadlineMs - READ_MARGIN_MS - this.#clock.monotonicMs());
  }

  #hasTime(search: ProviderSearch): boolean {
    return this.#leftMs(search) > 0 && !search.signal.aborted;
  }
}

function isShared({ supplier }: Provider): boolean {
  return supplier.searching?.isShared ?? false;
}

/**
 * Whether the caller that owned the fetch had too little time or stopped waiting. This says nothing about callers that joined the
 * fetch.
 */
function isOwnersTimeout(outcome: BatchOutcome | undefined): boolean {
  if (outcome?.kind === 'SKIPPED') return outcome.reason === 'NO_TIME';
  return outcome?.kind === 'FAILED' && outcome.cause === 'TIMEOUT';
}

function cachedPart(hotel: SoldHotel, { entry }: FoundEntry): SearchPart {
  const { result, fetchedAtMs, prepared } = entry;
  return { hotels: [hotel], outcome: { kind: 'OK', value: result }, fetchedAtMs, isCached: true, prepared };
}
