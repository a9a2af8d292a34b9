import { showProviderHealth } from '@serai/contract/account/providers/health.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator-handler.ts';
import type { PoolHealth } from '../../providers/call-provider.ts';
import { connectionKey } from '../../providers/connections/connection.ts';
import { listConnections } from '../../providers/connections/connection-store.ts';
import { type CallsSum, sumCalls } from '../../providers/health/counted-calls-store.ts';
import { percentileOf } from '../../providers/health/duration-classes.ts';
import { healthPeriod } from '../../providers/health/health-period.ts';
import { connectionAtFirst, type ProviderParts, providerIdOf } from './provider-parts.ts';

export function providersHealth({ db, providers, calls, clock }: ProviderParts): OperatorHandler {
  return operate(showProviderHealth, async ({ organisationId }, { environment, ...span }) => {
    const period = healthPeriod(span, clock.nowMs());
    const [sums, connections] = await Promise.all([
      sumCalls(db, { ...period, environment }),
      listConnections(db, organisationId),
    ]);
    return {
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      bucketSeconds: period.bucketSeconds,
      providers: providers.list(environment === 'sandbox').map(provider => {
        const own = sums.filter(({ code }) => code === provider.code);
        const connection = connections.get(connectionKey(environment, provider.code));
        return {
          providerId: providerIdOf(provider),
          name: (connection ?? connectionAtFirst(provider)).name,
          breakers: calls.poolsOf(provider).map(breakerView),
          ...figuresByKind(own),
        };
      }),
    };
  });
}

function breakerView({ pool, isFailing, sinceMs }: PoolHealth) {
  return { pool, state: isFailing ? ('OPEN' as const) : ('CLOSED' as const), since: isoTime(sinceMs) };
}

function figuresByKind(sums: readonly CallsSum[]) {
  const total = sums.find(({ operation, start }) => operation === null && start === null);
  return {
    totals: total === undefined ? NO_CALLS : figuresOf(total),
    operations: sums.flatMap(sum =>
      sum.operation === null ? [] : [{ operation: sum.operation, ...figuresOf(sum) }],
    ),
    buckets: sums.flatMap(sum =>
      sum.start === null ? [] : [{ start: sum.start.toISOString(), ...figuresOf(sum) }],
    ),
  };
}

const NO_CALLS = { calls: 0, errors: 0, timeouts: 0, p50Ms: null, p95Ms: null };

function figuresOf({ calls, errors, timeouts, maxMs, durations }: CallsSum) {
  const percentile = (share: number) => percentileOf(durations, share, maxMs);
  return { calls, errors, timeouts, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
}
