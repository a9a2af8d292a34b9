import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { OnTheBooks } from '../../components/billing/on-the-books.tsx';
import { Stats } from '../../components/card.tsx';
import { Empty } from '../../components/feedback.tsx';
import { Amounts } from '../../components/figure-parts.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { isWaiting } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { changeOfCount, changeOfMoney } from '../../lib/format/change.ts';
import { formatNumber } from '../../lib/format/format.ts';
import { useMay, useSession, useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { BalanceStat } from './balance-stat.tsx';
import { BusinessChart } from './business-chart.tsx';
import { BusinessHead, YEAR } from './business-head.tsx';
import { bookingsLink, businessPeriod, listedBusinessPeriod } from './business-period.ts';
import { bookingDays, trendOf } from './days.ts';
import { Figure, FigureTrend, YearBefore } from './figure.tsx';
import { cancellationsIn, cancelledWords } from './figures.ts';
import { FailedSales, ReportTime, SalesFigures, TopSellers } from './sales.tsx';
import { SearchesFigure } from './searches-figure.tsx';
import { type Periods, usePeriods } from './use-periods.ts';
import { Year } from './year.tsx';

type Summary = Output<'bookings/summary'>;
type Sales = Output<'reports/sales'>;

/** Only the lists of the chosen period are shown. */
const TOTALS_ONLY = { top: 0 };

/** Bookings and money of the chosen period beside the earlier one. Partner users see their own. */
export function Business() {
  const [{ business }] = useFilters(['business']);
  const seesReports = useMay('reports:view');
  return business === YEAR && seesReports ? <Year /> : <Days />;
}

/** Up to a month, by day. */
function Days() {
  const environment = useEnvironment();
  const seesSales = useMay('reports:view');
  const [{ business }] = useFilters(['business']);
  const { timeZone } = useSession().session;
  const period = businessPeriod(listedBusinessPeriod(business), timeZone);
  const bookings = usePeriods('bookings/summary', { environment }, period);
  const sales = usePeriods('reports/sales', { environment }, period, {
    others: TOTALS_ONLY,
    when: seesSales,
  });
  // Figures of two environments or periods are never shown together, and late figures would move the others.
  const isLoading = bookings.read.isPrevious || (seesSales && isWaiting(sales.read));
  return (
    <>
      <BusinessHead chosen={period.key}>
        {period.title}, compared with {period.comparedWith}
        {period.isOpen && ', up to the same time of day'}.{' '}
        {period.isOpen && sales.current && <ReportTime {...sales.current} />}
      </BusinessHead>
      <Loaded from={isLoading ? { state: 'waiting', reload: bookings.read.reload } : bookings.read} rows={12}>
        {current => (
          <Figures
            bookings={{ ...bookings, current }}
            sales={sales.current && { ...sales, current: sales.current }}
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
  const { period, current, previous } = bookings;
  const isEmpty = current.total === 0 && previous?.total === 0;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {isEmpty && <NoBookings within={period.within} />}
      {(!isEmpty || seesBilling) && (
        <div className="business-stats" data-open={isOpen || undefined}>
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
              </>
            )}
            {seesBilling && <BalanceStat isHiddenIfNone={isEmpty} />}
            {!isEmpty && (
              <>
                <CancelledFigure {...bookings} />
                {seesRequests && <SearchesFigure {...bookings} />}
              </>
            )}
          </Stats>
          {!isEmpty && (
            <button
              type="button"
              className="small stats-toggle"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Hide details' : 'Show details'} <ChevronDown size={16} aria-hidden />
            </button>
          )}
        </div>
      )}
      {sales && <OnTheBooks />}
      {!isEmpty && (
        <>
          {sales && <TopSellers sales={sales.current} period={period} />}
          <BusinessChart bookings={bookings} sales={sales} />
        </>
      )}
    </>
  );
}

function BookingsFigure({ period, current, previous, yearBefore, today, yesterday }: Periods<Summary>) {
  const label = `Bookings per day (${current.timeZone})`;
  return (
    <Figure
      period={period}
      label="Bookings"
      link={bookingsLink(period)}
      value={formatNumber(current.total)}
      change={previous && changeOfCount(current.total, previous.total)}
      previous={previous && formatNumber(previous.total)}
      yearBefore={
        yearBefore && yearBefore.total > 0 ? (
          <YearBefore
            value={formatNumber(yearBefore.total)}
            change={changeOfCount(current.total, yearBefore.total)}
          />
        ) : undefined
      }
      today={today && formatNumber(today.total)}
      yesterday={yesterday && formatNumber(yesterday.total)}
      trend={<FigureTrend trend={trendOf(bookingDays(current), { label, isOpen: period.isOpen })} />}
    />
  );
}

/** For roles that may not see reports. */
function ValueFigure({ period, current, previous, today, yesterday }: Periods<Summary>) {
  const amounts = (summary: Summary) => <Amounts amounts={summary.confirmedValue} />;
  return (
    <Figure
      period={period}
      label="Value of confirmed bookings"
      value={amounts(current)}
      change={previous && changeOfMoney(current.confirmedValue, previous.confirmedValue, previous.total)}
      isAmount
      previous={previous && amounts(previous)}
      today={today && amounts(today)}
      yesterday={yesterday && amounts(yesterday)}
    />
  );
}

/** Cancelled until now. The change is not shown, because there was more time to cancel older bookings. */
function CancelledFigure({ period, current, previous, today, yesterday }: Periods<Summary>) {
  const words = (summary: Summary) => cancelledWords(cancellationsIn(summary));
  const { count, share } = words(current);
  return (
    <Figure
      period={period}
      label="Cancellations"
      link={bookingsLink(period, 'CANCELLED')}
      value={count}
      note={share && `${share} of accepted bookings`}
      previous={previous && words(previous).count}
      today={today && words(today).count}
      yesterday={yesterday && words(yesterday).count}
    />
  );
}

/** The next step, instead of empty charts. */
function NoBookings({ within }: { within: string }) {
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
      title={`No bookings ${within}`}
      action={
        <LinkTo to={link.to} className="button">
          {link.label}
        </LinkTo>
      }
    >
      {environment === 'sandbox'
        ? 'Test bookings reserve no room and cost nothing.'
        : `Bookings appear here as soon as ${isStaff ? 'a partner' : 'your application'} creates one.`}
    </Empty>
  );
}
