import { STATUS_LABELS, STATUS_TONES } from '../../components/booking-labels.ts';
import { Card, Stats } from '../../components/card.tsx';
import { BarList } from '../../components/charts/small-charts.tsx';
import { TimeBars } from '../../components/charts/time-chart.tsx';
import { Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { ownData } from '../../lib/calls/current-data.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatNumber, formatPercent } from '../../lib/format/format.ts';
import { lastPeriod, periodBefore, TODAY, YESTERDAY_BY_NOW } from '../../lib/format/period.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { BalanceStat } from './balance-stat.tsx';
import { Amounts, Figure } from './figure.tsx';
import { cancelledShare, changeOf, changeOfMoney, countOf, GROUPS, joinDays } from './figures.ts';

const REFRESH_MS = 60_000;
const PERIOD = '7d';

type Summary = Output<'bookings/summary'>;

/** Bookings and money of the last seven days beside the seven days before. Partner users see their own. */
export function Business() {
  const environment = useEnvironment();
  const refresh = { everyMs: REFRESH_MS };
  const input = { environment };
  const week = useCall('bookings/summary', input, { ...refresh, window: lastPeriod(PERIOD) });
  const before = useCall('bookings/summary', input, { ...refresh, window: periodBefore(PERIOD) });
  const today = useCall('bookings/summary', input, { ...refresh, window: TODAY });
  const yesterday = useCall('bookings/summary', input, { ...refresh, window: YESTERDAY_BY_NOW });
  const [previous, now, then] = [before, today, yesterday].map(ownData);
  return (
    <>
      <div className="section-head">
        <div>
          <h2>Bookings and money</h2>
          <p className="hint">Last 7 days, compared with the 7 days before.</p>
        </div>
        <LinkTo to="/bookings">View all bookings</LinkTo>
      </div>
      {/* Figures of two environments are never shown together. */}
      <Loaded from={week.isPrevious ? { state: 'waiting', reload: week.reload } : week} rows={4}>
        {data => <Figures week={data} previous={previous} today={now} yesterday={then} />}
      </Loaded>
    </>
  );
}

interface FiguresProps {
  week: Summary;
  previous: Summary | undefined;
  today: Summary | undefined;
  yesterday: Summary | undefined;
}

function Figures({ week, previous, today, yesterday }: FiguresProps) {
  const seesBilling = useMay('billing:view');
  const isEmpty = week.total === 0 && previous?.total === 0;
  return (
    <>
      {isEmpty && <NoBookings />}
      {(!isEmpty || seesBilling) && (
        <div className="business-stats">
          <Stats>
            {!isEmpty && (
              <BookingFigures week={week} previous={previous} today={today} yesterday={yesterday} />
            )}
            {seesBilling && <BalanceStat isHiddenIfNone={isEmpty} />}
          </Stats>
        </div>
      )}
      {!isEmpty && (
        <div className="grid business-charts">
          <Card folds title="Bookings per day" hint="Last 14 days (UTC), by current status.">
            <TimeBars
              label="Bookings per day"
              points={joinDays(...(previous ? [previous] : []), week)}
              series={DAY_SERIES}
              areUtcDays
            />
          </Card>
          <Card folds title="Bookings by status" hint="Created in the last 7 days, by current status.">
            {week.total === 0 ? (
              <p className="faint">No bookings in the last 7 days.</p>
            ) : (
              <BarList label="Bookings by status" items={statusItems(week)} />
            )}
          </Card>
        </div>
      )}
    </>
  );
}

function BookingFigures({ week, previous, today, yesterday }: FiguresProps) {
  const cancelled = (summary: Summary) => formatNumber(countOf(summary, ...GROUPS.cancelled));
  const amounts = (summary: Summary) => <Amounts amounts={summary.confirmedValue} />;
  const share = cancelledShare(week);
  return (
    <>
      <Figure
        label="Bookings"
        link={{ to: '/bookings' }}
        value={formatNumber(week.total)}
        change={previous && changeOf(week.total, previous.total)}
        previous={previous && formatNumber(previous.total)}
        today={today && formatNumber(today.total)}
        yesterday={yesterday && formatNumber(yesterday.total)}
      />
      <Figure
        label="Value of confirmed bookings"
        value={amounts(week)}
        change={previous && changeOfMoney(week.confirmedValue, previous.confirmedValue)}
        isAmount
        previous={previous && amounts(previous)}
        today={today && amounts(today)}
        yesterday={yesterday && amounts(yesterday)}
      />
      {/* No comparison: there was more time to cancel older bookings. */}
      <Figure
        label="Cancelled so far"
        link={{ to: '/bookings', search: { status: 'CANCELLED' } }}
        value={cancelled(week)}
        note={share > 0 && `${formatPercent(share)} of bookings, excluding rejected ones`}
        previous={previous && cancelled(previous)}
        today={today && cancelled(today)}
        yesterday={yesterday && cancelled(yesterday)}
      />
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

function statusItems({ states }: Summary) {
  return states
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => ({
      key: status,
      label: STATUS_LABELS[status],
      value: count,
      tone: STATUS_TONES[status],
      link: { to: '/bookings', search: { status } },
    }));
}
