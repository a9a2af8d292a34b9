import { RevenueCard } from '../../components/billing/revenue-by-month.tsx';
import { Card, Stat, Stats } from '../../components/card.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { OperationName } from '../../components/operation-names.tsx';
import { FunnelCard } from '../../components/usage/funnel.tsx';
import { errorRate, StatusBars } from '../../components/usage/usage-charts.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatMs, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { monthName } from '../../lib/format/month.ts';
import { lastPeriod, periodFrom } from '../../lib/format/period.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import '../../styles/usage.css';

const PERIOD = '30d';
const REFRESH_MS = 15_000;

/** Requests, errors, funnel and revenue of one partner. Each part loads on its own. */
export function PartnerActivity({ partnerId }: { partnerId: string }) {
  const seesRevenue = useMay('reports:view');
  return (
    <>
      <Requests partnerId={partnerId} />
      <FunnelCard from={periodFrom(PERIOD)} keyId={undefined} partnerId={partnerId} />
      {seesRevenue && <Revenue partnerId={partnerId} />}
    </>
  );
}

function Requests({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const usage = useCall(
    'usage/summary',
    { partnerId, environment },
    { everyMs: REFRESH_MS, window: lastPeriod(PERIOD) },
  );
  return (
    <Card
      title="Requests in the last 30 days"
      hint="Updated every 15 seconds. New requests appear within a minute."
      actions={
        <LinkTo to="/usage" search={{ partner: partnerId, period: PERIOD }}>
          Usage and limits
        </LinkTo>
      }
    >
      <Loaded from={usage} rows={6}>
        {({ totals, buckets, errors }) => (
          <>
            <Stats>
              <Stat label="Requests" value={formatNumber(totals.requests)} />
              <Stat
                label="Error rate"
                value={totals.requests === 0 ? '–' : formatPercent(errorRate(totals))}
              />
              <Stat label="Rate limited (429)" value={formatNumber(totals.rateLimited)} />
              <Stat label="Latency (p95)" value={totals.p95Ms === null ? '–' : formatMs(totals.p95Ms)} />
            </Stats>
            {totals.requests > 0 && <Details partnerId={partnerId} buckets={buckets} errors={errors} />}
          </>
        )}
      </Loaded>
    </Card>
  );
}

type DetailsProps = Pick<Output<'usage/summary'>, 'buckets' | 'errors'> & { partnerId: string };

function Details({ partnerId, buckets, errors }: DetailsProps) {
  return (
    <>
      <StatusBars buckets={buckets} />
      <h3>Errors</h3>
      {errors.length === 0 ? (
        <p className="faint">No errors in this period.</p>
      ) : (
        <DataTable
          label="Errors"
          rows={errors}
          rowKey={({ code, operation }) => `${code} ${operation}`}
          columns={ERROR_COLUMNS}
          rowLink={({ code, operation }) => ({
            to: '/requests',
            search: { partner: partnerId, period: PERIOD, code, ...(operation !== null && { operation }) },
          })}
        />
      )}
    </>
  );
}

type ErrorCount = Output<'usage/summary'>['errors'][number];

const ERROR_COLUMNS: readonly Column<ErrorCount>[] = [
  { key: 'code', heading: 'Error', wide: true, cell: ({ code }) => code },
  {
    key: 'operation',
    heading: 'Operation',
    cell: ({ operation }) => <OperationName operation={operation} />,
  },
  { key: 'requests', heading: 'Requests', align: 'right', cell: ({ requests }) => formatNumber(requests) },
];

const MONTHS = 12;

function Revenue({ partnerId }: { partnerId: string }) {
  return (
    <RevenueCard partnerId={partnerId} months={MONTHS}>
      {rows =>
        rows.length === 0 ? (
          <p className="faint">No confirmed bookings yet.</p>
        ) : (
          <DataTable
            label="Revenue by month"
            rows={rows}
            rowKey={({ month, currency }) => `${month} ${currency}`}
            columns={REVENUE_COLUMNS}
          />
        )
      }
    </RevenueCard>
  );
}

const REVENUE_COLUMNS: readonly Column<Output<'reports/show'>['rows'][number]>[] = [
  { key: 'month', heading: 'Month', wide: true, cell: ({ month = '' }) => monthName(month) },
  { key: 'bookings', heading: 'Bookings', align: 'right', cell: ({ bookings }) => formatNumber(bookings) },
  {
    key: 'cancelled',
    heading: 'Cancelled',
    align: 'right',
    cell: ({ cancelled }) => formatNumber(cancelled),
  },
  { key: 'revenue', heading: 'Revenue', align: 'right', cell: ({ revenue }) => formatMoney(revenue) },
  { key: 'margin', heading: 'Margin', align: 'right', cell: ({ margin }) => formatMoney(margin) },
];
