/**
 * Metrics for provider calls and circuit breakers. Labels come from the configuration, never from client input. All accounts at one
 * supplier share a label, so that connecting an account adds no series.
 */
import { ENVIRONMENTS } from '@serai/contract/shared/answer.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { ProviderOperation } from '../port/call.ts';
import type { Booked, Cancelled } from '../port/outcomes.ts';
import type { Providers } from '../provider.ts';
import { providerLabel, providerLabels } from '../providers/accounts/provider-label.ts';
import type { PoolHealth } from '../providers/call-provider.ts';
import { type AnyOutcome, isSuccess, POOL_OF, type Pool } from '../providers/classify-call.ts';
import { environmentOf } from '../providers/connections/connection.ts';
import type { EndedCall } from '../providers/health/call-counts.ts';

const OPERATIONS = Object.keys(POOL_OF) as ProviderOperation[];
const POOLS = [...new Set(Object.values(POOL_OF))];
const RESULTS = ['ok', 'error', 'timeout', 'throttled'] as const;
const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120, 180];

type Effect = Booked['kind'] | Cancelled['kind'];
const OUTCOMES = {
  CONFIRMED: true,
  ON_REQUEST: true,
  ACCEPTED: true,
  REFUSED: true,
  DUPLICATE: true,
  CANCELLED: true,
  ALREADY: true,
  NOT_EXECUTED: true,
  UNKNOWN: true,
} as const satisfies Record<Effect, true>;

interface Watched {
  providers: Providers;
  /** The pools of a provider that have been used so far. */
  poolsOf(provider: EndedCall['provider']): readonly PoolHealth[];
}

/** Returns a function to call after every provider call. */
export function addProviderMetrics(
  metrics: Metrics,
  { providers, poolsOf }: Watched,
): (call: EndedCall) => void {
  const environment = ENVIRONMENTS;
  const provider = providerLabels(providers);
  const calls = metrics.counter('serai_provider_calls_total', 'Calls to providers by result.', {
    environment,
    provider,
    operation: OPERATIONS,
    result: RESULTS,
  });
  const outcomes = metrics.counter(
    'serai_provider_outcomes_total',
    'Outcomes of bookings and cancellations at providers.',
    { environment, operation: ['book', 'cancel'], outcome: Object.keys(OUTCOMES) },
  );
  const durations = metrics.histogram(
    'serai_provider_call_duration_seconds',
    'Duration of calls to providers.',
    BOUNDS,
    { environment, operation: OPERATIONS },
  );
  metrics.gauge(
    'serai_provider_breaker_open',
    'Whether the circuit breaker of a provider is open.',
    (of, code, pool) => {
      const known = providers
        .list(of === 'sandbox')
        .filter(each => providerLabel(each.code) === code && environmentOf(each) === of);
      return Number(known.some(each => isFailing(poolsOf(each), pool as Pool)));
    },
    { environment, provider, pool: POOLS },
  );
  return ({ provider: called, operation, outcome, durationMs }) => {
    const of = environmentOf(called);
    calls.add(calls.series(of, providerLabel(called.code), operation, resultOf(outcome)));
    durations.observe(durations.series(of, operation), durationMs / 1000);
    if (operation === 'book' || operation === 'cancel') {
      outcomes.add(outcomes.series(of, operation, outcome.kind));
    }
  };
}

function isFailing(pools: readonly PoolHealth[], pool: Pool): boolean {
  return pools.some(each => each.pool === pool && each.isFailing);
}

function resultOf(outcome: AnyOutcome): (typeof RESULTS)[number] {
  const isGood = isSuccess(outcome);
  if (isGood === undefined) return 'throttled';
  if (isGood) return 'ok';
  return 'cause' in outcome && outcome.cause === 'TIMEOUT' ? 'timeout' : 'error';
}
