import { showProviderHealth } from '@serai/contract/account/providers.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import type { PoolHealth } from '../../providers/call-provider.ts';
import { connectionKey } from '../../providers/connections/connection.ts';
import { listConnections } from '../../providers/connections/connection-store.ts';
import { type CallsSum, sumCalls } from '../../providers/health/counted-calls-store.ts';
import { CLASSES, percentileOf } from '../../providers/health/duration-classes.ts';
import { healthPeriod } from '../../providers/health/health-period.ts';
import { connectionAtFirst, type ProviderParts, providerIdOf } from './provider-parts.ts';

export function providersHealth({ providers, calls, clock }: ProviderParts): OperatorHandler {
  return operate(showProviderHealth, async ({ db, organisationId }, { environment, ...span }) => {
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
  const byOperation = Map.groupBy(sums, ({ operation }) => operation);
  const byStart = Map.groupBy(sums, ({ start }) => start.getTime());
  return {
    totals: figuresOf(sums),
    operations: [...byOperation]
      .map(([operation, own]) => ({ operation, ...figuresOf(own) }))
      .toSorted((a, b) => b.calls - a.calls),
    buckets: [...byStart].map(([startMs, own]) => ({ start: isoTime(startMs), ...figuresOf(own) })),
  };
}

function figuresOf(sums: readonly CallsSum[]) {
  const add = (of: (sum: CallsSum) => number) => sums.reduce((total, sum) => total + of(sum), 0);
  const classes = Array.from({ length: CLASSES }, (_, i) => add(({ durations }) => durations[i] ?? 0));
  const maxMs = Math.max(0, ...sums.map(sum => sum.maxMs));
  return {
    calls: add(({ calls }) => calls),
    errors: add(({ errors }) => errors),
    timeouts: add(({ timeouts }) => timeouts),
    p50Ms: percentileOf(classes, 0.5, maxMs),
    p95Ms: percentileOf(classes, 0.95, maxMs),
  };
}
