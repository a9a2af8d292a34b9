import { Card, Facts } from '../../../components/card.tsx';
import { LinkTo } from '../../../components/link-to.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import type { Output } from '../../../lib/calls/operator-client.ts';
import { formatMoney } from '../../../lib/format/format.ts';
import { counted, dayWords, personWords, reasonWords } from '../booking-words.ts';
import { StatusBadge } from '../status-badge.tsx';

type Booking = Output<'bookings/show'>['booking'];
type Item = readonly [string, React.ReactNode];

export function BookingFacts({ booking }: { booking: Booking }) {
  const { hotel, holder, statusReason } = booking;
  const items: Item[] = [
    [
      'State',
      <span key="state" className="state-cell">
        <StatusBadge status={booking.status} />
        {statusReason && <small>{reasonWords(statusReason)}</small>}
      </span>,
    ],
    ['Net price', <strong key="net">{formatMoney(booking.price.net)}</strong>],
    [
      'Hotel',
      <LinkTo key="hotel" to="/hotels/$hotelId" params={{ hotelId: hotel.hotelId }}>
        {hotel.name}
      </LinkTo>,
    ],
    [
      'Stay',
      `${dayWords(booking.checkIn)} to ${dayWords(booking.checkOut)}, ${counted(booking.nights, 'night')}`,
    ],
    ['Board', booking.board.name],
    ['Holder', personWords(holder)],
    ['Contact', [holder.email, holder.phone].filter(Boolean).join(', ') || 'None'],
    ['Partner’s reference', <code key="client">{booking.clientReference}</code>],
    [
      'Provider’s reference',
      booking.providerReference ? <code key="p">{booking.providerReference}</code> : 'Not known',
    ],
    ['Hotel’s confirmation', booking.hotelConfirmationNumber ?? 'Not known'],
    ['CreatedKey', <Timestamp key="made" at={booking.createdAt} exact />],
    ['Changed', <Timestamp key="changed" at={booking.updatedAt} />],
    ['Version', String(booking.version)],
    ['Payment', booking.payment.type === 'MERCHANT' ? 'Partner pays the operator' : 'Guest pays the hotel'],
    ['Provider', booking.testMode ? 'Test provider, no room is reserved' : 'Live'],
  ];
  return (
    <Card title="Booking" className="booking-facts">
      <Facts items={[...items, ...openFacts(booking), ...erasedFacts(booking)]} />
      {booking.remarks && <p>Remarks: {booking.remarks}</p>}
    </Card>
  );
}

function openFacts({ resolution }: Booking): Item[] {
  if (resolution === null) return [];
  const { since, attempts, nextCheckAt, resolveBy } = resolution;
  return [
    ['Open since', <Timestamp key="since" at={since} />],
    ['Checks at the provider', String(attempts)],
    ['Next check', nextCheckAt ? <Timestamp key="next" at={nextCheckAt} /> : 'None planned'],
    ['A person takes over', resolveBy ? <Timestamp key="by" at={resolveBy} exact /> : 'Already'],
  ];
}

function erasedFacts({ erasedAt }: Booking): Item[] {
  return erasedAt === null ? [] : [['Personal data erased', <Timestamp key="erased" at={erasedAt} exact />]];
}
