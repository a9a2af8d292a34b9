import { formatName } from '../../components/booking-labels.ts';
import { Card, Facts } from '../../components/card.tsx';
import { Contact } from '../../components/contact.tsx';
import { CopyableId } from '../../components/copy-button.tsx';
import { LinkTo, PermittedLink } from '../../components/link-to.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { MAX_PROVIDERS, PROVIDERS_REFRESH_MS } from '../../components/recent-calls.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatDateTime, formatMoney } from '../../lib/format/format.ts';
import { formatDay } from '../../lib/format/stay.ts';
import { useMay } from '../../lib/session-context.ts';
import { describeReason, formatCount, StatusBadge } from './booking-status.tsx';
import { PartnerContact } from './partner-notice.tsx';

type Shown = Output<'bookings/show'>;
type Booking = Shown['booking'];
type Origin = NonNullable<Shown['origin']>;
type Item = readonly [string, React.ReactNode];

/** The status, the stay and the id: what a caller asks about first. */
export function BookingSummary({ booking }: { booking: Booking }) {
  const { status, statusReason, checkIn, checkOut, nights } = booking;
  return (
    <div className="booking-summary">
      <span className="row">
        <StatusBadge status={status} />
        {statusReason && <span>{describeReason(statusReason)}</span>}
      </span>
      <span>
        {formatDay(checkIn)} to {formatDay(checkOut)}, {formatCount(nights, 'night')}
      </span>
      <BookingIds booking={booking} />
    </div>
  );
}

/** Phones show it below the decision, if there is one to make, so that the call to the provider is in view. */
export function BookingIds({ booking: { bookingId, testMode } }: { booking: Booking }) {
  return (
    <div className="booking-ids">
      <CopyableId id={bookingId} label="booking ID" />
      {testMode && <span className="faint">Test booking: no room is reserved</span>}
    </div>
  );
}

interface BookingFactsProps {
  shown: Shown;
  /** Whether the panel above shows the provider, the contact at the partner and the next check. */
  isDeciding: boolean;
}

/** What was booked, and where the booking came from. Partner users do not see the origin. */
export function BookingFacts({ shown: { booking, origin }, isDeciding }: BookingFactsProps) {
  const { hotel, holder } = booking;
  const items: Item[] = [
    [
      'Hotel',
      <LinkTo key="hotel" to="/hotels/$hotelId" params={{ hotelId: hotel.hotelId }}>
        {hotel.name}
      </LinkTo>,
    ],
    ['Net price', <NetPrice key="net" booking={booking} />],
    ['Board', booking.board.name],
    ['Payment', booking.payment.type === 'MERCHANT' ? 'Partner pays the operator' : 'Guest pays the hotel'],
    ['Holder', formatName(holder)],
    [
      'Contact',
      holder.phone || holder.email ? (
        <Contact key="contact" whose="guest" phone={holder.phone} email={holder.email} />
      ) : (
        'None'
      ),
    ],
    ['Created', <Timestamp key="created" at={booking.createdAt} exact />],
    ...openFacts(booking, isDeciding),
    ...erasedFacts(booking),
  ];
  const references: Item[] = [
    ['Client reference', <CopyableId key="c" id={booking.clientReference} label="client reference" />],
    ['Provider reference', <Reference key="p" id={booking.providerReference} label="provider reference" />],
    [
      'Hotel confirmation',
      <Reference key="h" id={booking.hotelConfirmationNumber} label="hotel confirmation number" />,
    ],
  ];
  return (
    <div className="booking-facts">
      <Card
        folds
        title="Booking"
        summary={
          booking.remarks ? `Remarks: ${booking.remarks}` : `Created ${formatDateTime(booking.createdAt)}`
        }
      >
        <Facts items={items} />
        {origin && (
          <>
            <h3>Origin</h3>
            <Facts
              items={[
                ['Partner', <PartnerLink key="partner" partnerId={origin.partnerId} />],
                ...(isDeciding ? [] : [contactFact(origin)]),
                ...keyFacts(origin),
                ...(isDeciding ? [] : [providerFact(booking, origin)]),
              ]}
            />
          </>
        )}
        {booking.remarks && <p>Remarks: {booking.remarks}</p>}
      </Card>
      <Card folds title="References" summary={booking.clientReference}>
        <Facts items={references} />
      </Card>
    </div>
  );
}

