import type { ReactNode } from 'react';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { shortMonthName } from '../../lib/format/month.ts';
import { useMay } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { Card } from '../card.tsx';
import { LinkTo } from '../link-to.tsx';
import { Loaded } from '../loaded.tsx';
import { barLengths } from './revenue-figures.ts';
import { useRevenue } from './use-revenue.ts';
import '../../styles/billing.css';
import '../../styles/revenue-by-month.css';

type Row = Output<'reports/show'>['rows'][number];

export const REVENUE_MONTHS = 6;

/** Revenue and bookings of a partner in the last months, latest first, with a bar for the revenue. */
export function RevenueByMonth({ partnerId }: { partnerId: string }) {
  return (
    <RevenueCard partnerId={partnerId} months={REVENUE_MONTHS}>
      {rows => (rows.length === 0 ? <NoRevenue partnerId={partnerId} /> : <Months rows={rows} />)}
    </RevenueCard>
  );
}

interface RevenueCardProps {
  partnerId: string;
  months: number;
  /** The rows begin with the latest month. */
  children: (rows: readonly Row[]) => ReactNode;
}

export function RevenueCard({ partnerId, months, children }: RevenueCardProps) {
  const report = useRevenue(partnerId, months);
  return (
    <Card
      title="Revenue by month"
      hint={`Last ${months} months, by booking date.`}
      actions={
        <LinkTo to="/billing" search={{ tab: 'reports', partner: partnerId, by: 'MONTH' }}>
          Report
        </LinkTo>
      }
    >
      <Loaded from={report} rows={3}>
        {({ rows }) => children(rows)}
      </Loaded>
    </Card>
  );
}

function NoRevenue({ partnerId }: { partnerId: string }) {
  const environment = useEnvironment();
  const active = useCall(
    'keys/list',
    { environment, partnerId, status: 'ACTIVE', page: { limit: 1 } },
    { when: useMay('keys:view') },
  );
  const needsKey = active.state === 'ready' && active.data.keys.length === 0;
  return (
    <p className="faint">
      No confirmed bookings in the last {REVENUE_MONTHS} months.
      {needsKey && ' The partner needs a key to book.'}
    </p>
  );
}

function Months({ rows }: { rows: readonly Row[] }) {
  const lengths = barLengths(rows);
  return (
    <table className="months">
      <thead className="unseen">
        <tr>
          <th scope="col">Month</th>
          <td aria-hidden="true" />
          <th scope="col">Revenue</th>
          <th scope="col">Bookings</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ month = '', currency, revenue, bookings }, at) => (
          <tr key={`${month} ${currency}`}>
            <th scope="row">{shortMonthName(month)}</th>
            <td className="months-bar" aria-hidden="true">
              <span style={{ width: `${(lengths[at] ?? 0) * 100}%` }} />
            </td>
            <td>{formatMoney(revenue)}</td>
            <td className="faint">{bookings === 1 ? '1 booking' : `${formatNumber(bookings)} bookings`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
