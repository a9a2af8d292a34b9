/** Searches the providers of a request concurrently: first those with exclusive hotels, then all others. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import { mapHotels } from '../hotel-mapping.ts';
import type { Call } from '../port/call.ts';
import type { SoldHotel } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import { environmentOf } from '../providers/connections/connection.ts';
import type { CallContext } from '../providers/supplier-call.ts';
import type { RequestMode } from '../request-mode.ts';
import type { ProviderSearch } from './cache/cache-entry.ts';
import { addResult, exchangesTo, type HotelFinding, type PriceScene } from './comparable-results.ts';
import { ProviderTally } from './provider-tally.ts';
import { type BatchOutcome, type SearchPart, searchInBatches } from './search-in-batches.ts';

export interface SearchRun {
  organisationId: string;
  mode: RequestMode;
  stay: PriceScene['stay'];
  /** Time on `clock.monotonicMs`. */
  deadlineMs: number;
  signal: AbortSignal;
  tallies: ReadonlyMap<string, ProviderTally>;
  missingRates: Set<string>;
  /** The pricing rules of the partner. Undefined if none can apply. */
  prices: PriceScene['prices'];
  exchanges: ProviderExchange[];
  client?: Call['client'];
  /** Id of the client request, to find failed calls of it. */
  requestId?: string | undefined;
  isFresh?: boolean;
}

export function startTallies(providers: readonly Provider[]): Map<string, ProviderTally> {
  return new Map(providers.map(({ code }) => [code, new ProviderTally(code)]));
}

/** Returns the offers of each hotel, and reasons for missing offers. Both are empty if no provider sells the hotel. */
export async function searchProviders(
  context: SearchParts,
  run: SearchRun,
  wanted: readonly CatalogueHotel[],
): Promise<Map<string, HotelFinding>> {
  const { providers, clock, rates, pricing, mapping, alarms, plausibilityCheck, log } = context;
  const { organisationId, mode, stay, tallies, missingRates, prices } = run;
  const hotels = new Map(wanted.map(hotel => [hotel.hotelId, hotel]));
  const findings = new Map<string, HotelFinding>(
    wanted.map(({ hotelId }) => [hotelId, { offers: [], hidden: [], reasons: [], prepared: [] }]),
  );
  const exchangeFor = exchangesTo(rates, pricing, mode.catalogue, stay.market.currency);
  const scene: PriceScene = { stay, exchangeFor, missingRates, prices, log };
  const searchOne = async (provider: Provider, hotelsLeft: readonly CatalogueHotel[]) => {
    const beganMs = clock.monotonicMs();
    const sold = await mapHotels(mapping, provider, hotelsLeft).catch(err => {
      log.error({ err, provider: provider.code }, 'hotel mapping not available, provider not searched');
      return undefined;
    });
    if (sold !== undefined && sold.length < hotelsLeft.length) {
      const environment = environmentOf(provider);
      alarms.reportUnmapped({ environment, organisationId, asked: hotelsLeft, sold });
    }
    if (sold?.length === 0) return [];
    const parts = sold
      ? await searchProvider(context, run, provider, sold)
      : [failedPart(hotelsLeft, clock.nowMs())];
    const tally = tallies.get(provider.code);
    for (const part of parts) {
      tally?.add(part);
      addPart(provider.code, part, hotels, findings, scene);
    }
    tally?.addDuration(clock.monotonicMs() - beganMs);
    return parts;
  };
  const all = providers.list(mode.testMode);
  const { exclusive, others } = byExclusivity(all, mode);
  const taken = returnedIn(await Promise.all(exclusive.map(provider => searchOne(provider, wanted))));
  const rest = taken.size === 0 ? wanted : wanted.filter(({ hotelId }) => !taken.has(hotelId));
  await Promise.all(others.map(provider => searchOne(provider, rest)));
  const { testMode } = mode;
  plausibilityCheck.checkSearch(
    { ...stay, organisationId, testMode, currency: stay.market.currency },
    all,
    findings,
  );
  return findings;
}

function failedPart(hotels: readonly SoldHotel[], fetchedAtMs: number): SearchPart {
  return { hotels, outcome: { kind: 'FAILED', cause: 'SERVER' }, fetchedAtMs, isCached: false };
}

