/** How the dashboard names bookings: the one name and colour of each status, and the names of people. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
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

interface Named {
  firstName: string | null;
  lastName: string | null;
}

export function formatName({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(name => name !== null).join(' ') || 'Name erased or missing';
}
