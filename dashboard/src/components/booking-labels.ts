/** How the dashboard names bookings: the one name and colour of each status, and the names of people. */
import { BOOKING_STATES, type BookingState, OPEN_STATES } from '@serai/contract/booking/booking-states.ts';
import type { Tone } from './feedback.tsx';

export const STATUS_LABELS: Readonly<Record<BookingState, string>> = {
  PENDING: 'Pending',
  ON_REQUEST: 'On request',
  CONFIRMED: 'Confirmed',
  REJECTED: 'Rejected',
  CANCEL_PENDING: 'Cancelling',
  CANCELLED: 'Cancelled',
  COMPLETED: 'Completed',
  NO_SHOW: 'No-show',
};

export const STATUS_TONES: Readonly<Record<BookingState, Tone>> = {
  PENDING: 'warn',
  ON_REQUEST: 'warn',
  CONFIRMED: 'good',
  REJECTED: 'bad',
  CANCEL_PENDING: 'warn',
  CANCELLED: 'plain',
  COMPLETED: 'info',
  NO_SHOW: 'plain',
};

interface StatusGroup {
  label: string;
  /** Whether reports count the bookings. */
  isSold?: boolean;
  /** All statuses if omitted. */
  statuses?: readonly BookingState[];
}

/** Several statuses at once, by their names in the URL of the list of bookings. Figures link to what they count. */
export const STATUS_GROUPS = {
  open: { label: 'Open (outcome not final)', statuses: OPEN_STATES },
  sold: { label: 'Sold, including cancelled', isSold: true },
  stay: {
    label: 'Sold, not cancelled',
    isSold: true,
    statuses: BOOKING_STATES.filter(status => status !== 'CANCELLED' && status !== 'REJECTED'),
  },
  'sold-cancelled': { label: 'Sold, then cancelled', isSold: true, statuses: ['CANCELLED'] },
} as const satisfies Readonly<Record<string, StatusGroup>>;

export type StatusGroupName = keyof typeof STATUS_GROUPS;

interface Named {
  firstName: string | null;
  lastName: string | null;
}

export function formatName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(name => name !== null).join(' ') || 'Name erased or missing';
}
