/** States of bookings and who changed them, in words. */
import type { Actor, BookingState, StatusReason } from '@serai/contract/booking/booking-states.ts';
import type { Tone } from '../../components/feedback.tsx';

export const STATE_WORDS: Readonly<Record<BookingState, string>> = {
  PENDING: 'Pending',
  ON_REQUEST: 'On request',
  CONFIRMED: 'Confirmed',
  REJECTED: 'Rejected',
  CANCEL_PENDING: 'Cancelling',
  CANCELLED: 'Cancelled',
  COMPLETED: 'Completed',
  NO_SHOW: 'No-show',
};

export const STATE_TONES: Readonly<Record<BookingState, Tone>> = {
  PENDING: 'warn',
  ON_REQUEST: 'warn',
  CONFIRMED: 'good',
  REJECTED: 'bad',
  CANCEL_PENDING: 'warn',
  CANCELLED: 'plain',
  COMPLETED: 'info',
  NO_SHOW: 'plain',
};

const REASON_WORDS: Readonly<Record<StatusReason, string>> = {
  IN_PROGRESS: 'the provider is being asked',
  OUTCOME_UNKNOWN: 'the outcome is not known yet',
  QUEUED: 'waits until the booking itself is settled',
  SOLD_OUT: 'sold out',
  PRICE_CHANGED: 'the price changed',
  PROVIDER_REFUSED: 'the provider refused',
  NOT_FOUND_AT_PROVIDER: 'the provider has no such booking',
  REQUEST_EXPIRED: 'the hotel did not answer in time',
  COMPENSATED: 'turned up late and was cancelled',
  BY_CLIENT: 'by the partner',
  BY_HOTEL: 'by the hotel',
  BY_PROVIDER: 'by the provider',
  BY_OPERATIONS: 'by operations',
};

/** Reasons may be added; an unknown one stands as it is. */
export function reasonWords(reason: string): string {
  return (REASON_WORDS as Readonly<Record<string, string>>)[reason] ?? reason;
}

export const ACTOR_WORDS: Readonly<Record<Actor, string>> = {
  CLIENT: 'the partner',
  PROVIDER: 'the provider',
  SERVICE: 'the service',
  OPERATOR: 'an operator',
};

interface Named {
  firstName: string | null;
  lastName: string | null;
}

export function personWords({ firstName, lastName }: Named): string {
  return [firstName, lastName].filter(name => name !== null).join(' ') || 'Name erased or not given';
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

/** A calendar date at the property: it has no zone to be moved by. */
export function dayWords(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
