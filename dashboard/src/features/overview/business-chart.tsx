import { MEASURES } from '../../components/billing/month-values.ts';
import { STATUS_LABELS } from '../../components/booking-labels.ts';
import { Card } from '../../components/card.tsx';
import { moneyPoints } from '../../components/charts/money-points.ts';
import { TimeBars } from '../../components/charts/time-chart.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Segmented } from '../../components/segmented.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useFilters } from '../../lib/url-state.ts';
import { type BusinessPeriod, bookingsLink } from './business-period.ts';
import { bookingDays, bookingPoints, salesDays, shownCurrency } from './days.ts';
import type { Periods } from './use-periods.ts';

type Summary = Output<'bookings/summary'>;
type Sales = Output<'reports/sales'>;

interface BusinessChartProps {
  bookings: Periods<Summary>;
  /** Undefined if the role may not see it, or if it could not be loaded. */
  sales: Periods<Sales> | undefined;
}

/** Bookings, revenue or margin of each day of the period, with those of the earlier period as a line. */
export function BusinessChart({ bookings, sales }: BusinessChartProps) {
  const [{ chart }, setFilters] = useFilters(['chart']);
  const shown = MEASURES.find(([key]) => sales && key === chart) ?? MEASURES[0];
  const [measure, name] = shown;
  const label = `${name} per day`;
  const { timeZone } = bookings.current;
  const { period } = bookings;
  return (
    <Card
      folds
      title={label}
      summary={statusCounts(bookings.current)
        .map(({ text }) => text)
        .join(', ')}
      hint={
        sales && measure !== 'bookings' ? (
          <CurrencyLine sales={sales.current} timeZone={timeZone} />
        ) : (
          <StatusLine summary={bookings.current} period={period} />
        )
      }
    >
      {sales && (
        <Segmented
          label="Chart figure"
          options={MEASURES}
          value={measure}
          onChange={value => setFilters({ chart: value === 'bookings' ? undefined : value })}
        />
      )}
      {sales && measure !== 'bookings' ? (
        <MoneyBars key={`${measure} ${period.key}`} label={label} name={name} measure={measure} {...sales} />
      ) : (
        <BookingBars key={period.key} label={label} {...bookings} />
      )}
    </Card>
  );
}

function BookingBars({ label, current, previous, period }: Periods<Summary> & { label: string }) {
  return (
    <TimeBars
      label={label}
      points={bookingPoints(current, previous ? bookingDays(previous) : [])}
      series={DAY_SERIES}
      isOpen={period.isOpen}
      before={previous && { key: 'before', label: period.before }}
      calendar="day"
    />
  );
}

interface MoneyBarsProps extends Periods<Sales> {
  label: string;
  name: string;
  measure: 'revenue' | 'margin';
}

function MoneyBars({ label, name, measure, current, previous, period }: MoneyBarsProps) {
  const currency = shownCurrency(current);
  const days = salesDays(current, measure, currency);
  const earlier = previous ? salesDays(previous, measure, currency) : [];
  if (days.length === 0) return <p className="faint">No revenue {period.within}.</p>;
  return (
    <TimeBars
      label={label}
      points={moneyPoints(days, earlier)}
      series={[{ key: 'amount', label: `${name} in ${currency}`, tone: 'accent' }]}
      isOpen={period.isOpen}
      before={earlier.length > 0 ? { key: 'before', label: period.before } : undefined}
      calendar="day"
    />
  );
}

const DAY_SERIES = [
  { key: 'confirmed', label: 'Confirmed', tone: 'good' },
  { key: 'open', label: 'Open', tone: 'warn' },
  { key: 'cancelled', label: 'Cancelled', tone: 'plain' },
  { key: 'rejected', label: 'Rejected', tone: 'bad' },
] as const;

function CurrencyLine({ sales, timeZone }: { sales: Sales; timeZone: string }) {
  const others = sales.totals.slice(1).map(({ currency }) => currency);
  return (
    <>
      By booking date ({timeZone}).
      {others.length > 0 &&
        ` Shows ${shownCurrency(sales)}, the currency with the most bookings. Not included: ${others.join(', ')}.`}
    </>
  );
}

/** For example `6 confirmed`, for each status with bookings. */
const statusCounts = ({ states }: Summary) =>
  states
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => ({
      status,
      text: `${formatNumber(count)} ${STATUS_LABELS[status].toLowerCase()}`,
    }));

/** One line, so that the usual case takes no space. */
function StatusLine({ summary, period }: { summary: Summary; period: BusinessPeriod }) {
  const found = statusCounts(summary);
  return (
    <>
      By booking date ({summary.timeZone}).{' '}
      {found.length > 0 && (
        <>
          Current status:{' '}
          {found.map(({ status, text }, index) => (
            <span key={status}>
              {index > 0 && ', '}
              <LinkTo {...bookingsLink(period, status)}>{text}</LinkTo>
            </span>
          ))}
          .
        </>
      )}
    </>
  );
}
