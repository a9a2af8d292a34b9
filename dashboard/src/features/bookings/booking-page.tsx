import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { formatName } from '../../components/booking-labels.ts';
import { Card } from '../../components/card.tsx';
import { JsonView } from '../../components/code.tsx';
import { Banner, Empty } from '../../components/feedback.tsx';
import { LinkTo } from '../../components/link-to.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { usePartners } from '../../components/partners/partners.tsx';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatMoney } from '../../lib/format/format.ts';
import { useRemembered } from '../../lib/recent-records.ts';
import { useMay, useStaff } from '../../lib/session-context.ts';
import { useEnvironment, useFilters } from '../../lib/url-state.ts';
import { attentionCause, type Choice, choicesFor, type Decision, kindOf } from './attention.ts';
import { BookingActions } from './booking-actions.tsx';
import { BookingFacts, BookingIds, BookingSummary } from './booking-facts.tsx';
import { formatCount } from './booking-status.tsx';
import { TimelineCard } from './booking-timeline.tsx';
import { CancellationCard } from './cancellation.tsx';
import { CancelledBanner } from './cancelled-banner.tsx';
import { CheckAnnouncement, useCheckNow } from './check-now.tsx';
import { moneyEffect } from './decision-money.ts';
import { DecisionPanel, SettlingNotice } from './decision-panel.tsx';
import { NotNotified, useUncontacted } from './partner-notice.tsx';
import { QueueBar } from './queue-bar.tsx';
import { ResolveDialog } from './resolve-booking.tsx';
import { useLedger } from './use-ledger.ts';
import { useQueuedBooking } from './use-queue.ts';
import '../../styles/booking-decision.css';
import '../../styles/booking-timeline.css';
import '../../styles/bookings.css';
import '../../styles/queue.css';

const BACK = { to: '/bookings', label: 'Bookings' };
/** Refresh interval while the outcome of the booking or of a delivery is not known. */
const WATCH_MS = 5_000;
/** While the outcome is being checked at the provider. */
const CHECK_WATCH_MS = 1_000;

export function BookingPage() {
  const { bookingId } = useParams({ strict: false }) as { bookingId: string };
  const [{ queue, ...filters }] = useFilters(['queue', 'partner', 'provider', 'taken']);
  const mayResolve = useMay('bookings:resolve');
  const [isOpen, setOpen] = useState(true);
  const [isChecking, setChecking] = useState(false);
  const shown = useCall('bookings/show', { bookingId } as Input<'bookings/show'>, {
    everyMs: isOpen ? (isChecking ? CHECK_WATCH_MS : WATCH_MS) : undefined,
  });
  // While the next booking loads, the previous one must not be shown under its address.
  const isStale = shown.state === 'ready' && shown.data.booking.bookingId !== bookingId;
  const ready = shown.state === 'ready' && !isStale ? shown.data : undefined;
  const stillOpen =
    ready === undefined ||
    ready.booking.resolution !== null ||
    ready.booking.needsAttention ||
    ready.deliveries.some(({ status }) => status === 'PENDING');
  if (stillOpen !== isOpen) setOpen(stillOpen);
  const underWay = ready?.checkUnderWay ?? false;
  if (underWay !== isChecking) setChecking(underWay);
  const title = ready ? `${formatName(ready.booking.holder)}, ${ready.booking.hotel.name}` : 'Booking';
  const isQueued = mayResolve && queue !== undefined;
  const uncontacted = useUncontacted(isQueued ? ready : undefined);
  useRemembered(ready && recentBooking(ready));
  return (
    <>
      <PageHead
        title={title}
        back={isQueued ? { to: '/attention', search: filters, label: 'Needs attention' } : BACK}
      />
      {isQueued && <QueueBar bookingId={bookingId} uncontacted={uncontacted} filters={filters} />}
      {shown.state === 'failed' && shown.failure.code === 'BOOKING_NOT_FOUND' ? (
        <Empty
          title="This booking does not exist"
          action={<LinkTo to="/bookings">Search all bookings</LinkTo>}
        >
          Check the booking ID, or search by another reference or the guest’s name.
        </Empty>
      ) : (
        <Loaded from={isStale ? { state: 'waiting', reload: shown.reload } : shown} rows={10}>
          {data => <BookingDetails key={bookingId} shown={data} onConflict={shown.reload} />}
        </Loaded>
      )}
    </>
  );
}

