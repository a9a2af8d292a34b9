import type { BookingState, StatusReason } from '@serai/contract/booking/booking-states.ts';
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
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
import { formatStay, formatStayWithYear } from '../../lib/format/stay.ts';

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

interface TitledBooking {
  holder: Parameters<typeof formatName>[0];
  checkIn: string;
  checkOut: string;
}

/** For example `16–19 Jan 2027` and `3 nights`. */
export function stayWords(stay: { checkIn: string; checkOut: string }) {
  const nights = nightsBetween(stay.checkIn, stay.checkOut);
  return { days: formatStayWithYear(stay), nights: formatCount(nights, 'night') };
}

/** Names a booking in the title of a dialog, for example `Ada Moreno’s booking, 16–19 Jan`. */
export function bookingTitle(booking: TitledBooking): string {
  return `${whoseBooking(booking.holder)}, ${formatStay(booking)}`;
}

/** Without a name if it was erased. */
export function whoseBooking(holder: TitledBooking['holder']): string {
  const isUnnamed = holder.firstName === null && holder.lastName === null;
  return isUnnamed ? 'the booking' : `${formatName(holder)}’s booking`;
}

/** Who sees a reason or evidence that staff enter. Partner users see it for test bookings only. */
export function whoSees({ testMode }: { testMode: boolean }): string {
  return testMode
    ? 'Visible in the timeline. This is a test booking, so the partner sees it too.'
    : 'Visible to staff only, in the timeline.';
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
