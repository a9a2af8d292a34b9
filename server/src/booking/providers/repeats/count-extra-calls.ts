/** Counts calls that were made because another failed or was late. */
import type { Metrics } from '../../../platform/metrics.ts';
import type { Provider, Providers } from '../../provider.ts';
import type { ExtraCall } from './read-repeats.ts';

const KINDS: readonly ExtraCall[] = ['retry', 'hedge'];

export function countExtraCalls(
  metrics: Metrics,
  providers: Providers,
): (provider: Provider, extra: ExtraCall) => void {
  const codes = [true, false].flatMap(testMode => providers.list(testMode).map(({ code }) => code));
  const calls = metrics.counter(
    'serai_provider_extra_calls_total',
    'Reads tried again after a failure, and second calls beside late ones.',
    { provider: [...new Set(codes)], kind: KINDS },
  );
  return ({ code }, extra) => calls.add(calls.series(code, extra));
}