/** Without the name of the guest, which must not remain in the browser. */
function recentBooking({ booking, origin }: Output<'bookings/show'>) {
  const { bookingId, clientReference, hotel, checkIn, checkOut, environment } = booking;
  return {
    kind: 'booking' as const,
    id: bookingId,
    title: bookingId,
    detail: `${clientReference}, ${hotel.name}, ${checkIn} to ${checkOut}`,
    environment,
    partnerId: origin?.partnerId ?? null,
  };
}

interface BookingDetailsProps {
  shown: Output<'bookings/show'>;
  onConflict: () => void;
}

function BookingDetails({ shown, onConflict }: BookingDetailsProps) {
  const { booking } = shown;
  const environment = useEnvironment();
  const isStaff = useStaff();
  const [{ queue, ...filters }] = useFilters(['queue', 'partner', 'provider']);
  const [resolving, setResolving] = useState<{ initial: Decision | undefined }>();
  const [wasCancelled, setCancelled] = useState(false);
  const choices = useChoices(shown);
  const check = useCheckNow(shown);
  const queued = useQueuedBooking(booking, filters);
  const mayResolve = useMay('bookings:resolve');
  const kind = kindOf(booking, queued);
  const resolve = (initial?: Decision) => setResolving({ initial });
  const mayRecord = kind === undefined && choices.length > 0;
  const decides = kind !== undefined && mayResolve;
  // A decision comes first.
  const actions = (
    <BookingActions
      shown={shown}
      check={decides ? undefined : check}
      onResolve={mayRecord ? () => resolve() : undefined}
      onCancelled={() => setCancelled(true)}
    />
  );
  return (
    <>
      <CheckAnnouncement check={check} />
      <div className="booking-top">
        <BookingSummary booking={booking} />
        {!decides && actions}
      </div>
      {booking.environment !== environment && (
        <Banner tone="warn" title={`This is a ${booking.environment} booking.`}>
          You are viewing the {environment} environment.
        </Banner>
      )}
      {kind !== undefined &&
        (decides ? (
          <DecisionPanel
            shown={shown}
            kind={kind}
            queued={queued}
            check={check}
            choices={choices}
            onDecide={resolve}
          />
        ) : (
          <SettlingNotice booking={booking} />
        ))}
      {decides && (
        <div className="booking-top">
          <BookingIds booking={booking} />
          {actions}
        </div>
      )}
      {wasCancelled && <CancelledBanner shown={shown} />}
      {mayResolve && kind === undefined && <NotNotified shown={shown} isInBar={queue !== undefined} />}
      <div className="booking-columns">
        <div className="booking-terms">
          <CancellationCard booking={booking} isDeciding={decides} />
          <RoomsCard booking={booking} />
        </div>
        <BookingFacts shown={shown} isDeciding={decides} />
        <TimelineCard shown={shown} shownCause={decides ? attentionCause(shown) : undefined} />
        <Card
          className="booking-json"
          title="JSON"
          hint={isStaff ? 'The booking as the partner receives it.' : 'The booking as the API returns it.'}
        >
          <JsonView value={booking} label="booking" folded />
        </Card>
      </div>
      <ResolveDialog
        open={resolving !== undefined}
        initial={resolving?.initial}
        booking={booking}
        origin={shown.origin}
        taken={shown.taken}
        choices={choices}
        onClose={() => setResolving(undefined)}
        onConflict={onConflict}
      />
    </>
  );
}

/** The possible decisions, each with what it does to the account of the partner. */
function useChoices({ booking, origin }: Output<'bookings/show'>): Choice[] {
  const ledger = useLedger(booking);
  const partner = usePartners().get(origin?.partnerId ?? '')?.name ?? 'The partner';
  const entries = ledger.state === 'ready' ? ledger.data.entries : [];
  return choicesFor(booking, new Date().toISOString().slice(0, 10)).map(choice => ({
    ...choice,
    money: moneyEffect(choice.decision, booking, { partner, entries }),
  }));
}

type Booking = Output<'bookings/show'>['booking'];
type Room = Booking['rooms'][number];

function RoomsCard({ booking: { rooms, price } }: { booking: Booking }) {
  const guestCount = rooms.reduce((sum, { guests }) => sum + guests.length, 0);
  return (
    <Card
      folds
      title={rooms.length === 1 ? 'Room and guests' : `${rooms.length} rooms and guests`}
      summary={`${[...new Set(rooms.map(({ name }) => name))].join(', ')}, ${formatCount(guestCount, 'guest')}`}
    >
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
            .map(({ description, amount }) => `${description}, ${formatMoney(amount)} in total`)
            .join('; ')}
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
