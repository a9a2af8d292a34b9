import { Card, Stat, Stats } from '../../components/card.tsx';
import { BarList, Meter } from '../../components/charts/small-charts.tsx';
import { Empty } from '../../components/feedback.tsx';
import { FilterPeriod, listedPeriod, periodLabel } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { useMayCreateKeys } from '../../components/may-create-keys.ts';
import { operationTitle } from '../../components/operation-names.tsx';
import { useRecentCalls } from '../../components/recent-calls.ts';
import { describeForecast, fullestWindow, type KeyWindows } from '../../components/usage/rate-windows.tsx';
import { errorRate, LatencyCard, OperationTable, StatusBars } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatLeft, formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { lastPeriod } from '../../lib/format/period.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';

const REFRESH_MS = 15_000;
const MAX_OPERATIONS = 8;
const MAX_ERRORS = 6;
const MAX_KEYS = 4;
const DEFAULT_PERIOD = '24h';

type Usage = Output<'usage/summary'>;

/** Requests to the API in the chosen period. */
export function Traffic() {
  const environment = useEnvironment();
  const [{ period: wanted }, setFilters] = useFilters(['period']);
  const period = listedPeriod(wanted, DEFAULT_PERIOD);
  const usage = useCall(
    'usage/summary',
    { environment },
    { everyMs: REFRESH_MS, window: lastPeriod(period) },
  );
  const periodName = periodLabel(period);
  const choose = (value: string | undefined) => setFilters({ period: value });
  return (
    <>
      <div className="section-head">
        <div>
          <h2>API traffic</h2>
          <p className="hint">{periodName}.</p>
        </div>
        <FilterPeriod value={period} onChange={choose} />
      </div>
      <Loaded from={usage} rows={8}>
        {data =>
          data.totals.requests === 0 ? (
            <NoTraffic data={data} periodName={periodName} onLonger={() => choose('30d')} />
          ) : (
            <Figures data={data} period={period} />
          )
        }
      </Loaded>
    </>
  );
}

interface NoTrafficProps {
  data: Usage;
  periodName: string;
  onLonger: () => void;
}

/** The next step, instead of empty charts. */
function NoTraffic({ data: { windows }, periodName, onLonger }: NoTrafficProps) {
  const mayCreate = useMayCreateKeys();
  // Requests are added to the figures every few seconds, but count towards the rate limits at once.
  if (windows.some(({ perDay }) => perDay.used > 0)) {
    return <Empty title="The first requests are being counted">They appear here within a minute.</Empty>;
  }
  return (
    <Empty
      isSmall
      title={`No requests in the ${periodName.toLowerCase()}`}
      action={
        <div className="row">
          {(windows.length > 0 || mayCreate) && (
            <LinkTo to={windows.length === 0 ? '/settings/api-keys/new' : '/reference'} className="button">
              {windows.length === 0 ? 'Create an API key' : 'Send a request'}
            </LinkTo>
          )}
          {periodName !== 'Last 30 days' && (
            <button type="button" className="quiet" onClick={onLonger}>
              Show the last 30 days
            </button>
          )}
        </div>
      }
    >
      {windows.length === 0
        ? `No key is active, so no application can send requests.${mayCreate ? '' : ' Ask an admin to create one.'}`
        : 'Requests, errors and latency appear here as soon as an application calls the API.'}
    </Empty>
  );
}

function Figures({ data, period }: { data: Usage; period: string }) {
  const { totals, buckets, errors, windows, operations } = data;
  const failedCalls = useFailedCalls();
  const requestsText = requestsHint(errors, errorRate(totals) > 0);
  const topText = topWords(operations);
  return (
    <>
      <TrafficStats totals={totals} period={period} failedCalls={failedCalls} />
      <div className="grid">
        <Card folds title="Requests" summary={requestsText} hint={requestsText}>
          <StatusBars buckets={buckets} />
        </Card>
        <LatencyCard buckets={buckets} totals={totals} />
      </div>
      {errors.length > 0 && <ErrorGroups errors={errors} period={period} />}
      <div className="grid">
        <RateLimitCard windows={windows} />
        <Card folds="always" title="Top operations" summary={topText} hint={topText}>
          <OperationTable operations={operations.slice(0, MAX_OPERATIONS)} search={{ period }} />
        </Card>
      </div>
    </>
  );
}

/** The calls to providers that failed in the last hour. Every period of this section contains it. */
function useFailedCalls(): number {
  const { data } = useRecentCalls(useEnvironment(), useMay('providers:view'));
  return data?.providers.reduce((sum, each) => sum + each.totals.errors, 0) ?? 0;
}

interface TrafficStatsProps {
  totals: Usage['totals'];
  period: string;
  failedCalls: number;
}

