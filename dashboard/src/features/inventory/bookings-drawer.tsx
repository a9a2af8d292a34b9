import { formatName, STATUS_LABELS, STATUS_TONES } from '../../components/booking-labels.ts';
import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Badge, Empty, Notice, Skeleton } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall, usePages } from '../../lib/calls/use-call.ts';
import { formatDate, formatMoney } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { type CalendarRoom, roomNightOf } from './calendar.ts';
import { nightName, nightRange } from './month.ts';
import { nightSummary } from './night-bookings.ts';
import type { PropertyRow } from './property-rows.ts';

type NightBooking = Output<'inventory/bookings'>['bookings'][number];

interface BookingsDrawerProps {
  hotelId: string;
  room: CalendarRoom;
  night: string;
  /** The rows of the property, for the names of room types and rate plans. */
  rows: readonly PropertyRow[];
  onClose: () => void;
}

/** The bookings that occupy rooms of one type on one night. */
export function BookingsDrawer({ hotelId, room, night, rows, onClose }: BookingsDrawerProps) {
  const environment = useEnvironment();
  const list = usePages(
    'inventory/bookings',
    { environment, hotelId, night, roomCode: room.roomCode },
    ({ bookings }) => bookings,
  );
  const guests = useGuests(hotelId, list.items);
  const isReady = list.state === 'ready' && guests.isReady;
  return (
    <Drawer open title={`Bookings: ${room.name}, ${nightName(night)}`} onClose={onClose}>
      {list.failure && <Notice failure={list.failure} onRetry={list.reload} />}
      {!isReady && !list.failure && <Skeleton rows={4} />}
      {isReady && list.items.length === 0 && (
        <Empty title="No bookings">No rooms of this type are sold for this night.</Empty>
      )}
      {isReady && list.items.length > 0 && (
        <p className="night-summary">
          {nightSummary(list.items, list.more === undefined, roomNightOf(room, night))}
        </p>
      )}
      <ul className="night-bookings">
        {isReady &&
          list.items.map(booking => (
            <BookingItem
              key={booking.bookingId ?? `${booking.bookedAt} ${booking.clientReference}`}
              {...{ booking, rows }}
              guest={guests.nameOf(booking)}
            />
          ))}
      </ul>
      {list.more && (
        <button type="button" disabled={list.loadingMore} onClick={list.more}>
          Show more
        </button>
      )}
    </Drawer>
  );
}

interface BookingItemProps {
  booking: NightBooking;
  guest: string;
  rows: readonly PropertyRow[];
}

function BookingItem({ booking, guest, rows }: BookingItemProps) {
  const { bookingId, clientReference, status, planCode, rooms } = booking;
  const planName = rows.find(({ plan }) => plan?.planCode === planCode)?.plan?.name ?? planCode;
  const roomName = (code: string) => rows.find(({ room }) => room.roomCode === code)?.room.name ?? code;
  return (
    <li>
      <div className="night-booking-head">
        {bookingId === null ? (
          <span>Booking in progress</span>
        ) : (
          <LinkTo to="/bookings/$bookingId" params={{ bookingId }}>
            {guest}
          </LinkTo>
        )}
        {status && <Badge tone={STATUS_TONES[status]}>{STATUS_LABELS[status]}</Badge>}
        <strong>{formatMoney(booking.price)}</strong>
      </div>
      <span>
        {clientReference && `${clientReference} · `}booked {formatDate(booking.bookedAt)} ·{' '}
        {booking.partnerName ?? 'Unknown partner'}
      </span>
      <span className="faint">
        {nightRange(booking.checkIn, booking.checkOut)} · {planName} ·{' '}
        {rooms.map(({ roomCode, count }) => `${count} × ${roomName(roomCode)}`).join(', ')}
      </span>
    </li>
  );
}

/** More bookings than this with the same arrivals are listed by their references only. */
const MAX_NAMES = 200;

/** The names of the guests, which the list of the night does not contain. */
function useGuests(hotelId: string, bookings: readonly NightBooking[]) {
  const arrivals = bookings.map(({ checkIn }) => checkIn).sort();
  const [checkInFrom, checkInTo] = [arrivals[0] ?? '', arrivals.at(-1) ?? ''];
  const isNeeded = arrivals.length > 0;
  // Bookings in test mode occupy sandbox rooms, whatever their environment is.
  const input = { hotelId, checkInFrom, checkInTo, page: { limit: MAX_NAMES } };
  const found = useCall('bookings/list', input, { when: isNeeded });
  const holders = found.state === 'ready' ? found.data.bookings : [];
  return {
    isReady: !isNeeded || found.state !== 'waiting',
    nameOf: ({ bookingId, clientReference }: NightBooking): string => {
      const holder = holders.find(one => one.bookingId === bookingId)?.holder;
      return holder ? formatName(holder) : (clientReference ?? bookingId ?? 'Unknown guest');
    },
  };
}
