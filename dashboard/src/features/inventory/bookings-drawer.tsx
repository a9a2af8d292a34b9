import { Drawer } from '../../components/dialogs/dialog.tsx';
import { Badge, Empty, Notice, Skeleton } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { usePages } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { nightName, nightRange } from './month.ts';

interface BookingsDrawerProps {
  hotelId: string;
  room: { roomCode: string; name: string };
  night: string;
  onClose: () => void;
}

/** The bookings that occupy rooms of one type on one night. */
export function BookingsDrawer({ hotelId, room, night, onClose }: BookingsDrawerProps) {
  const environment = useEnvironment();
  const list = usePages(
    'inventory/bookings',
    { environment, hotelId, night, roomCode: room.roomCode },
    ({ bookings }) => bookings,
  );
  return (
    <Drawer open title={`Bookings: ${room.name}, ${nightName(night)}`} onClose={onClose}>
      {list.state === 'waiting' && <Skeleton rows={4} />}
      {list.failure && <Notice failure={list.failure} onRetry={list.reload} />}
      {list.state === 'ready' && list.items.length === 0 && (
        <Empty title="No bookings">No room of this type is sold for this night.</Empty>
      )}
      <ul className="night-bookings">
        {list.items.map(booking => (
          <li key={booking.bookingId ?? `${booking.bookedAt} ${booking.clientReference}`}>
            <div className="night-booking-head">
              {booking.bookingId === null ? (
                <span>Booking in progress</span>
              ) : (
                <LinkTo to="/bookings/$bookingId" params={{ bookingId: booking.bookingId }}>
                  {booking.clientReference ?? booking.bookingId}
                </LinkTo>
              )}
              {booking.status && (
                <Badge tone={booking.status === 'CONFIRMED' ? 'good' : 'plain'}>
                  {statusName(booking.status)}
                </Badge>
              )}
              <strong>{formatMoney(booking.price)}</strong>
            </div>
            <span className="faint">
              {nightRange(booking.checkIn, booking.checkOut)} · {booking.planCode} ·{' '}
              {booking.rooms.map(({ roomCode, count }) => `${count} × ${roomCode}`).join(', ')} ·{' '}
              {booking.partnerName ?? 'Unknown partner'}
            </span>
          </li>
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

/** `CANCEL_PENDING` as `Cancel pending`. */
function statusName(status: string): string {
  const words = status.replaceAll('_', ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
