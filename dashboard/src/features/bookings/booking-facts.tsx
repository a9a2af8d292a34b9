import { Card, Facts } from '../../components/card.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useMay } from '../../lib/session-context.ts';
import { describeReason, formatCount, formatDay, formatName, StatusBadge } from './booking-status.tsx';

type Shown = Output<'bookings/show'>;
type Booking = Shown['booking'];
type Origin = NonNullable<Shown['origin']>;
type Item = readonly [string, React.ReactNode];

/** What was booked, and where the booking came from. Partner users do not see the origin. */
export function BookingFacts({ shown: { booking, origin } }: { shown: Shown }) {
  const { hotel, holder, statusReason } = booking;
  const items: Item[] = [
    [
      'Status',
      <span key="state" className="state-cell">
        <StatusBadge status={booking.status} />
        {statusReason && <small>{describeReason(statusReason)}</small>}
      </span>,
    ],
    [
      'Hotel',
      <LinkTo key="hotel" to="/hotels/$hotelId" params={{ hotelId: hotel.hotelId }}>
        {hotel.name}
      </LinkTo>,
    ],
    [
      'Stay',
      `${formatDay(booking.checkIn)} to ${formatDay(booking.checkOut)}, ${formatCount(booking.nights, 'night')}`,
    ],
    ['Net price', <NetPrice key="net" booking={booking} />],
    ['Holder', formatName(holder)],
    ['Contact', [holder.email, holder.phone].filter(Boolean).join(', ') || 'None'],
    ['Board', booking.board.name],
    ['Payment', booking.payment.type === 'MERCHANT' ? 'Partner pays the operator' : 'Guest pays the hotel'],
    ...openFacts(booking),
  ];
  const references: Item[] = [
    ['Booking ID', <code key="id">{booking.bookingId}</code>],
    ['Client reference', <code key="client">{booking.clientReference}</code>],
    [
      'Provider reference',
      booking.providerReference ? <code key="p">{booking.providerReference}</code> : 'Unknown',
    ],
    [
      'Hotel confirmation number',
      booking.hotelConfirmationNumber ? <code key="h">{booking.hotelConfirmationNumber}</code> : 'Unknown',
    ],
    ['Created', <Timestamp key="created" at={booking.createdAt} exact />],
    ['Updated', <Timestamp key="updated" at={booking.updatedAt} />],
    ['Version', String(booking.version)],
    ['Mode', booking.testMode ? 'Test mode (no room is reserved)' : 'Live'],
    ...erasedFacts(booking),
  ];
  return (
    <Card title="Booking" className="booking-facts">
      <Facts items={items} />
      {origin && (
        <>
          <h3>Where it came from</h3>
          <Facts
            items={[
              ['Partner', <PartnerLink key="partner" partnerId={origin.partnerId} />],
              ...keyFacts(origin),
              ['Provider account', <ProviderLink key="provider" booking={booking} origin={origin} />],
            ]}
          />
        </>
      )}
      <h3>References</h3>
      <Facts items={references} />
      {booking.remarks && <p>Remarks: {booking.remarks}</p>}
    </Card>
  );
}

/** The key and the request that created the booking. Bookings from older versions have neither. */
function keyFacts({ keyId, keyName, requestId }: Origin): Item[] {
  if (keyId === null) return [['API key', 'Unknown (created by an older version)']];
  return [
    [
      'API key',
      <LinkTo key="key" to="/settings/api-keys/$keyId" params={{ keyId }}>
        {keyName ?? keyId}
      </LinkTo>,
    ],
    ...(requestId === null
      ? []
      : [
          [
            'Request',
            <LinkTo key="request" to="/requests" search={{ requestId }}>
              <code>{requestId}</code>
            </LinkTo>,
          ] as const,
        ]),
  ];
}

/** The account at the supplier. A test booking in production uses an account of the sandbox. */
function ProviderLink({ booking: { testMode }, origin }: { booking: Booking; origin: Origin }) {
  const environment = testMode ? 'sandbox' : 'production';
  const list = useCall('providers/list', { environment });
  const { providerCode } = origin;
  const provider =
    list.state === 'ready' ? list.data.providers.find(({ code }) => code === providerCode) : undefined;
  if (provider === undefined) return <code>{providerCode}</code>;
  return (
    <>
      <LinkTo to="/providers/$providerId" params={{ providerId: provider.providerId }}>
        {provider.name}
      </LinkTo>{' '}
      <code>{providerCode}</code>
    </>
  );
}

function NetPrice({ booking: { bookingId, price } }: { booking: Booking }) {
  const mayExplain = useMay('pricing:view');
  return (
    <>
      <strong>{formatMoney(price.net)}</strong>{' '}
      {mayExplain && (
        <LinkTo to="/pricing" search={{ tab: 'explain', id: bookingId }}>
          Explain price
        </LinkTo>
      )}
    </>
  );
}

function openFacts({ resolution }: Booking): Item[] {
  if (resolution === null) return [];
  const { since, attempts, nextCheckAt, resolveBy } = resolution;
  return [
    ['Unresolved since', <Timestamp key="since" at={since} exact />],
    ['Checks at the provider', String(attempts)],
    ['Next check', nextCheckAt ? <Timestamp key="next" at={nextCheckAt} /> : 'None scheduled'],
    ['Manual review from', resolveBy ? <Timestamp key="by" at={resolveBy} exact /> : 'Now'],
  ];
}

function erasedFacts({ erasedAt }: Booking): Item[] {
  return erasedAt === null ? [] : [['Personal data erased', <Timestamp key="erased" at={erasedAt} exact />]];
}
