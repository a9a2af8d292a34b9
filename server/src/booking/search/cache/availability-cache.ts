/**
 * Answers of providers to searches, kept for whoever asks the same within minutes or hours. Each is one hotel and stay; it is
 * fetched once at a time, here and over all processes that share a Redis. Losing any of it costs a call, never an offer.
 */
import { type Clock, sleep } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { SoldHotel } from '../../port/supplier.ts';
import { accountKey, type Provider } from '../../provider.ts';
import { READ_MARGIN_MS } from '../../providers/call-provider.ts';
import { type BatchOutcome, type SearchPart, searchInBatches } from '../search-in-batches.ts';
import { type CacheCounts, NO_COUNTS } from './cache-counts.ts';
import { entryKey, stayKey } from './entry-key.ts';
import { EntryShelf, type Found } from './entry-shelf.ts';
import { Flights } from './flights.ts';
import { QuoteDrift } from './quote-drift.ts';
import type { SharedEntries } from './shared-entries.ts';
import type { Wanted, WantedSearch } from './wanted-search.ts';

export interface AvailabilityCacheOptions {
  clock: Clock;
  log: Log;
  maxBytes: number;
  /** Absent: this process alone. */
  shared?: SharedEntries | undefined;
  counts?: CacheCounts;
  /** Asked before answers are fetched again in the background: the first work to be left out under load. */
  mayRefresh?: () => boolean;
}

/** Of answers that are fetched again at the same time. */
const MOST_REFRESHES = 8;
/** Between two tries to fetch a stale answer again. */
const REFRESH_PAUSE_MS = 30_000;
const FIRST_LOOK_MS = 20;
const LONGEST_LOOK_MS = 200;

