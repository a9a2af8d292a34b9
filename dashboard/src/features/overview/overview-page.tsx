import { Card, Stat, Stats } from '../../components/card.tsx';
import { BarList, Meter } from '../../components/charts/small-charts.tsx';
import { Skeleton } from '../../components/feedback.tsx';
import { FilterPeriod } from '../../components/filter-bar.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { describeForecast, fullestWindow, type KeyWindows } from '../../components/usage/rate-windows.tsx';
import { errorRate, LatencyLines, OperationTable, StatusBars } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { healthFrom, systemHealth } from '../../lib/health.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { DegradedModes, ExpiringKeys } from './overview-banners.tsx';
import { OverviewHealth } from './overview-health.tsx';
import { SetupCard } from './setup-card.tsx';
import '../../styles/usage.css';

const REFRESH_MS = 15_000;
const MAX_OPERATIONS = 8;

/** Not every role has permission to see requests and keys. */
export function OverviewPage() {
  const [seesRequests, seesKeys] = [useMay('requests:view'), useMay('keys:view')];
  return seesRequests && seesKeys ? <TrafficOverview /> : <BookingsOverview />;
}

function BookingsOverview() {
  const environment = useEnvironment();
  const bookings = useCall('bookings/summary', { environment });
  return (
    <>
      <PageHead title="Overview" />
      <Loaded from={bookings}>
        {({ total, needsAttention }) => (
          <Stats>
            <Stat
              label="Bookings in the last 30 days"
              value={formatNumber(total)}
              link={{ to: '/bookings' }}
            />
            <Stat
              label="Need attention"
              value={formatNumber(needsAttention)}
              tone={needsAttention > 0 ? 'warn' : 'plain'}
              link={{ to: '/bookings', search: { attention: 'yes' } }}
            />
          </Stats>
        )}
      </Loaded>
    </>
  );
}

function TrafficOverview() {
  const environment = useEnvironment();
  const [{ period }, setFilters] = useFilters(['period']);
  const from = periodFrom(period);
  const usage = useCall('usage/summary', { environment, from }, { everyMs: REFRESH_MS });
  const bookings = useCall('bookings/summary', { environment, from });
  const keys = useCall('keys/list', { environment, page: { limit: 200 } });
  const isStaff = useMay('system:view');
  const system = useCall('system/status', {}, { everyMs: REFRESH_MS, when: isStaff });
  // Earlier requests may be outside the selected period, so a longer period is checked as well.
  const isQuiet = usage.state === 'ready' && usage.data.totals.statusClasses['2xx'] === 0;
  const month = useCall('usage/summary', { environment, from: periodFrom('30d') }, { when: isQuiet });
  const isNew = isQuiet && month.state === 'ready' && month.data.totals.statusClasses['2xx'] === 0;
  // The page waits for the banners, because late ones would push the figures down.
  const isSettled =
    keys.state !== 'waiting' &&
    (!isStaff || system.state !== 'waiting') &&
    (!isQuiet || month.state !== 'waiting');
  return (
    <>
      <PageHead
        title="Overview"
        actions={<FilterPeriod value={period} onChange={chosen => setFilters({ period: chosen })} />}
      />
      {!isSettled && <Skeleton rows={12} />}
      {isSettled && <OverviewHealth system={isStaff ? healthFrom(system, systemHealth) : undefined} />}
      {isSettled && system.state === 'ready' && <DegradedModes degraded={system.data.degraded} />}
      {isSettled && keys.state === 'ready' && <ExpiringKeys keys={keys.data.keys} />}
      {isSettled && isNew && (
        <SetupCard
          hasKey={keys.state === 'ready' && keys.data.keys.some(({ status }) => status === 'ACTIVE')}
          hasBooked={bookings.state === 'ready' && bookings.data.total > 0}
        />
      )}
      {isSettled && (
        <Loaded from={usage} rows={12}>
          {data => <Figures data={data} bookings={bookings} period={period} />}
        </Loaded>
      )}
    </>
  );
}

interface FiguresProps {
  data: Output<'usage/summary'>;
  bookings: CallState<Output<'bookings/summary'>> & { reload: () => void };
  period: string | undefined;
}

function Figures({ data, bookings, period }: FiguresProps) {
  return (
    <>
      <OverviewStats
        totals={data.totals}
        period={period}
        needsAttention={bookings.state === 'ready' ? bookings.data.needsAttention : undefined}
      />
      <Charts data={data} />
      <div className="grid three-wide">
        <ErrorGroups errors={data.errors} period={period} />
        <BookingStatuses of={bookings} />
        <RateLimitCard windows={data.windows} />
      </div>
      <Card title="Top operations">
        {data.operations.length === 0 ? (
          <p className="faint">No requests in this period.</p>
        ) : (
          <OperationTable operations={data.operations.slice(0, MAX_OPERATIONS)} search={{ period }} />
        )}
      </Card>
    </>
  );
}

function Charts({ data: { buckets } }: { data: Output<'usage/summary'> }) {
  return (
    <div className="grid">
      <Card title="Requests">
        <StatusBars buckets={buckets} />
      </Card>
      <Card title="Latency">
        <LatencyLines buckets={buckets} />
      </Card>
    </div>
  );
}

