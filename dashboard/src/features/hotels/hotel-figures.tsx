import { Stat, Stats } from '../../components/card.tsx';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney, formatNumber } from '../../lib/format/format.ts';
import { dateIn, daysLater, startOfDay } from '../../lib/format/zoned-day.ts';
import { useMay, useSession } from '../../lib/session-context.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { salesOf } from './hotel-sales.ts';

const DAYS = 30;
/** The most that one page contains. The figures of a hotel with more bookings are in the reports. */
const MAX_BOOKINGS = 200;

/** How the hotel has sold in the last 30 days, and how full its own inventory is in the next 30. */
export function HotelFigures({ hotelId, ownInventory }: { hotelId: string; ownInventory: boolean }) {
  const environment = useEnvironment();
  const { timeZone } = useSession().session;
  const today = dateIn(timeZone, Date.now());
  const since = daysLater(today, 1 - DAYS);
  const createdFrom = new Date(startOfDay(timeZone, since)).toISOString();
  const seesReports = useMay('reports:view');
  const list = useCall('bookings/list', {
    ...{ environment, hotelId, createdFrom },
    page: { limit: MAX_BOOKINGS },
  });
  const performance = useCall(
    'inventory/performance',
    { environment, hotelId, from: today, to: daysLater(today, DAYS - 1) },
    { when: ownInventory && seesReports },
  );
  if (list.state !== 'ready') return null;
  const sales = salesOf(list.data.bookings);
  const isPart = list.data.page.hasMore;
  const bookings = { to: '/bookings', search: { hotel: hotelId, createdFrom: since } };
  const [first, ...others] = sales.revenue;
  const days = `Last ${DAYS} days`;
  return (
    <Stats>
      <Stat
        label="Bookings"
        value={isPart ? `over ${MAX_BOOKINGS}` : formatNumber(sales.bookings)}
        hint={sales.cancelled === 0 ? days : `${days}, ${formatNumber(sales.cancelled)} cancelled`}
        link={bookings}
      />
      {!isPart && (
        <>
          <Stat label="Room nights" value={formatNumber(sales.roomNights)} hint={days} link={bookings} />
          <Stat
            label="Revenue"
            value={first === undefined ? '–' : formatMoney(first)}
            hint={[days, ...others.map(formatMoney)].join(', ')}
            {...(seesReports && { link: { to: '/billing', search: { tab: 'reports', by: 'HOTEL' } } })}
          />
        </>
      )}
      {ownInventory && performance.state === 'ready' && (
        <Stat
          label="Occupancy"
          value={occupancyText(performance.data.total)}
          hint={`Next ${DAYS} days, ${formatNumber(performance.data.total.sold)} of ${formatNumber(performance.data.total.allotment)} room nights`}
          link={{ to: '/hotels/$hotelId/calendar', params: { hotelId } }}
        />
      )}
    </Stats>
  );
}

const occupancyText = ({ occupancyPercent }: { occupancyPercent: string | null }) =>
  occupancyPercent === null ? '–' : `${occupancyPercent}%`;
