/** Asks every provider for the same hotels at once. */
import type { ProviderExchange } from '@serai/contract/booking/provider-exchange.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { CatalogueHotel } from '../catalogue.ts';
import type { Provider } from '../provider.ts';
import type { RequestMode } from '../requests/request-mode.ts';
import { addAnswer, type HotelFinding, type PriceScene } from './price-answer.ts';
import { ProviderTally } from './provider-tally.ts';

export interface SearchRun {
  mode: RequestMode;
  stay: PriceScene['stay'];
  /** On `clock.monotonicMs`. */
  deadlineMs: number;
  signal: AbortSignal;
  tallies: ReadonlyMap<string, ProviderTally>;
  missingRates: Set<string>;
  exchanges: ProviderExchange[];
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
  const { providers, calls, clock, rates, log } = parts;
  const { mode, stay, tallies, missingRates } = run;
  const hotels = new Map(asked.map(hotel => [hotel.hotelId, hotel]));
  const findings = new Map<string, HotelFinding>(
    asked.map(({ hotelId }) => [hotelId, { offers: [], reasons: [] }]),
  );
  await Promise.all(
    providers.list(mode.testMode).map(async provider => {
      const beganMs = clock.monotonicMs();
      const outcome = await calls.search(
        {
          provider,
          testMode: mode.testMode,
          timeLeftMs: run.deadlineMs - beganMs,
          signal: run.signal,
          scenario: mode.scenario,
          ...(mode.isAudited && { onExchanges: made => run.exchanges.push(...made) }),
        },
        { ...stay, hotels: asked },
      );
      tallies.get(provider.code)?.add(outcome, asked.length, clock.monotonicMs() - beganMs);
      if (outcome.kind === 'OK') {
        const environment = mode.catalogue;
        const scene = { stay, environment, rates, fetchedAtMs: clock.nowMs(), missingRates, log };
        addAnswer(provider.code, outcome.value, hotels, findings, scene);
      } else if (outcome.kind === 'FAILED' || outcome.kind === 'SKIPPED' || outcome.kind === 'THROTTLED') {
        for (const { reasons } of findings.values()) reasons.push('PROVIDER_ERROR');
      } else if (outcome.kind === 'NONE' && outcome.reason !== undefined) {
        for (const { reasons } of findings.values()) reasons.push(outcome.reason);
      }
    }),
  );
  return findings;
}
