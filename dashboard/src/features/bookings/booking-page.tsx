import { useParams } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import { useState } from 'react';
import { Card, Facts } from '../../components/card.tsx';
import { Copyable, JsonView } from '../../components/code.tsx';
import { Banner } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { choicesFor } from './attention.ts';
import { BookingActions } from './booking-actions.tsx';
import { DeliveriesPanel } from './booking-history.tsx';
import { describeReason, formatCount, formatDay, formatName, StatusBadge } from './booking-status.tsx';
import { TimelineCard } from './booking-timeline.tsx';
import { CancellationCard } from './cancellation.tsx';
import { ExchangesPanel } from './exchanges-panel.tsx';
import { AttentionPanel, ResolveDialog } from './resolve-booking.tsx';
import '../../styles/bookings.css';

const BACK = { to: '/bookings', label: 'Bookings' };
/** Refresh interval while the outcome of the booking is not known. */
const WATCH_MS = 5_000;

export function BookingPage() {
  const { bookingId } = useParams({ strict: false }) as { bookingId: string };
  const [isOpen, setOpen] = useState(true);
  const shown = useCall('bookings/show', { bookingId } as Input<'bookings/show'>, {
    everyMs: isOpen ? WATCH_MS : undefined,
  });
  const ready =
    shown.state === 'ready' && shown.data.booking.bookingId === bookingId ? shown.data : undefined;
  const stillOpen = ready === undefined || ready.booking.resolution !== null;
  if (stillOpen !== isOpen) setOpen(stillOpen);
  const title = ready ? `${formatName(ready.booking.holder)}, ${ready.booking.hotel.name}` : 'Booking';
  return (
    <>
      <PageHead
        title={title}
        back={BACK}
        actions={
          <>
            <LinkTo to="/requests" search={{ booking: bookingId }} className="button">
              <ListTree size={16} aria-hidden /> Requests
            </LinkTo>
            {ready && <BookingActions booking={ready.booking} />}
          </>
        }
      />
      <Copyable text={bookingId} label="Copy ID" />
      <Loaded from={shown} rows={10}>
        {data => <BookingDetails shown={data} onConflict={shown.reload} />}
      </Loaded>
    </>
  );
}

interface BookingDetailsProps {
  shown: Output<'bookings/show'>;
  onConflict: () => void;
}

function BookingDetails({ shown, onConflict }: BookingDetailsProps) {
  const { booking, deliveries } = shown;
  const environment = useEnvironment();
  const mayResolve = useMay('bookings:resolve');
  const [resolving, setResolving] = useState(false);
  const choices = choicesFor(booking, new Date().toISOString().slice(0, 10));
  const resolve = () => setResolving(true);
  return (
    <>
      {booking.environment !== environment && (
        <Banner tone="warn" title={`This is a ${booking.environment} booking.`}>
          You are viewing the {environment} environment.
        </Banner>
      )}
      {booking.needsAttention && <AttentionPanel shown={shown} choices={choices} onResolve={resolve} />}
      <BookingFacts booking={booking} partnerId={shown.partnerId} origin={shown.origin} />
      <div className="grid">
        <CancellationCard booking={booking} />
        <RoomsCard booking={booking} />
      </div>
      <TimelineCard shown={shown} />
      <BookingTabs shown={shown} deliveries={deliveries} />
      {!booking.needsAttention && mayResolve && choices.length > 0 && (
        <Card
          title="Resolve manually"
          hint="Use this if the provider reports something different from this page."
        >
          <div>
            <button type="button" onClick={resolve}>
              Record the provider’s status
            </button>
          </div>
        </Card>
      )}
      <ResolveDialog
        open={resolving}
        booking={booking}
        choices={choices}
        onClose={() => setResolving(false)}
        onConflict={onConflict}
      />
    </>
  );
}

function BookingTabs({
  shown,
  deliveries,
}: Pick<BookingDetailsProps, 'shown'> & Pick<Output<'bookings/show'>, 'deliveries'>) {
  const [{ tab = 'deliveries' }, setFilters] = useFilters(['tab']);
  return (
    <Card title="Technical details">
      <Tabs
        label="Technical details"
        selected={tab}
        onSelect={id => setFilters({ tab: id })}
        tabs={[
          {
            id: 'deliveries',
            label: `Deliveries (${deliveries.length})`,
            panel: <DeliveriesPanel deliveries={deliveries} />,
          },
          {
            id: 'exchanges',
            label: 'Provider exchanges',
            panel: <ExchangesPanel bookingId={shown.booking.bookingId} />,
          },
          { id: 'json', label: 'JSON', panel: <JsonView value={shown.booking} label="booking" /> },
        ]}
      />
    </Card>
  );
}

