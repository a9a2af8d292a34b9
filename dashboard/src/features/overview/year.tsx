import { lastMonthWords, MonthChart } from '../../components/billing/month-chart.tsx';
import { hasJustBegun, type MonthRange, mainCurrency } from '../../components/billing/month-values.ts';
import { OnTheBooks } from '../../components/billing/on-the-books.tsx';
import { cancellationsOf, sumCounts } from '../../components/billing/revenue-figures.ts';
import { Card, Stats } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import { Empty } from '../../components/feedback.tsx';
import { Amounts } from '../../components/figure-parts.tsx';
import { LinkTo, type Target } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, withoutPrevious } from '../../lib/calls/use-call.ts';
import { changeOfCount, changeOfMoney } from '../../lib/format/change.ts';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format/format.ts';
import { dateIn } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { BalanceStat } from './balance-stat.tsx';
import { BusinessHead, YEAR } from './business-head.tsx';
import { yearSoFar } from './business-period.ts';
import { Figure } from './figure.tsx';
import { cancelledWords } from './figures.ts';
import { ReportTime } from './sales.tsx';
import { REFRESH_MS } from './use-periods.ts';

type Report = Output<'reports/show'>;

/** More rows than a year has months and currencies. */
const ROWS = 500;
const TOP = 5;

/** Bookings and money of this year by month, from the sums of the reports. */
export function Year() {
  const environment = useEnvironment();
  const today = dateIn(useSession().session.timeZone, Date.now());
  const { current, before } = yearSoFar(today);
  const input = { environment, by: ['MONTH' as const], withTotals: true, page: { limit: ROWS } };
  const options = { everyMs: REFRESH_MS };
  const read = useCall('reports/show', { ...input, ...current }, options);
  const earlier = ownData(
    useCall('reports/show', { ...input, ...before, withYearAgo: true, untilTimeOfDay: true }, options),
  );
  const data = ownData(read);
  const year = Number(today.slice(0, 4));
  const words = { before: `${year - 1}, same days`, comparedWith: `the same days of ${year - 1}` };
  return (
    <>
      <BusinessHead chosen={YEAR}>
        {year} so far, compared with {words.comparedWith}, up to the same time of day.{' '}
        {data && <ReportTime asOf={data.asOf} to={new Date().toISOString()} />}
      </BusinessHead>
      <Loaded from={withoutPrevious(read)} rows={12}>
        {report =>
          report.totals.length === 0 ? (
            <>
              <Empty isSmall title={`No bookings in ${year}`}>
                Confirmed bookings appear here within about a minute.
              </Empty>
              <OnTheBooks />
            </>
          ) : (
            <>
              <YearFigures
                report={report}
                earlier={earlier}
                words={words}
                months={current}
                isOpen={hasJustBegun(current.from, today)}
              />
              <OnTheBooks />
              <MonthChart
                report={report}
                earlier={earlier}
                months={current}
                isOpen
                hint={`By booking month.${lastMonthWords(today)}`}
              />
              <TopPartners currency={mainCurrency(report)} months={current} year={year} />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface YearProps {
  report: Report;
  /** Undefined while it loads. */
  earlier: Report | undefined;
}

interface YearFiguresProps extends YearProps {
  words: { before: string; comparedWith: string };
  months: MonthRange;
  /** The year has just begun. */
  isOpen: boolean;
}

function YearFigures({ report, earlier, words, months, isOpen }: YearFiguresProps) {
  const seesBilling = useMay('billing:view');
  const link = { to: '/billing', search: { tab: 'reports', by: 'MONTH', ...months } };
  const amount = (label: string, name: 'revenue' | 'margin') => {
    const of = ({ totals }: Report) => totals.map(total => total[name]);
    const percent = report.totals.length === 1 ? report.totals[0]?.marginPercent : undefined;
    return (
      <Figure
        period={words}
        label={label}
        link={link}
        value={<Amounts amounts={of(report)} />}
        note={
          name === 'margin' && typeof percent === 'number' && `${formatPercent(percent / 100)} of revenue`
        }
        change={earlier && changeOfMoney(of(report), of(earlier), sumCounts(earlier.totals).bookings)}
        isOpen={isOpen}
        isAmount
        previous={earlier && <Amounts amounts={of(earlier)} />}
      />
    );
  };
  const count = (label: string, name: 'bookings' | 'roomNights') => {
    const now = sumCounts(report.totals)[name];
    const before = earlier && sumCounts(earlier.totals)[name];
    return (
      <Figure
        period={words}
        label={label}
        link={link}
        value={formatNumber(now)}
        change={changeOfCount(now, before)}
        isOpen={isOpen}
        previous={before === undefined ? undefined : formatNumber(before)}
      />
    );
  };
  return (
    <div className="business-stats" data-open>
      <Stats>
        {count('Bookings', 'bookings')}
        {amount('Revenue', 'revenue')}
        {amount('Margin', 'margin')}
        {count('Room nights', 'roomNights')}
        <CancelledFigure report={report} earlier={earlier} words={words} link={link} />
        {seesBilling && <BalanceStat isHiddenIfNone={false} />}
      </Stats>
    </div>
  );
}

interface CancelledFigureProps extends YearProps {
  words: { before: string; comparedWith: string };
  link: Target;
}

/** The year before has only the cancellations up to the same day, so that both years had the same time. */
function CancelledFigure({ report, earlier, words, link }: CancelledFigureProps) {
  const { count, share } = cancelledWords(cancellationsOf(report.totals));
  const before = earlier?.yearAgo && cancelledWords(cancellationsOf(earlier.yearAgo.totals));
  return (
    <Figure
      period={words}
      label="Cancellations"
      link={link}
      value={count}
      note={share}
      previous={before && (before.share ? `${before.count} (${before.share})` : before.count)}
    />
  );
}

interface TopPartnersProps {
  currency: string | undefined;
  months: MonthRange;
  year: number;
}

function TopPartners({ currency, months, year }: TopPartnersProps) {
  const environment = useEnvironment();
  const input = { environment, by: ['PARTNER' as const], ...months, page: { limit: ROWS } };
  const read = useCall('reports/show', input, { everyMs: REFRESH_MS });
  return (
    <Card
      title="Top partners"
      hint={`By revenue in ${year}.`}
      actions={
        <LinkTo to="/billing" search={{ tab: 'reports', by: 'PARTNER', ...months }}>
          View report
        </LinkTo>
      }
    >
      <Loaded from={withoutPrevious(read)} rows={TOP}>
        {({ rows }) => (
          <BarList
            label="Top partners"
            items={rows
              .filter(row => row.currency === currency)
              .slice(0, TOP)
              .map(({ partnerId = '', partnerName, revenue, bookings }) => ({
                key: partnerId,
                label: partnerName ?? partnerId,
                link: { to: '/partners/$partnerId', params: { partnerId } },
                // Only the length of the bar is rounded.
                value: Number(revenue.amount),
                text: formatMoney(revenue),
                note: bookings === 1 ? '1 booking' : `${formatNumber(bookings)} bookings`,
                tone: 'accent' as const,
              }))}
          />
        )}
      </Loaded>
    </Card>
  );
}