export class AvailabilityCache {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #shared: SharedEntries | undefined;
  readonly #counts: CacheCounts;
  readonly #mayRefresh: () => boolean;
  readonly #drift = new QuoteDrift();
  readonly #shelf: EntryShelf;
  readonly #flights: Flights;
  readonly #refreshes = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(options: AvailabilityCacheOptions) {
    const { clock, log, shared, counts = NO_COUNTS, mayRefresh = () => true } = options;
    this.#clock = clock;
    this.#log = log;
    this.#shared = shared;
    this.#counts = counts;
    this.#mayRefresh = mayRefresh;
    this.#shelf = new EntryShelf({ ...options, shrinkOf: account => this.#drift.shrinkOf(account) });
    this.#flights = new Flights(clock);
  }

  /** Kept answers first; the rest is fetched, once for all who wait for it. */
  async search(search: WantedSearch): Promise<SearchPart[]> {
    const { provider, stay, hotels } = search;
    const prefix = stayKey(provider, stay);
    const account = accountKey(provider);
    const wanted = hotels.map((hotel): Wanted => {
      const generation = `${hotel.hotelId.length} ${hotel.hotelId} ${account}`;
      return { hotel, entry: entryKey(prefix, hotel), generation, seen: undefined };
    });
    const found = await this.#look(search, wanted);
    const parts: SearchPart[] = [];
    const stale: Wanted[] = [];
    const missing: Wanted[] = [];
    for (const [i, one] of wanted.entries()) {
      const kept = found[i];
      this.#counts.looked(provider.code, kept === undefined ? 'miss' : kept.isStale ? 'stale' : 'hit');
      if (kept === undefined) missing.push(one);
      else parts.push(keptPart(one.hotel, kept));
      if (kept?.isStale) stale.push(one);
    }
    if (stale.length > 0) this.#refresh(search, stale);
    if (missing.length > 0) parts.push(...(await this.#find(search, missing)));
    return parts;
  }

  /** After a quote. One that differs from what was shown ends all that is kept of the hotel. */
  quoted(provider: Provider, hotel: SoldHotel, isChanged: boolean): void {
    if (!provider.supplier.searching?.mayCache(hotel)) return;
    const account = accountKey(provider);
    this.#counts.quoted(provider.code, isChanged);
    this.#drift.add(account, isChanged);
    if (!isChanged) return;
    this.#counts.purged(provider.code);
    const generation = `${hotel.hotelId.length} ${hotel.hotelId} ${account}`;
    this.#shelf.raise(generation, isShared(provider));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#refreshes);
    this.#shared?.close();
  }

  #look({ provider }: WantedSearch, wanted: readonly Wanted[]): Promise<(Found | undefined)[]> {
    return this.#shelf.look(wanted, isShared(provider));
  }

  async #find(search: WantedSearch, missing: readonly Wanted[]): Promise<SearchPart[]> {
    const [followed, mine] = this.#flights.begin(missing);
    const parts = await Promise.all([
      mine.length === 0 ? [] : this.#fly(search, mine),
      followed.length === 0 ? [] : this.#follow(search, followed),
    ]);
    return parts.flat();
  }

  /** Fetches what no other process fetches, and waits for the rest. */
  async #fly(search: WantedSearch, mine: readonly Wanted[]): Promise<SearchPart[]> {
    try {
      const [claimed, others] = await this.#claim(search, mine);
      const parts = await Promise.all([
        this.#call(search, claimed, search.ask),
        others.length === 0 ? [] : this.#await(search, others),
      ]);
      return parts.flat();
    } finally {
      this.#flights.end(mine);
    }
  }

  async #follow(search: WantedSearch, followed: readonly Wanted[]): Promise<SearchPart[]> {
    const parts = await this.#flights.follow(followed, search.deadlineMs - READ_MARGIN_MS);
    const good = parts.filter(({ outcome }) => !isOfItsOwn(outcome));
    if (good.length === parts.length || !this.#hasTime(search)) return parts;
    const left = followed.filter((_, i) => isOfItsOwn(parts[i]?.outcome));
    return [...good, ...(await this.#find(search, left))];
  }

  /** Where another process fetches it: half of the time that is left, then it counts as lost and is fetched here. */
  async #await(search: WantedSearch, others: readonly Wanted[]): Promise<SearchPart[]> {
    const untilMs = this.#clock.monotonicMs() + this.#leftMs(search) / 2;
    const parts: SearchPart[] = [];
    let open: readonly Wanted[] = others;
    let pauseMs = FIRST_LOOK_MS;
    while (open.length > 0 && !search.signal.aborted) {
      const leftMs = untilMs - this.#clock.monotonicMs();
      if (leftMs <= 0 || this.#shared?.isAway !== false) break;
      await sleep(this.#clock, Math.min(pauseMs, leftMs), search.signal);
      pauseMs = Math.min(pauseMs * 2, LONGEST_LOOK_MS);
      const found = await this.#look(search, open);
      for (const [i, one] of open.entries()) {
        const kept = found[i];
        if (kept === undefined) continue;
        const part = keptPart(one.hotel, kept);
        this.#flights.land(one, part);
        parts.push(part);
      }
      const rest = open.filter((_, i) => found[i] === undefined);
      const [claimed, unclaimed] = rest.length === 0 ? [[], []] : await this.#claim(search, rest);
      if (claimed.length > 0) {
        const live = this.#call(search, claimed, search.ask);
        return [...parts, ...(await Promise.all([live, this.#await(search, unclaimed)])).flat()];
      }
      open = unclaimed;
    }
    return [...parts, ...(await this.#call(search, open, search.ask))];
  }

  async #claim(search: WantedSearch, wanted: readonly Wanted[]): Promise<[Wanted[], Wanted[]]> {
    const isAlone = this.#shared === undefined || !isShared(search.provider);
    const forMs = Math.min(this.#leftMs(search), search.provider.supplier.limits.search);
    const claims = isAlone ? undefined : await this.#shared?.claim(wanted, forMs);
    if (claims === undefined) return [[...wanted], []];
    return [wanted.filter((_, i) => claims[i]), wanted.filter((_, i) => !claims[i])];
  }

  #call(search: WantedSearch, wanted: readonly Wanted[], ask: WantedSearch['ask']): Promise<SearchPart[]> {
    const { provider, stay } = search;
    return searchInBatches(provider, wanted, async batch => {
      const begunAtMs = this.#clock.nowMs();
      const outcome = await ask(batch.map(({ hotel }) => hotel));
      const fetched = { outcome, begunAtMs, fetchedAtMs: this.#clock.nowMs() };
      const answers = this.#shelf.keep(
        batch,
        stay.checkIn,
        accountKey(provider),
        fetched,
        isShared(provider),
      );
      for (const one of batch) {
        const answer = answers?.get(one.hotel.hotelId);
        const own: BatchOutcome = answer === undefined ? outcome : { kind: 'OK', value: answer };
        this.#flights.land(one, {
          hotels: [one.hotel],
          outcome: own,
          fetchedAtMs: fetched.fetchedAtMs,
          isCached: false,
        });
      }
      return {
        hotels: batch.map(({ hotel }) => hotel),
        outcome,
        fetchedAtMs: fetched.fetchedAtMs,
        isCached: false,
      };
    });
  }

  #refresh(search: WantedSearch, stale: readonly Wanted[]): void {
    const { code } = search.provider;
    if (this.#stopping.signal.aborted) return;
    if (this.#refreshes.size >= MOST_REFRESHES || !this.#mayRefresh()) {
      this.#counts.refreshed(code, 'shed', stale.length);
      return;
    }
    const [, mine] = this.#flights.begin(stale);
    if (mine.length === 0) return;
    this.#counts.refreshed(code, 'made', mine.length);
    for (const { entry } of mine) this.#shelf.putOff(entry, REFRESH_PAUSE_MS);
    const refresh = this.#fetchAgain(search, mine)
      .catch(err => this.#log.error({ err, provider: code }, 'kept answers were not fetched again'))
      .finally(() => this.#refreshes.delete(refresh));
    this.#refreshes.add(refresh);
  }

  async #fetchAgain(search: WantedSearch, mine: readonly Wanted[]): Promise<void> {
    try {
      const [claimed] = await this.#claim({ ...search, deadlineMs: Number.POSITIVE_INFINITY }, mine);
      const { signal } = this.#stopping;
      await this.#call(search, claimed, hotels => search.askLater(hotels, signal));
    } finally {
      this.#flights.end(mine);
    }
  }

  #leftMs({ deadlineMs }: WantedSearch): number {
    return Math.max(0, deadlineMs - READ_MARGIN_MS - this.#clock.monotonicMs());
  }

  #hasTime(search: WantedSearch): boolean {
    return this.#leftMs(search) > 0 && !search.signal.aborted;
  }
}

function isShared({ supplier }: Provider): boolean {
  return supplier.searching?.isShared ?? false;
}

/** Whoever made the call had less time, or went away: says nothing to those who waited with it. */
function isOfItsOwn(outcome: BatchOutcome | undefined): boolean {
  if (outcome?.kind === 'SKIPPED') return outcome.reason === 'NO_TIME';
  return outcome?.kind === 'FAILED' && outcome.cause === 'TIMEOUT';
}

function keptPart(hotel: SoldHotel, { kept }: Found): SearchPart {
  const { answer, fetchedAtMs } = kept;
  return { hotels: [hotel], outcome: { kind: 'OK', value: answer }, fetchedAtMs, isCached: true };
}
