/** Asks the providers for hotels, all at once but for those that sell their hotels alone. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { SoldHotel } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import { answerBatches, type SearchPart } from '../providers/answer-batches.ts';
import type { RequestMode } from '../request-mode.ts';
import type { WantedSearch } from './cache/wanted-search.ts';
import { addAnswer, exchangesTo, type HotelFinding, type PriceScene } from './price-answer.ts';
import { ProviderTally } from './provider-tally.ts';

export interface SearchRun {
  organisationId: string;
  mode: RequestMode;
  stay: PriceScene['stay'];
  /** On `clock.monotonicMs`. */
  deadlineMs: number;
  signal: AbortSignal;
  tallies: ReadonlyMap<string, ProviderTally>;
  missingRates: Set<string>;
  exchanges: ProviderExchange[];
  /** Nothing that was kept will do. */
  isFresh?: boolean;
}

export function startTallies(providers: readonly Provider[]): Map<string, ProviderTally> {
  return new Map(providers.map(({ code }) => [code, new ProviderTally(code)]));
}

/** What is known of each of the hotels; one that nobody names has neither offers nor reasons. */
export async function askProviders(
  parts: SearchParts,
  run: SearchRun,
  asked: readonly CatalogueHotel[],
): Promise<Map<string, HotelFinding>> {
  const { providers, clock, rates, log } = parts;
  const { mode, stay, tallies, missingRates } = run;
  const hotels = new Map(asked.map(hotel => [hotel.hotelId, hotel]));
  const findings = new Map<string, HotelFinding>(
    asked.map(({ hotelId }) => [hotelId, { offers: [], reasons: [] }]),
  );
  const exchangeFor = exchangesTo(rates, mode.catalogue, stay.market.currency);
  const scene: PriceScene = { stay, exchangeFor, missingRates, log };
  const ask = async (provider: Provider, wanted: readonly CatalogueHotel[]) => {
    if (wanted.length === 0) return [];
    const beganMs = clock.monotonicMs();
    const answered = await askProvider(parts, run, provider, wanted);
    const tally = tallies.get(provider.code);
    for (const part of answered) {
      tally?.add(part);
      addPart(provider.code, part, hotels, findings, scene);
    }
    tally?.took(clock.monotonicMs() - beganMs);
    return answered;
  };
  const { alone, others } = byExclusivity(providers.list(mode.testMode), mode);
  const taken = namedIn(await Promise.all(alone.map(provider => ask(provider, asked))));
  const rest = taken.size === 0 ? asked : asked.filter(({ hotelId }) => !taken.has(hotelId));
  await Promise.all(others.map(provider => ask(provider, rest)));
  return findings;
}

/** A forced scenario is acted out by every test provider. */
function byExclusivity(providers: readonly Provider[], { testMode, scenario, webhookScenario }: RequestMode) {
  const isForced = scenario !== undefined || webhookScenario !== undefined;
  const isAlone = ({ supplier }: Provider) => testMode && !isForced && supplier.sellsAlone === true;
  return { alone: providers.filter(isAlone), others: providers.filter(provider => !isAlone(provider)) };
}

/** Hotels that were named, with offers or without. One that failed names none, and then everybody is asked. */
function namedIn(answered: readonly (readonly SearchPart[])[]): Set<string> {
  const named = new Set<string>();
  for (const { outcome } of answered.flat()) {
    if (outcome.kind !== 'OK') continue;
    for (const { hotelId } of outcome.value.hotels) named.add(hotelId);
    for (const { hotelId } of outcome.value.unavailable) named.add(hotelId);
  }
  return named;
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
    addAnswer({ provider, ...part, answer: outcome.value }, hotels, findings, scene);
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

/** From what is kept where that will do. What is forced or audited is asked for, and not kept. */
function askProvider(
  { calls, clock, cache }: SearchParts,
  run: SearchRun,
  provider: Provider,
  hotels: readonly SoldHotel[],
): Promise<SearchPart[]> {
  const { organisationId, mode, stay, deadlineMs, signal } = run;
  const search: WantedSearch = {
    provider,
    stay,
    hotels,
    deadlineMs,
    signal,
    ask: batch =>
      calls.search(
        {
          provider,
          organisationId,
          testMode: mode.testMode,
          timeLeftMs: deadlineMs - clock.monotonicMs(),
          signal,
          scenario: mode.scenario,
          ...(mode.isAudited && { onExchanges: made => run.exchanges.push(...made) }),
        },
        { ...stay, hotels: batch },
      ),
    askLater: (batch, stopping) =>
      calls.search(
        { provider, organisationId, testMode: mode.testMode, signal: stopping },
        { ...stay, hotels: batch },
      ),
  };
  const { searching } = provider.supplier;
  const isPlain = mode.scenario === undefined && !mode.isAudited && !run.isFresh;
  const mayKeep = searching !== undefined && hotels.every(hotel => searching.mayKeep(hotel));
  if (cache !== undefined && isPlain && mayKeep) return cache.search(search);
  return answerBatches(provider, hotels, async batch => {
    const outcome = await search.ask(batch);
    return { hotels: batch, outcome, fetchedAtMs: clock.nowMs(), isKept: false };
  });
}
