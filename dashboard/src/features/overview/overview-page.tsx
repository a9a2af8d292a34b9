import { Card } from '../../components/card.tsx';
import { Skeleton } from '../../components/feedback.tsx';
import { FilterPeriod } from '../../components/filter-bar.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { LatencyLines, OperationTable, StatusBars } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { type CallState, useCall } from '../../lib/calls/use-call.ts';
import { periodFrom } from '../../lib/format/period.ts';
import { useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { BookingStates } from './booking-states.tsx';
import { ErrorGroups } from './error-groups.tsx';
import { DegradedModes, ExpiringKeys } from './overview-banners.tsx';
import { OverviewStats } from './overview-stats.tsx';
import { SetUpCard } from './set-up-card.tsx';
import { WindowCard } from './window-card.tsx';
import '../../styles/usage.css';

const REFRESH_MS = 15_000;
const MOST_OPERATIONS = 8;

export function OverviewPage() {
  const environment = useEnvironment();
  const [{ period }, setFilters] = useFilters(['period']);
  const from = periodFrom(period);
  const usage = useCall('usage/summary', { environment, from }, { everyMs: REFRESH_MS });
  const bookings = useCall('bookings/summary', { environment, from });
  const keys = useCall('keys/list', { environment, page: { limit: 200 } });
  const isStaff = useStaff();
  const system = useCall('system/status', {}, { everyMs: REFRESH_MS, when: isStaff });
  // The period that is chosen may be shorter than what was done before.
  const isQuiet = usage.state === 'ready' && usage.data.totals.statusClasses['2xx'] === 0;
  const month = useCall('usage/summary', { environment, from: periodFrom('30d') }, { when: isQuiet });
  const isNew = isQuiet && month.state === 'ready' && month.data.totals.statusClasses['2xx'] === 0;
  // What stands above the figures must not push them down later.
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
      {isSettled && system.state === 'ready' && <DegradedModes degraded={system.data.degraded} />}
      {isSettled && keys.state === 'ready' && <ExpiringKeys keys={keys.data.keys} />}
      {isSettled && isNew && (
        <SetUpCard
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
        <BookingStates of={bookings} />
        <WindowCard windows={data.windows} />
      </div>
      <Card title="Top operations">
        {data.operations.length === 0 ? (
          <p className="faint">No request in this period.</p>
        ) : (
          <OperationTable operations={data.operations.slice(0, MOST_OPERATIONS)} search={{ period }} />
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
