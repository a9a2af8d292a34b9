import type { BookingState, StatusReason } from '@serai/contract/booking/booking-states.ts';
import {
  CircleCheck,
  CircleSlash,
  CircleX,
  Clock,
  Flag,
  Hourglass,
  type LucideIcon,
  RotateCcw,
  UserX,
} from 'lucide-react';
import { formatName, STATUS_LABELS, STATUS_TONES } from '../../components/booking-labels.ts';
import { Badge } from '../../components/feedback.tsx';

const REASONS: Readonly<Record<StatusReason, string>> = {
  IN_PROGRESS: 'waiting for the provider',
  OUTCOME_UNKNOWN: 'outcome unknown',
  QUEUED: 'waiting for the booking outcome',
  SOLD_OUT: 'sold out',
  PRICE_CHANGED: 'the price changed',
  PROVIDER_REFUSED: 'rejected by the provider',
  NOT_FOUND_AT_PROVIDER: 'not found at the provider',
  REQUEST_EXPIRED: 'the hotel did not respond in time',
  COMPENSATED: 'confirmed late, then cancelled',
  BY_CLIENT: 'by the partner',
  BY_HOTEL: 'by the hotel',
  BY_PROVIDER: 'by the provider',
  BY_OPERATIONS: 'by the operator',
};

/** New reasons may be added to the API. Unknown reasons are shown in the words of their code. */
export function describeReason(reason: string): string {
  return (REASONS as Readonly<Record<string, string>>)[reason] ?? reason.replaceAll('_', ' ').toLowerCase();
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a calendar date at the property, without converting it to another time zone. */
export function formatDay(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

interface TitledBooking {
  holder: Parameters<typeof formatName>[0];
  checkIn: string;
  checkOut: string;
}

/** For example `16–19 Jan` or `30 Jan – 2 Feb`, without the year. */
export function formatStay({ checkIn, checkOut }: { checkIn: string; checkOut: string }): string {
  const [from, to] = [checkIn, checkOut].map(day => DAY_AND_MONTH.format(new Date(`${day}T00:00:00Z`)));
  const isSameMonth = checkIn.slice(0, 7) === checkOut.slice(0, 7);
  return isSameMonth ? `${from?.split(' ')[0]}–${to}` : `${from} – ${to}`;
}

/** Names a booking in the title of a dialog, for example `the booking of Ada Moreno, 16–19 Jan`. */
export function bookingTitle(booking: TitledBooking): string {
  const { firstName, lastName } = booking.holder;
  const who = firstName === null && lastName === null ? '' : ` of ${formatName(booking.holder)}`;
  return `the booking${who}, ${formatStay(booking)}`;
}

/** Who sees a reason or evidence that staff enter. Partner users see it for test bookings only. */
export function whoSees({ testMode }: { testMode: boolean }): string {
  return testMode
    ? 'Stored in the history. This is a test booking, so the partner sees it too.'
    : 'Stored in the history. Only staff see it.';
}

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const ICONS: Readonly<Record<BookingState, LucideIcon>> = {
  PENDING: Clock,
  ON_REQUEST: Hourglass,
  CONFIRMED: CircleCheck,
  REJECTED: CircleX,
  CANCEL_PENDING: RotateCcw,
  CANCELLED: CircleSlash,
  COMPLETED: Flag,
  NO_SHOW: UserX,
};

export function StatusBadge({ status }: { status: BookingState }) {
  const Icon = ICONS[status];
  return (
    <Badge tone={STATUS_TONES[status]}>
      <Icon size={14} aria-hidden /> {STATUS_LABELS[status]}
    </Badge>
  );
}