/** If `settings.scenario` is set, it applies to every test provider, so no provider is exclusive. */
function byExclusivity(providers: readonly Provider[], { testMode, scenario, webhookScenario }: RequestMode) {
  const isForced = scenario !== undefined || webhookScenario !== undefined;
  const isExclusive = ({ supplier }: Provider) => testMode && !isForced && supplier.sellsAlone === true;
  return {
    exclusive: providers.filter(isExclusive),
    others: providers.filter(provider => !isExclusive(provider)),
  };
}

/** Hotels that a provider returned, available or not. After a failed search, other providers may sell any hotel. */
function returnedIn(parts: readonly (readonly SearchPart[])[]): Set<string> {
  const returned = new Set<string>();
  for (const { outcome } of parts.flat()) {
    if (outcome.kind !== 'OK') continue;
    for (const { hotelId } of outcome.value.hotels) returned.add(hotelId);
    for (const { hotelId } of outcome.value.unavailable) returned.add(hotelId);
  }
  return returned;
}

function addPart(
  provider: string,
  part: SearchPart,
  hotels: ReadonlyMap<string, CatalogueHotel>,
  findings: ReadonlyMap<string, HotelFinding>,
  scene: PriceScene,
): void {
  const { outcome } = part;
  if (outcome.kind === 'OK') {
    const { fetchedAtMs, isCached, prepared } = part;
    const result = outcome.value;
    addResult({ provider, fetchedAtMs, isCached, result, prepared }, hotels, findings, scene);
    return;
  }
  const reason =
    outcome.kind === 'NONE' ? outcome.reason : isFailure(outcome) ? ('PROVIDER_ERROR' as const) : undefined;
  if (reason === undefined) return;
  for (const { hotelId } of part.hotels) findings.get(hotelId)?.reasons.push(reason);
}

function isFailure({ kind }: SearchPart['outcome']): boolean {
  return kind === 'FAILED' || kind === 'SKIPPED' || kind === 'THROTTLED';
}

/**
 * Uses the cache if possible. Searches with `settings.scenario` or an audit always call the provider and are not
 * cached.
 */
function searchProvider(
  { calls, clock, cache, supplierTokens }: SearchParts,
  run: SearchRun,
  provider: Provider,
  hotels: readonly SoldHotel[],
): Promise<SearchPart[]> {
  const { organisationId, mode, stay, deadlineMs, signal } = run;
  const searchOnce = async (
    batch: readonly SoldHotel[],
    limits: Partial<CallContext>,
  ): Promise<BatchOutcome> => {
    const context = { provider, organisationId, testMode: mode.testMode, ...limits };
    const outcome = await calls.search(context, { ...stay, hotels: batch });
    return outcome.kind === 'OK'
      ? { kind: 'OK', value: supplierTokens.take(provider, stay, outcome.value) }
      : outcome;
  };
  const search: ProviderSearch = {
    provider,
    stay,
    hotels,
    deadlineMs,
    signal,
    call: batch =>
      searchOnce(batch, {
        timeLeftMs: deadlineMs - clock.monotonicMs(),
        signal,
        scenario: mode.scenario,
        client: run.client,
        requestId: run.requestId,
        ...(mode.isAudited && { onExchanges: recorded => run.exchanges.push(...recorded) }),
      }),
    callInBackground: (batch, stopping) => searchOnce(batch, { signal: stopping, isRefresh: true }),
  };
  const { searching } = provider.supplier;
  const reason = searching?.accepts?.(stay);
  if (reason !== undefined) {
    const fetchedAtMs = clock.nowMs();
    return Promise.resolve([{ hotels, outcome: { kind: 'NONE', reason }, fetchedAtMs, isCached: false }]);
  }
  const isPlain = mode.scenario === undefined && !mode.isAudited && !run.isFresh;
  const mayCache = searching !== undefined && hotels.every(hotel => searching.mayCache(hotel));
  if (cache !== undefined && isPlain && mayCache) return cache.search(search);
  return searchInBatches(provider, hotels, async batch => {
    const outcome = await search.call(batch);
    return { hotels: batch, outcome, fetchedAtMs: clock.nowMs(), isCached: false };
  });
}