type Booking = Output<'bookings/show'>['booking'];
type Item = readonly [string, React.ReactNode];

interface BookingFactsProps {
  booking: Booking;
  partnerId: string;
  /** Undefined for partner users. */
  origin: Output<'bookings/show'>['origin'];
}

function BookingFacts({ booking, partnerId, origin }: BookingFactsProps) {
  const { hotel, holder, statusReason } = booking;
  const isStaff = useStaff();
  const items: Item[] = [
    [
      'Status',
      <span key="state" className="state-cell">
        <StatusBadge status={booking.status} />
        {statusReason && <small>{describeReason(statusReason)}</small>}
      </span>,
    ],
    ...(isStaff ? [['Partner', <PartnerLink key="partner" partnerId={partnerId} />] as const] : []),
    ['Net price', <NetPrice key="net" booking={booking} />],
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
    ['Board', booking.board.name],
    ['Holder', formatName(holder)],
    ['Contact', [holder.email, holder.phone].filter(Boolean).join(', ') || 'None'],
    ['Client reference', <code key="client">{booking.clientReference}</code>],
    [
      'Provider reference',
      booking.providerReference ? <code key="p">{booking.providerReference}</code> : 'Unknown',
    ],
    ['Hotel confirmation number', booking.hotelConfirmationNumber ?? 'Unknown'],
    ['Created', <Timestamp key="created" at={booking.createdAt} exact />],
    ['Updated', <Timestamp key="updated" at={booking.updatedAt} />],
    ['Version', String(booking.version)],
    ['Payment', booking.payment.type === 'MERCHANT' ? 'Partner pays the operator' : 'Guest pays the hotel'],
    ['Mode', booking.testMode ? 'Test mode (no room is reserved)' : 'Live'],
    ...(origin ? [['Provider', origin.providerCode] as const] : []),
    ...originFacts(origin),
  ];
  return (
    <Card title="Booking" className="booking-facts">
      <Facts items={[...items, ...openFacts(booking), ...erasedFacts(booking)]} />
      {booking.remarks && <p>Remarks: {booking.remarks}</p>}
    </Card>
  );
}

/** The key and the request that made the booking. Bookings from older versions have neither. */
function originFacts(origin: BookingFactsProps['origin']): Item[] {
  if (!origin || origin.keyId === null) return [];
  const { keyId, keyName, requestId } = origin;
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

type Room = Booking['rooms'][number];

function RoomsCard({ booking: { rooms, price } }: { booking: Booking }) {
  return (
    <Card title={rooms.length === 1 ? 'Room and guests' : `${rooms.length} rooms and guests`}>
      <ul className="rooms">
        {rooms.map(room => (
          <li key={room.roomRef}>
            <div className="room-head">
              <strong>{room.name}</strong>
              <span>{formatMoney(room.price.net)}</span>
            </div>
            {room.beds.length > 0 && <p className="faint">{formatBeds(room)}</p>}
            <ul className="guests">
              {room.guests.map((guest, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: guests have no id, and their order never changes
                <li key={i}>
                  {[guest.title, formatName(guest)].filter(Boolean).join(' ')}
                  <span className="faint">{guest.age === null ? ', adult' : `, child (${guest.age})`}</span>
                </li>
              ))}
            </ul>
            {room.specialRequests && <p>Special requests: {room.specialRequests}</p>}
          </li>
        ))}
      </ul>
      {price.payAtProperty.length > 0 && (
        <p className="faint">
          Pay at property:{' '}
          {price.payAtProperty
            .map(({ description, amount }) => `${description} ${formatMoney(amount)}`)
            .join(', ')}
          .
        </p>
      )}
    </Card>
  );
}

function formatBeds({ beds }: Room): string {
  return beds
    .map(({ type, count }) => formatCount(count, `${type.toLowerCase().replaceAll('_', ' ')} bed`))
    .join(', ');
}
