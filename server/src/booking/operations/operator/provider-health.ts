import { showProviderHealth } from '@serai/contract/account/provider-health.ts';
import { isoTime } from '../../../platform/iso-time.ts';
import { type OperatorHandler, operate } from '../../../platform/operations/operator/operator-handler.ts';
import { CALL_CLASSES, SHARE_PERCENT } from '../../providers/budget/call-budget.ts';
import type { PoolHealth, ProviderCalls } from '../../providers/call-provider.ts';
import { connectionKey } from '../../providers/connections/connection.ts';
import { listConnections } from '../../providers/connections/connection-store.ts';
import { CLASSES, healthPeriod, percentileOf } from '../../providers/health/call-statistics.ts';
import { type CallsSum, sumCalls } from '../../providers/health/call-statistics-store.ts';
import { listErrors, type ProviderError } from '../../providers/health/last-errors-store.ts';
import { defaultConnection, type ProviderParts, providerIdOf } from './provider-view.ts';

export function providersHealth({
  providers,
  calls,
  clock,
  connections: service,
}: ProviderParts): OperatorHandler {
  return operate(showProviderHealth, async ({ db, organisationId }, { environment, ...span }) => {
    const period = healthPeriod(span, clock.nowMs());
    const listed = providers.list(environment === 'sandbox');
    const [sums, connections, errors, budgets] = await Promise.all([
      sumCalls(db, { ...period, environment }),
      listConnections(db, organisationId),
      listErrors(service.db, environment),
      Promise.all(listed.map(provider => calls.budgetOf(provider))),
    ]);
    return {
      from: period.from.toISOString(),
      to: period.to.toISOString(),
      bucketSeconds: period.bucketSeconds,
      providers: listed.map((provider, index) => {
        const own = sums.filter(({ code }) => code === provider.code);
        const connection = connections.get(connectionKey(environment, provider.code));
        return {
          providerId: providerIdOf(provider),
          name: (connection ?? defaultConnection(provider)).name,
          budget: budgetView(budgets[index]),
          lastError: errorView(errors.find(({ code }) => code === provider.code)),
          breakers: calls.poolsOf(provider).map(breakerView),
          ...figuresByKind(own),
        };
      }),
    };
  });
}

function budgetView(use: Awaited<ReturnType<ProviderCalls['budgetOf']>>) {
  if (use === undefined) return null;
  const { limits, usedPerMinute, usedPerDay, blockedUntilMs, calls } = use;
  const left = (limit: number | undefined, used: number, percent: number) =>
    limit === undefined ? null : Math.max(0, Math.floor((limit * percent) / 100) - used);
  const windowOf = (limit: number | undefined, used: number) =>
    limit === undefined ? null : { limit, used, left: Math.max(0, limit - used) };
  return {
    minute: windowOf(limits.perMinute, usedPerMinute),
    day: windowOf(limits.perDay, usedPerDay),
    blockedUntil: blockedUntilMs === null ? null : isoTime(blockedUntilMs),
    classes: CALL_CLASSES.map(name => ({
      class: name,
      sharePercent: SHARE_PERCENT[name],
      leftPerMinute: left(limits.perMinute, usedPerMinute, SHARE_PERCENT[name]),
      leftPerDay: left(limits.perDay, usedPerDay, SHARE_PERCENT[name]),
      ...calls[name],
    })),
  };
}

function errorView(error: ProviderError | undefined) {
  if (error === undefined) return null;
  const { at, operation, cause, status, words } = error;
  return { at: at.toISOString(), operation, cause, status, supplierSays: words };
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
