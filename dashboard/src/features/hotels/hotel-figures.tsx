import type { StatusGroupName } from '../../components/booking-labels.ts';
import { Stat, Stats } from '../../components/card.tsx';
import { Notice, Skeleton } from '../../components/feedback.tsx';
import { isWaiting, ownData } from '../../lib/calls/current-data.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { dateIn, daysLater, startOfDay } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { bookedSales, reportedSales } from './hotel-sales.ts';

const DAYS = 30;
/** The most that one page contains. */
const MAX_BOOKINGS = 200;

/** How the hotel has sold in the last 30 days, and how full its own inventory is in the next 30. */
export function HotelFigures({ hotelId, ownInventory }: { hotelId: string; ownInventory: boolean }) {
  const environment = useEnvironment();
  const today = dateIn(useSession().session.timeZone, Date.now());
  const since = daysLater(today, 1 - DAYS);
  const seesReports = useMay('reports:view');
  const { read, sales, isPart } = useSales(hotelId, since);
  const seesOccupancy = ownInventory && seesReports;
  const performance = useCall(
    'inventory/performance',
    { environment, hotelId, from: today, to: daysLater(today, DAYS - 1) },
    { when: seesOccupancy },
  );
  const nights = seesOccupancy ? ownData(performance)?.total : undefined;
  if (read.state === 'failed') return <Notice failure={read.failure} onRetry={read.reload} />;
  // All figures appear at once, so that the page does not move.
  if (sales === undefined || (seesOccupancy && isWaiting(performance))) return <Skeleton rows={2} />;
  const bookings = (status?: StatusGroupName) => ({
    to: '/bookings',
    search: { hotel: hotelId, ...(seesReports && status && { status }), createdFrom: since },
  });
  const report = {
    to: '/billing',
    search: { tab: 'reports', hotel: hotelId, from: since, to: today },
  };
  const [first, ...others] = sales.amounts;
  const days = `Last ${DAYS} days`;
  const hasCancelled = sales.cancelled > 0 && !isPart;
  return (
    <>
      <Stats>
        <Stat
          label="Bookings"
          value={isPart ? `Over ${MAX_BOOKINGS}` : formatNumber(sales.bookings)}
          hint={hasCancelled ? `${days}, ${formatNumber(sales.cancelled)} cancelled` : days}
          link={bookings('sold')}
        />
        {!isPart && (
          <>
            <Stat
              label="Room nights"
              value={formatNumber(sales.roomNights)}
              hint={days}
              link={bookings('stay')}
            />
            <Stat
              label={seesReports ? 'Revenue' : 'Booked value'}
              value={first === undefined ? '–' : formatMoney(first)}
              hint={[days, ...others.map(formatMoney)].join(', ')}
              {...(seesReports && { link: report })}
            />
          </>
        )}
        {nights && (
          <Stat
            label="Occupancy"
            value={nights.occupancyPercent === null ? '–' : `${nights.occupancyPercent}%`}
            hint={
              nights.allotment === 0
                ? `Next ${DAYS} days, no allotment`
                : `Next ${DAYS} days, ${formatNumber(nights.sold)} of ${formatNumber(nights.allotment)} room nights`
            }
            link={{ to: '/hotels/$hotelId/calendar', params: { hotelId } }}
          />
        )}
      </Stats>
      {seesOccupancy && performance.state === 'failed' && (
        <Notice failure={performance.failure} onRetry={performance.reload} />
      )}
    </>
  );
}

/** From the report, or from the latest bookings for users who may not view reports. */
function useSales(hotelId: string, since: string) {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const seesReports = useMay('reports:view');
  const report = useCall(
    'reports/show',
    { environment, by: ['HOTEL'], hotelId, from: since },
    { when: seesReports },
  );
  const createdFrom = new Date(startOfDay(timeZone, since)).toISOString();
  const list = useCall(
    'bookings/list',
    { environment, hotelId, createdFrom, page: { limit: MAX_BOOKINGS } },
    { when: !seesReports },
  );
  if (seesReports) {
    const data = ownData(report);
    return { read: report, sales: data && reportedSales(data.rows), isPart: false };
  }
  const data = ownData(list);
  return { read: list, sales: data && bookedSales(data.bookings), isPart: data?.page.hasMore === true };
}
