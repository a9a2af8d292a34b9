import type { Metrics } from '../../../platform/metrics.ts';
import { providerLabel } from '../../providers/accounts/provider-label.ts';

export type LookupResult = 'hit' | 'stale' | 'miss';
export type RefreshResult = 'made' | 'shed';

export interface CacheMetrics {
  lookedUp(provider: string, result: LookupResult, hotels: number): void;
  refreshed(provider: string, result: RefreshResult, hotels: number): void;
  invalidated(provider: string): void;
  quoted(provider: string, isChanged: boolean): void;
  /** Redis failed or did not respond in time. */
  failed(): void;
}

export const NO_METRICS: CacheMetrics = {
  lookedUp() {},
  refreshed() {},
  invalidated() {},
  quoted() {},
  failed() {},
};

const LOOKUPS: readonly LookupResult[] = ['hit', 'stale', 'miss'];
const REFRESHES: readonly RefreshResult[] = ['made', 'shed'];
const QUOTES = ['same', 'changed'] as const;

/** `provider` lists the labels of all providers. Their time series are created immediately. */
export function cacheMetrics(metrics: Metrics, provider: readonly string[]): CacheMetrics {
  const lookups = metrics.counter(
    'serai_availability_cache_lookups_total',
    'Hotels looked up in the availability cache. Stale results are used, and refreshed unless the process is busy.',
    { provider, result: LOOKUPS },
  );
  const refreshes = metrics.counter(
    'serai_availability_cache_refreshes_total',
    'Stale hotels refreshed in the background, and refreshes dropped under load.',
    { provider, result: REFRESHES },
  );
  const invalidations = metrics.counter(
    'serai_availability_cache_purges_total',
    'Hotels whose cached results were invalidated because a quote differed from them.',
    { provider },
  );
  const quotes = metrics.counter(
    'serai_availability_quotes_total',
    'Quotes, by whether the offer had changed since the search.',
    { provider, result: QUOTES },
  );
  const failures = metrics.counter(
    'serai_availability_cache_errors_total',
    'Failures and timeouts of the shared cache.',
  );
  const byProvider = <Result extends string>(
    counter: { series(...values: string[]): number },
    results: readonly Result[],
  ) =>
    new Map(
      provider.map(label => [label, new Map(results.map(each => [each, counter.series(label, each)]))]),
    );
  const lookupSeries = byProvider(lookups, LOOKUPS);
  const refreshSeries = byProvider(refreshes, REFRESHES);
  const quoteSeries = byProvider(quotes, QUOTES);
  return {
    lookedUp(code, result, hotels) {
      const series = lookupSeries.get(providerLabel(code))?.get(result);
      if (series !== undefined) lookups.add(series, hotels);
    },
    refreshed(code, result, hotels) {
      const series = refreshSeries.get(providerLabel(code))?.get(result);
      if (series !== undefined) refreshes.add(series, hotels);
    },
    invalidated(code) {
      const label = providerLabel(code);
      if (provider.includes(label)) invalidations.add(invalidations.series(label));
    },
    quoted(code, isChanged) {
      const series = quoteSeries.get(providerLabel(code))?.get(isChanged ? 'changed' : 'same');
      if (series !== undefined) quotes.add(series);
    },
    failed: () => failures.add(0),
  };
}