interface OverviewStatsProps {
  totals: Output<'usage/summary'>['totals'];
  period: string | undefined;
  needsAttention: number | undefined;
}

function OverviewStats({ totals, period, needsAttention }: OverviewStatsProps) {
  const { requests, rateLimited, statusClasses, p50Ms, p95Ms } = totals;
  const failed = statusClasses['5xx'];
  const mayResolve = useMay('bookings:resolve');
  const queue = useCall('attention/count', { environment: useEnvironment() }, { when: mayResolve });
  // Those who can decide see the length of their queue. Others see the bookings that need a decision.
  const waiting = mayResolve ? (queue.state === 'ready' ? queue.data.count : undefined) : needsAttention;
  return (
    <Stats>
      <Stat label="Requests" value={formatNumber(requests)} link={{ to: '/requests', search: { period } }} />
      <Stat
        label="Error rate"
        value={formatPercent(errorRate(totals))}
        hint={failed === 1 ? '1 server error' : `${formatNumber(failed)} server errors`}
        tone={failed > 0 ? 'bad' : 'plain'}
        link={{ to: '/requests', search: { period, class: failed > 0 ? '5xx' : '4xx' } }}
      />
      <Stat
        label="Rate limited (429)"
        value={formatNumber(rateLimited)}
        tone={rateLimited > 0 ? 'warn' : 'plain'}
        link={{ to: '/requests', search: { period, status: '429' } }}
      />
      <Stat label="p50" value={p50Ms === null ? '–' : formatMs(p50Ms)} hint="median latency" />
      <Stat label="p95" value={p95Ms === null ? '–' : formatMs(p95Ms)} hint="95th percentile" />
      <Stat
        label="Needs attention"
        value={waiting === undefined ? '–' : formatNumber(waiting)}
        hint={mayResolve ? 'bookings and reservations' : 'bookings'}
        tone={waiting ? 'bad' : 'plain'}
        link={mayResolve ? { to: '/attention' } : { to: '/bookings', search: { attention: 'yes' } }}
      />
    </Stats>
  );
}

const MAX_ERRORS = 8;

interface ErrorGroupsProps {
  errors: Output<'usage/summary'>['errors'];
  period: string | undefined;
}

function ErrorGroups({ errors, period }: ErrorGroupsProps) {
  return (
    <Card title="Errors" hint="By code and operation, from the request log.">
      {errors.length === 0 ? (
        <p className="faint">No errors in this period.</p>
      ) : (
        <BarList
          label="Errors by code and operation"
          items={errors.slice(0, MAX_ERRORS).map(({ code, operation, requests }) => ({
            key: `${code} ${operation}`,
            label: `${code} · ${operation ?? 'unknown path'}`,
            value: requests,
            tone: 'bad' as const,
            link: { to: '/requests', search: { code, period, ...(operation !== null && { operation }) } },
          }))}
        />
      )}
    </Card>
  );
}

const TONES = {
  PENDING: 'warn',
  ON_REQUEST: 'warn',
  CONFIRMED: 'good',
  REJECTED: 'bad',
  CANCEL_PENDING: 'warn',
  CANCELLED: 'plain',
  COMPLETED: 'info',
  NO_SHOW: 'plain',
} as const;

/** Formats `CANCEL_PENDING` as `Cancel pending`. */
function formatStatus(status: string): string {
  return status.charAt(0) + status.slice(1).toLowerCase().replaceAll('_', ' ');
}

interface BookingStatusesProps {
  of: CallState<Output<'bookings/summary'>> & { reload: () => void };
}

function BookingStatuses({ of }: BookingStatusesProps) {
  const environment = useEnvironment();
  return (
    <Card title="Bookings by status" hint="Created in this period, by current status.">
      <Loaded from={of} rows={4}>
        {({ states, total }) =>
          total === 0 ? (
            <p className="faint">
              No bookings in this period.{' '}
              {environment === 'sandbox' && <LinkTo to="/sandbox">Try an example request.</LinkTo>}
            </p>
          ) : (
            <BarList
              label="Bookings by status"
              items={states
                .filter(({ count }) => count > 0)
                .map(({ status, count }) => ({
                  key: status,
                  label: formatStatus(status),
                  value: count,
                  tone: TONES[status],
                  link: { to: '/bookings', search: { status } },
                }))}
            />
          )
        }
      </Loaded>
    </Card>
  );
}

const MAX_KEYS = 5;

function RateLimitCard({ windows }: { windows: readonly KeyWindows[] }) {
  const share = (key: KeyWindows) => fullestWindow(key).used / fullestWindow(key).limit;
  const nearest = windows.toSorted((a, b) => share(b) - share(a)).slice(0, MAX_KEYS);
  return (
    <Card
      title="Rate limits"
      hint="Keys closest to one of their limits."
      actions={<LinkTo to="/usage">View all</LinkTo>}
    >
      {nearest.length === 0 ? (
        <p className="faint">
          No active keys. <LinkTo to="/settings/api-keys/new">Create an API key</LinkTo>
        </p>
      ) : (
        nearest.map(key => {
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
        })
      )}
    </Card>
  );
}
