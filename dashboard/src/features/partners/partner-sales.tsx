import type { ReactNode } from 'react';
import { hasJustBegun } from '../../components/billing/month-values.ts';
import { sumCounts } from '../../components/billing/revenue-figures.ts';
import { useRevenue } from '../../components/billing/use-revenue.ts';
import type { StatusGroupName } from '../../components/booking-labels.ts';
import { Stat } from '../../components/card.tsx';
import { ChangeMark } from '../../components/figure-parts.tsx';
import type { Partner } from '../../components/partners/partners.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { type Change, changeOf, changeOfMoney } from '../../lib/format/change.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { currentMonth, monthName } from '../../lib/format/month.ts';
import { dateIn, sameDaysOfLastMonth } from '../../lib/format/zoned-day.ts';
import { useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';

export const UNKNOWN = '–';
export const FAILED = 'Could not be loaded';

type Row = Output<'reports/show'>['rows'][number];

/** The bookings of this month. Amounts of other currencies are only mentioned, but their bookings are counted. */
export function PartnerSales({ partner: { partnerId, billing } }: { partner: Partner }) {
  const report = useRevenue(partnerId, 1);
  const before = useSameDays(partnerId);
  const thisMonth = currentMonth(useSession().session.timeZone);
  const rows = report.state === 'ready' ? report.data.rows : undefined;
  const row = rowIn(rows, billing.currency);
  const counts = rows && sumCounts(rows);
  const earlier = before.rows && sumCounts(before.rows);
  // Only the same currency can be compared.
  const wanted = row?.currency ?? billing.currency;
  const earlierRow = before.rows?.find(({ currency }) => currency === wanted);
  const link = { to: '/billing', search: { tab: 'reports', partner: partnerId } };
  const failed = report.state === 'failed' ? FAILED : undefined;
  const none = rows ? formatMoney({ amount: '0.00', currency: billing.currency }) : UNKNOWN;
  return (
    <>
      <Stat
        label="Revenue this month"
        link={link}
        value={
          <Compared
            value={row ? formatMoney(row.revenue) : none}
            change={row && earlierRow && changeOfMoney([row.revenue], [earlierRow.revenue])}
            month={before.month}
            isAmount
          />
        }
        hint={
          rows ? (
            <>
              {row
                ? `${formatMoney(row.margin)} margin${rows.length > 1 ? ', plus other currencies' : ''}`
                : 'No bookings yet'}
              {earlierRow && (
                <span className="same-days">
                  {before.days}: <span>{formatMoney(earlierRow.revenue)}</span>
                </span>
              )}
            </>
          ) : (
            failed
          )
        }
      />
      <Stat
        label="Bookings this month"
        link={{
          to: '/bookings',
          search: {
            partner: partnerId,
            status: 'sold' satisfies StatusGroupName,
            createdFrom: `${thisMonth}-01`,
          },
        }}
        value={
          <Compared
            value={counts ? formatNumber(counts.bookings) : UNKNOWN}
            change={changeOf(counts?.bookings, earlier?.bookings)}
            month={before.month}
          />
        }
        hint={
          counts ? (
            <>
              {row &&
                `${formatNumber(counts.roomNights)} room nights, ${formatNumber(counts.cancelled)} cancelled`}
              {earlier && before.rows && before.rows.length > 0 && (
                <span className="same-days">
                  {before.days}: {formatNumber(earlier.bookings)}
                </span>
              )}
            </>
          ) : (
            failed
          )
        }
      />
    </>
  );
}

interface SameDays {
  /** For example `October`. */
  month: string;
  /** For example `1–18 October`. */
  days: string;
  /** Undefined until they are loaded. */
  rows: readonly Row[] | undefined;
}

/** The report of the same days of the month before. */
function useSameDays(partnerId: string): SameDays {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const { from, to } = sameDaysOfLastMonth(dateIn(timeZone, Date.now()));
  const read = useCall('reports/show', {
    ...{ partnerId, environment, by: ['MONTH'], page: { limit: 500 } },
    ...{ from, to },
  });
  const month = monthName(from.slice(0, 7)).replace(/ \d+$/, '');
  const last = Number(to.slice(8));
  return { month, days: `${last === 1 ? '1' : `1–${last}`} ${month}`, rows: ownData(read)?.rows };
}

function rowIn(rows: readonly Row[] | undefined, wanted: string): Row | undefined {
  return rows?.find(({ currency }) => currency === wanted) ?? rows?.[0];
}

interface ComparedProps {
  value: ReactNode;
  change: Change | undefined;
  month: string;
  isAmount?: boolean;
}

/** The first days of a month say little, so their change is neither good nor bad, as in the reports. */
function Compared({ value, change, month, isAmount = false }: ComparedProps) {
  const { timeZone } = useSession().session;
  const today = dateIn(timeZone, Date.now());
  return (
    <span className="figure-line">
      <span>{value}</span>
      {change && (
        <ChangeMark
          change={change}
          isAmount={isAmount}
          comparedWith={`the same days of ${month}`}
          isOpen={hasJustBegun(today.slice(0, 7), today)}
        />
      )}
    </span>
  );
}