function contactFact({ partnerId }: Origin): Item {
  return ['Contact at the partner', <PartnerContact key="contact" partnerId={partnerId} />];
}

function providerFact(booking: Booking, origin: Origin): Item {
  return ['Provider account', <ProviderLink key="provider" booking={booking} origin={origin} />];
}

function Reference({ id, label }: { id: string | null; label: string }) {
  return id === null ? <span className="faint">Not received</span> : <CopyableId id={id} label={label} />;
}

/** The key and the request that created the booking. Bookings from older versions have neither. */
function keyFacts({ keyId, keyName, requestId }: Origin): Item[] {
  if (keyId === null) return [['API key', 'Not recorded (older version)']];
  return [
    [
      'API key',
      <PermittedLink key="key" permission="keys:view" to="/settings/api-keys/$keyId" params={{ keyId }}>
        {keyName ?? keyId}
      </PermittedLink>,
    ],
    ...(requestId === null
      ? []
      : [
          [
            'Partner request',
            <PermittedLink key="request" permission="requests:view" to="/requests" search={{ requestId }}>
              <code>{requestId}</code>
            </PermittedLink>,
          ] as const,
        ]),
  ];
}

/** A test booking in production uses an account of the sandbox. */
export function providerEnvironment({ testMode }: Pick<Booking, 'testMode'>) {
  return testMode ? 'sandbox' : 'production';
}

/** The account at the supplier. */
export function useProviderOf(booking: Booking, origin: Origin | undefined) {
  const environment = providerEnvironment(booking);
  // The list contains the state from which the health follows.
  const list = useCall(
    'providers/list',
    { environment, page: { limit: MAX_PROVIDERS } },
    { everyMs: PROVIDERS_REFRESH_MS },
  );
  if (list.state !== 'ready' || origin === undefined) return undefined;
  return list.data.providers.find(({ code }) => code === origin.providerCode);
}

export function ProviderLink({ booking, origin }: { booking: Booking; origin: Origin }) {
  const { providerCode } = origin;
  const provider = useProviderOf(booking, origin);
  if (provider === undefined) return <code className="nowrap">{providerCode}</code>;
  return (
    <>
      <LinkTo to="/providers/$providerId" params={{ providerId: provider.providerId }}>
        {provider.name}
      </LinkTo>{' '}
      <code className="nowrap">{providerCode}</code>
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

/** While a decision is open, the panel above the facts shows its deadline. */
function openFacts({ resolution, needsAttention }: Booking, isDeciding: boolean): Item[] {
  if (resolution === null) return [];
  const { since, attempts, nextCheckAt } = resolution;
  return [
    ['Unresolved since', <Timestamp key="since" at={since} exact />],
    ['Provider checks', String(attempts)],
    ...(isDeciding ? [] : [nextFact(nextCheckAt)]),
    ...(needsAttention ? [] : [reviewFact(resolution)]),
  ];
}

function nextFact(at: string | null): Item {
  return ['Next check', at ? <Timestamp key="next" at={at} isDue /> : 'None scheduled'];
}

/** What happens if the outcome stays unknown: staff decide, or the request to the hotel expires. */
function reviewFact({ reason, resolveBy }: NonNullable<Booking['resolution']>): Item {
  if (resolveBy === null) return ['Manual review', 'Needed now'];
  const at = <Timestamp key="by" at={resolveBy} exact />;
  if (reason === 'AWAITING_HOTEL') return ['Request expires', at];
  const isDue = Date.parse(resolveBy) <= Date.now();
  return [
    'Manual review',
    isDue ? (
      <span key="by">Needed since {at}</span>
    ) : (
      <span key="by">From {at} if the outcome is still unknown</span>
    ),
  ];
}

function erasedFacts({ erasedAt }: Booking): Item[] {
  return erasedAt === null ? [] : [['Personal data erased', <Timestamp key="erased" at={erasedAt} exact />]];
}
