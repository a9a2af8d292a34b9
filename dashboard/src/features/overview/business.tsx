import { STATUS_LABELS } from '../../components/booking-labels.ts';
import { Card, Stats } from '../../components/card.tsx';
import { TimeBars } from '../../components/charts/time-chart.tsx';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { isWaiting } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { BalanceStat } from './balance-stat.tsx';
import { Amounts, Figure } from './figure.tsx';
import { cancelledShare, changeOf, changeOfMoney, countOf, GROUPS, joinDays } from './figures.ts';
import { FailedSales, ReportTime, SalesFigures, TopSellers } from './sales.tsx';
import { SearchesFigure } from './searches-figure.tsx';
import { type Periods, usePeriods } from './use-periods.ts';

type Summary = Output<'bookings/summary'>;
type Sales = Output<'reports/sales'>;

/** Only the lists of the last 7 days are shown. */
const TOTALS_ONLY = { top: 0 };

/** Bookings and money of the last seven days beside the seven days before. Partner users see their own. */
export function Business() {
  const environment = useEnvironment();
  const seesSales = useMay('reports:view');
  const bookings = usePeriods('bookings/summary', { environment });
  const sales = usePeriods('reports/sales', { environment }, { others: TOTALS_ONLY, when: seesSales });
  // Figures of two environments are never shown together, and late figures would move the others.
  const isLoading = bookings.read.isPrevious || (seesSales && isWaiting(sales.read));
  return (
    <>
      <div className="section-head">
        <div>
          <h2>Bookings and money</h2>
          <p className="hint">
            Last 7 days, compared with the 7 days before. {sales.week && <ReportTime {...sales.week} />}
          </p>
        </div>
        <LinkTo to="/bookings">View all bookings</LinkTo>
      </div>
      <Loaded from={isLoading ? { state: 'waiting', reload: bookings.read.reload } : bookings.read} rows={4}>
        {week => (
          <Figures
            bookings={{ ...bookings, week }}
            sales={sales.week && { ...sales, week: sales.week }}
            {...(sales.read.state === 'failed' && { onSalesRetry: sales.read.reload })}
          />
        )}
      </Loaded>
    </>
  );
}

interface FiguresProps {
  bookings: Periods<Summary>;
  /** Undefined if the role may not see it, or if it could not be loaded. */
  sales: Periods<Sales> | undefined;
  /** Given if the sales could not be loaded. */
  onSalesRetry?: () => void;
}

function Figures({ bookings, sales, onSalesRetry }: FiguresProps) {
  const [seesBilling, seesRequests] = [useMay('billing:view'), useMay('requests:view')];
  const { week, previous } = bookings;
  const isEmpty = week.total === 0 && previous?.total === 0;
  return (
    <>
      {isEmpty && <NoBookings />}
      {(!isEmpty || seesBilling) && (
        <div className="business-stats">
          <Stats>
            {!isEmpty && (
              <>
                <BookingsFigure {...bookings} />
                {onSalesRetry ? (
                  <FailedSales onRetry={onSalesRetry} />
                ) : sales ? (
                  <SalesFigures {...sales} />
                ) : (
                  <ValueFigure {...bookings} />
                )}
                <CancelledFigure {...bookings} />
                {seesRequests && <SearchesFigure {...bookings} />}
              </>
            )}
            {seesBilling && <BalanceStat isHiddenIfNone={isEmpty} />}
          </Stats>
        </div>
      )}
      {!isEmpty && (
        <>
          {sales && <TopSellers sales={sales.week} />}
          <Card folds title="Bookings per day" hint={<StatusLine week={week} />}>
            <TimeBars
              label="Bookings per day"
              points={joinDays(...(previous ? [previous] : []), week)}
              series={DAY_SERIES}
              areUtcDays
            />
          </Card>
        </>
      )}
    </>
  );
}

function BookingsFigure({ week, previous, today, yesterday }: Periods<Summary>) {
  return (
    <Figure
      label="Bookings"
      link={{ to: '/bookings' }}
      value={formatNumber(week.total)}
      change={previous && changeOf(week.total, previous.total)}
      previous={previous && formatNumber(previous.total)}
      today={today && formatNumber(today.total)}
      yesterday={yesterday && formatNumber(yesterday.total)}
    />
  );
}

/** For roles that may not see reports. */
function ValueFigure({ week, previous, today, yesterday }: Periods<Summary>) {
  const amounts = (summary: Summary) => <Amounts amounts={summary.confirmedValue} />;
  return (
    <Figure
      label="Value of confirmed bookings"
      value={amounts(week)}
      change={previous && changeOfMoney(week.confirmedValue, previous.confirmedValue)}
      isAmount
      previous={previous && amounts(previous)}
      today={today && amounts(today)}
      yesterday={yesterday && amounts(yesterday)}
    />
  );
}

/** Not compared, because there was more time to cancel older bookings. */
function CancelledFigure({ week, previous, today, yesterday }: Periods<Summary>) {
  const cancelled = (summary: Summary) => formatNumber(countOf(summary, ...GROUPS.cancelled));
  const share = cancelledShare(week);
  return (
    <Figure
      label="Cancelled so far"
      link={{ to: '/bookings', search: { status: 'CANCELLED' } }}
      value={cancelled(week)}
      note={share > 0 && `${formatPercent(share)} of accepted bookings`}
      previous={previous && cancelled(previous)}
      today={today && cancelled(today)}
      yesterday={yesterday && cancelled(yesterday)}
    />
  );
}

/** One line, so that the usual case takes no space. */
function StatusLine({ week: { states } }: { week: Summary }) {
  const found = states.filter(({ count }) => count > 0);
  return (
    <>
      Last 14 days (UTC), by current status.{' '}
      {found.length > 0 && (
        <>
          Last 7 days:{' '}
          {found.map(({ status, count }, index) => (
            <span key={status}>
              {index > 0 && ', '}
              <LinkTo to="/bookings" search={{ status }}>
                {formatNumber(count)} {STATUS_LABELS[status].toLowerCase()}
              </LinkTo>
            </span>
          ))}
          .
        </>
      )}
    </>
  );
}

/** The next step, instead of empty charts. */
function NoBookings() {
  const environment = useEnvironment();
  const mayTry = useMay('reference:try');
  const isStaff = useStaff();
  const link =
    environment === 'sandbox' && mayTry
      ? { to: '/sandbox', label: 'Make a test booking' }
      : isStaff
        ? { to: '/partners', label: 'View partners' }
        : { to: '/reference', label: 'Open API reference' };
  return (
    <Empty
      isSmall
      title="No bookings in the last 14 days"
      action={
        <LinkTo to={link.to} className="button">
          {link.label}
        </LinkTo>
      }
    >
      {environment === 'sandbox'
        ? 'Test bookings reserve no room and cost nothing.'
        : `Bookings appear here as soon as ${isStaff ? 'a partner' : 'your application'} makes one.`}
    </Empty>
  );
}

const DAY_SERIES = [
  { key: 'confirmed', label: 'Confirmed', tone: 'good' },
  { key: 'open', label: 'Open', tone: 'warn' },
  { key: 'cancelled', label: 'Cancelled', tone: 'plain' },
  { key: 'rejected', label: 'Rejected', tone: 'bad' },
] as const;
