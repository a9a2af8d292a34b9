/** What the cache does, counted by provider. */
import type { Metrics } from '../../../platform/metrics.ts';

export type LookResult = 'hit' | 'stale' | 'miss';
export type RefreshResult = 'made' | 'shed';

export interface CacheCounts {
  looked(provider: string, result: LookResult): void;
  refreshed(provider: string, result: RefreshResult, hotels: number): void;
  purged(provider: string): void;
  quoted(provider: string, isChanged: boolean): void;
  /** Redis did not answer well, or not in time. */
  failed(): void;
}

export const NO_COUNTS: CacheCounts = {
  looked() {},
  refreshed() {},
  purged() {},
  quoted() {},
  failed() {},
};

const LOOKS: readonly LookResult[] = ['hit', 'stale', 'miss'];
const REFRESHES: readonly RefreshResult[] = ['made', 'shed'];
const QUOTES = ['same', 'changed'] as const;

/** `codes` of all providers there are: the series are made now. */
export function cacheCounts(metrics: Metrics, codes: readonly string[]): CacheCounts {
  const provider = [...new Set(codes)];
  const looks = metrics.counter(
    'serai_availability_cache_lookups_total',
    'Hotels looked up in the availability cache. A stale one was shown and fetched again.',
    { provider, result: LOOKS },
  );
  const refreshes = metrics.counter(
    'serai_availability_cache_refreshes_total',
    'Stale hotels fetched again in the background, and those left alone under load.',
    { provider, result: REFRESHES },
  );
  const purges = metrics.counter(
    'serai_availability_cache_purges_total',
    'Hotels whose kept answers were given up because a quote differed.',
    { provider },
  );
  const quotes = metrics.counter(
    'serai_availability_quotes_total',
    'Quotes by whether they differed from the search.',
    { provider, result: QUOTES },
  );
  const failures = metrics.counter(
    'serai_availability_cache_errors_total',
    'Times that the shared cache did not answer in time.',
  );
  // Numbers of series are looked up once.
  const byProvider = <Result extends string>(
    counter: { series(...values: string[]): number },
    results: readonly Result[],
  ) =>
    new Map(provider.map(code => [code, new Map(results.map(each => [each, counter.series(code, each)]))]));
  const lookSeries = byProvider(looks, LOOKS);
  const refreshSeries = byProvider(refreshes, REFRESHES);
  const quoteSeries = byProvider(quotes, QUOTES);
  return {
    looked(code, result) {
      const series = lookSeries.get(code)?.get(result);
      if (series !== undefined) looks.add(series);
    },
    refreshed(code, result, hotels) {
      const series = refreshSeries.get(code)?.get(result);
      if (series !== undefined) refreshes.add(series, hotels);
    },
    purged(code) {
      if (provider.includes(code)) purges.add(purges.series(code));
    },
    quoted(code, isChanged) {
      const series = quoteSeries.get(code)?.get(isChanged ? 'changed' : 'same');
      if (series !== undefined) quotes.add(series);
    },
    failed: () => failures.add(0),
  };
}