function TrafficStats({ totals, period, failedCalls }: TrafficStatsProps) {
  const { requests, rateLimited, statusClasses, p50Ms, p95Ms } = totals;
  const failed = statusClasses['5xx'];
  return (
    <Stats>
      <Stat
        label="Requests"
        value={formatNumber(requests)}
        hint={`${formatNumber(statusClasses['2xx'])} successful`}
        link={{ to: '/requests', search: { period } }}
      />
      <Stat
        label="Error rate"
        value={formatPercent(errorRate(totals))}
        hint={
          <>
            {failed === 1 ? '1 server error' : `${formatNumber(failed)} server errors`}
            {failedCalls > 0 && <FailedCalls count={failedCalls} failsRequests={errorRate(totals) > 0} />}
          </>
        }
        tone={failed > 0 ? 'bad' : 'plain'}
        link={{ to: '/requests', search: { period, class: failed > 0 ? '5xx' : '4xx' } }}
      />
      <Stat
        label="Rate limited (429)"
        value={formatNumber(rateLimited)}
        hint={`${formatPercent(rateLimited / requests)} of requests`}
        tone={rateLimited > 0 ? 'warn' : 'plain'}
        link={{ to: '/requests', search: { period, status: '429' } }}
      />
      <Stat
        label="Latency (p50)"
        value={p50Ms === null ? '–' : formatMs(p50Ms)}
        hint={`p95: ${p95Ms === null ? '–' : formatMs(p95Ms)}`}
      />
    </Stats>
  );
}

interface FailedCallsProps {
  count: number;
  /** Some requests failed, maybe because of these calls. */
  failsRequests: boolean;
}

/** Whether failed calls to providers had an effect on requests. If requests failed too, the calls may be the reason. */
function FailedCalls({ count, failsRequests }: FailedCallsProps) {
  const calls = (kind: string) => (count === 1 ? `1 ${kind}` : `${formatNumber(count)} ${kind}s`);
  return (
    <span className="stat-line">
      {failsRequests ? (
        <LinkTo to="/providers">{calls('failed provider call')} in the last hour</LinkTo>
      ) : (
        `${calls('provider call')} failed in the last hour, but no requests did.`
      )}
    </span>
  );
}

/** States that there are no errors, instead of an empty card. The request log may not reach as far back as the counters. */
function requestsHint(errors: Usage['errors'], hasFailed: boolean): string {
  if (errors.length > 0) return 'By status class.';
  if (hasFailed) return 'The request log no longer contains the failed requests of this period.';
  return 'No errors in this period.';
}

interface ErrorGroupsProps {
  errors: Usage['errors'];
  period: string;
}

function ErrorGroups({ errors, period }: ErrorGroupsProps) {
  return (
    <Card title="Errors" hint="By code and operation, from the request log.">
      <BarList
        label="Errors by code and operation"
        items={errors.slice(0, MAX_ERRORS).map(({ code, operation, requests }) => ({
          key: `${code} ${operation}`,
          label: `${code} · ${operationTitle(operation)}`,
          value: requests,
          tone: 'bad' as const,
          link: { to: '/requests', search: { code, period, ...(operation !== null && { operation }) } },
        }))}
      />
    </Card>
  );
}

/** The busiest operations in one line, for example `Search hotel availability 9,136, Quote an offer 2,284`. */
function topWords(operations: Usage['operations']): string {
  return operations
    .slice(0, 3)
    .map(({ operation, requests }) => `${operationTitle(operation)} ${formatNumber(requests)}`)
    .join(', ');
}

/** The key that is closest to a limit, in one line. */
function nearestWords(nearest: KeyWindows | undefined): string {
  if (nearest === undefined) return 'No active keys.';
  const { window, used, limit } = fullestWindow(nearest);
  return `Closest to its limit: ${nearest.name}, ${formatLeft(limit - used, limit)} this ${window}.`;
}

function RateLimitCard({ windows }: { windows: readonly KeyWindows[] }) {
  const mayCreate = useMayCreateKeys();
  const share = (key: KeyWindows) => fullestWindow(key).used / fullestWindow(key).limit;
  const nearest = windows.toSorted((a, b) => share(b) - share(a)).slice(0, MAX_KEYS);
  const nearestText = nearestWords(nearest[0]);
  return (
    <Card folds="always" title="Rate limits" summary={nearestText} hint={nearestText}>
      {nearest.length === 0 ? (
        <p className="faint">
          No active keys.{' '}
          {mayCreate ? (
            <LinkTo to="/settings/api-keys/new">Create an API key</LinkTo>
          ) : (
            'Ask an admin to create one.'
          )}
        </p>
      ) : (
        <>
          {nearest.map(key => {
            const { window, used, limit } = fullestWindow(key);
            return (
              <Meter
                key={key.keyId}
                label={`${key.name}, per ${window}`}
                used={used}
                limit={limit}
                hint={key.bitesFirst !== null && describeForecast(key)}
              />
            );
          })}
          <LinkTo to="/usage">View all rate limits</LinkTo>
        </>
      )}
    </Card>
  );
}
