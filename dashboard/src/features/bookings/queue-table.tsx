import { CircleHelp, Hourglass, type LucideIcon, Phone } from 'lucide-react';
import { useRef, useState } from 'react';
import { formatName } from '../../components/booking-labels.ts';
import { mailtoUrl, telUrl } from '../../components/contact-urls.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Badge } from '../../components/feedback.tsx';
import { PartnerLink } from '../../components/partners/partners.tsx';
import { MAX_PROVIDERS } from '../../components/recent-calls.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { formatDateTime, formatMoney } from '../../lib/format/format.ts';
import { userZone } from '../../lib/format/zoned-day.ts';
import { useEnvironment } from '../../lib/url-state.ts';
import { AssignDialog } from './assign-dialog.tsx';
import { deadlineMeaning, nextStep, type QueuedBooking, reasonFor } from './attention.ts';
import { stayWords } from './booking-status.tsx';
import { DueTime } from './deadline.tsx';
import { deadlineDay, type QueueFilters, queueSearch, waitingTime } from './queue.ts';
import { TakenCell } from './taken-case.tsx';
import { zonedTexts } from './zoned-time.tsx';

export interface QueueProps {
  queue: readonly QueuedBooking[];
  filters: QueueFilters;
}

/** A decision needs no mark, because most bookings in the queue wait for one. */
const MARKS: Readonly<Partial<Record<QueuedBooking['kind'], { label: string; icon: LucideIcon }>>> = {
  OUTCOME_UNKNOWN: { label: 'Outcome unknown', icon: CircleHelp },
  HOTEL_SILENT: { label: 'No response from the hotel', icon: Hourglass },
};

const COLUMNS: readonly Column<QueuedBooking>[] = [
  {
    key: 'booking',
    heading: 'Booking',
    cell: ({ holder, clientReference, hotel }) => (
      <>
        {formatName(holder)}
        <small>
          <code>{clientReference}</code>
        </small>
        <small>{hotel.name}</small>
      </>
    ),
  },
  {
    key: 'due',
    heading: 'Due',
    phone: 'plain',
    cell: queued => (
      <div className="queue-due">
        <DueTime at={queued.dueAt} />
        <small>
          {deadlineMeaning(queued, queued.checkIn, queued.hotel.timeZone)}{' '}
          <HotelTime at={queued.deadline} zone={queued.hotel.timeZone} />
        </small>
        <small className="queue-since" title={`Since ${formatDateTime(queued.since)}`}>
          Waiting {waitingTime(queued.since, Date.now())}
        </small>
      </div>
    ),
  },
  {
    key: 'why',
    heading: 'Next action',
    phone: 'plain',
    wide: true,
    cell: queued => (
      <div className="queue-why">
        <strong>{nextStep(queued)}</strong>
        <span>
          <Mark kind={queued.kind} /> {reasonFor(queued)}
        </span>
      </div>
    ),
  },
  {
    key: 'stay',
    heading: 'Stay',
    phone: 'plain',
    cell: queued => <Stay {...queued} />,
  },
  {
    key: 'partner',
    heading: 'Partner and provider',
    phone: 'plain',
    cell: ({ partnerId, providerCode }) => (
      <div className="queue-partner">
        <PartnerLink partnerId={partnerId} />
        <small>
          <ProviderName code={providerCode} />
        </small>
        <ProviderPhone code={providerCode} />
      </div>
    ),
  },
];

function Stay(queued: Pick<QueuedBooking, 'checkIn' | 'checkOut' | 'net'>) {
  const { days, nights } = stayWords(queued);
  return (
    <div className="parts queue-stay">
      <span>{days}</span>
      <span>
        {nights} · {formatMoney(queued.net)}
      </span>
    </div>
  );
}

/** The clock of the hotel decides when a day begins or free cancellation ends. */
function HotelTime({ at, zone }: { at: string; zone: string | null }) {
  const { hotel, own } = zonedTexts(at, zone, userZone());
  const text = hotel ?? own;
  return (
    <time dateTime={at} title={`${text.full} ${text.zone}`}>
      {deadlineDay(text, Date.parse(at) - Date.now())}
    </time>
  );
}

function Mark({ kind }: Pick<QueuedBooking, 'kind'>) {
  const mark = MARKS[kind];
  if (mark === undefined) return null;
  const { label, icon: Icon } = mark;
  return (
    <Badge tone="warn">
      <Icon size={14} aria-hidden /> {label}
    </Badge>
  );
}

/** The providers of the environment. Empty until they are loaded. */
export function useProvidersHere(): Output<'providers/list'>['providers'] {
  const environment = useEnvironment();
  const list = useCall('providers/list', { environment, page: { limit: MAX_PROVIDERS } });
  return list.state === 'ready' ? list.data.providers : [];
}

function ProviderName({ code }: { code: string }) {
  const found = useProvidersHere().find(each => each.code === code);
  return found?.name ?? <code className="nowrap">{code}</code>;
}

/** The provider, with the phone number or the email address of its support. */
export function ProviderContact({ code }: { code: string }) {
  const found = useProvidersHere().find(each => each.code === code);
  const { phone, email } = found?.supportContact ?? {};
  return (
    <>
      <ProviderName code={code} />
      {(phone ?? email) && (
        <small>
          {phone ? <a href={telUrl(phone)}>{phone}</a> : email && <a href={mailtoUrl(email)}>{email}</a>}
        </small>
      )}
    </>
  );
}

const usePhone = (providerCode: string) =>
  useProvidersHere().find(({ code }) => code === providerCode)?.supportContact.phone;

/** For wide screens. */
function ProviderPhone({ code }: { code: string }) {
  const phone = usePhone(code);
  if (!phone) return null;
  return (
    <small className="queue-phone">
      <a href={telUrl(phone)}>{phone}</a>
    </small>
  );
}

/** For the cards of narrow screens. */
function CallProvider({ providerCode, holder }: Pick<QueuedBooking, 'providerCode' | 'holder'>) {
  const phone = usePhone(providerCode);
  if (!phone) return null;
  return (
    <a href={telUrl(phone)} className="button queue-call">
      <Phone size={16} aria-hidden /> Call provider
      <span className="unseen"> about the booking of {formatName(holder)}</span>
    </a>
  );
}

export function QueueTable({ queue, filters }: QueueProps) {
  const [assigning, setAssigning] = useState<QueuedBooking>();
  const rowLink = useRef<HTMLElement>(null);
  const close = () => {
    setAssigning(undefined);
    // The button that opened the dialog is gone if the booking was assigned.
    setTimeout(() => document.activeElement === document.body && rowLink.current?.focus());
  };
  const assigned: Column<QueuedBooking> = {
    key: 'taken',
    heading: 'Assigned to',
    phone: 'plain',
    cell: queued => (
      <div className="queue-actions">
        <TakenCell
          {...queued}
          onAssign={link => {
            rowLink.current = link;
            setAssigning(queued);
          }}
        />
        <CallProvider {...queued} />
      </div>
    ),
  };
  return (
    <div className="queue">
      <DataTable
        label="Bookings that need attention"
        rows={queue}
        columns={[...COLUMNS, assigned]}
        rowKey={({ bookingId }) => bookingId}
        rowLink={({ bookingId }) => ({
          to: '/bookings/$bookingId',
          params: { bookingId },
          search: queueSearch(filters),
        })}
      />
      <AssignDialog booking={assigning} onClose={close} />
    </div>
  );
}
