/** The event that a decision sends to the partner, and who receives it. */
import { type BookingState, isOpenState } from '@serai/contract/booking/booking-states.ts';
import { formatName, STATUS_LABELS } from '../../components/booking-labels.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import type { Decision } from './attention.ts';
import { formatDay } from './booking-status.tsx';

type Endpoint = Pick<
  Output<'webhooks/list'>['endpoints'][number],
  'url' | 'status' | 'eventTypes' | 'health'
>;
export type EventType = Endpoint['eventTypes'][number];

/** Undefined if the decision sends none. */
export function eventOf(decision: Decision, status: BookingState): EventType | undefined {
  switch (decision) {
    case 'CONFIRMED':
      return status === 'CANCEL_PENDING' ? 'booking.cancel_failed' : 'booking.confirmed';
    case 'REJECTED':
      return 'booking.rejected';
    case 'CANCELLED':
      return 'booking.cancelled';
    case 'NO_SHOW':
      return 'booking.no_show';
    case 'DISMISSED':
      return undefined;
  }
}

export interface Receipt {
  /** Whether an endpoint of the partner receives the event. */
  isReceived: boolean;
  words: string;
}

/** Whether the partner learns of the decision automatically, with a sentence about it. */
export function receiptOf(event: EventType, partner: string, endpoints: readonly Endpoint[]): Receipt {
  const subscribed = endpoints.filter(({ eventTypes }) => eventTypes.includes(event));
  const enabled = subscribed.filter(({ status }) => status === 'ENABLED');
  const working = enabled.filter(({ health }) => health.failingSince === null);
  const [first] = working;
  if (first !== undefined) {
    const where = working.length === 1 ? hostOf(first.url) : `${working.length} endpoints`;
    return { isReceived: true, words: `Serai notifies ${partner} with ${event} at ${where}.` };
  }
  return { isReceived: false, words: missedWords(event, partner, subscribed.length, enabled.length) };
}

function missedWords(event: EventType, partner: string, subscribed: number, enabled: number): string {
  if (enabled > 0) return `Serai sends ${event}, but deliveries to ${partner} fail.`;
  if (subscribed > 0)
    return `${partner} does not receive ${event}, because the endpoint is paused or disabled.`;
  return `${partner} has no endpoint for ${event}.`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

type Shown = Pick<Output<'bookings/show'>, 'history' | 'deliveries' | 'notes'>;

/**
 * The event of a decision by staff, if it is the last change, is not delivered to any endpoint, and nobody has contacted
 * the partner since then.
 */
export function unsentDecision({ history, deliveries, notes = [] }: Shown): EventType | undefined {
  const last = history.at(-1);
  if (last === undefined || last.by === null) return undefined;
  if (last.from === last.to || isOpenState(last.to)) return undefined;
  const isDelivered = deliveries.some(
    ({ eventType, createdAt, status }) =>
      eventType === last.event && createdAt >= last.at && (status === 'DELIVERED' || status === 'PENDING'),
  );
  const isContacted = notes.some(({ isContact, at }) => isContact && at >= last.at);
  return isDelivered || isContacted ? undefined : (last.event as EventType);
}

type Told = Pick<
  Output<'bookings/show'>['booking'],
  'clientReference' | 'bookingId' | 'holder' | 'hotel' | 'checkIn' | 'checkOut' | 'status'
>;

/** A message to the partner about the outcome of a booking. */
export function outcomeMessage(booking: Told): string {
  const { clientReference, bookingId, holder, hotel, checkIn, checkOut, status } = booking;
  return [
    `The status of your booking ${clientReference} is now: ${STATUS_LABELS[status].toLowerCase()}.`,
    '',
    `Your reference: ${clientReference}`,
    `Our reference: ${bookingId}`,
    ...(holder.firstName === null && holder.lastName === null ? [] : [`Guest: ${formatName(holder)}`]),
    `Hotel: ${hotel.name}`,
    `Check-in: ${formatDay(checkIn)}`,
    `Check-out: ${formatDay(checkOut)}`,
  ].join('\n');
}

type Company = Output<'partners/show'>['partner']['company'];

/** The first contact that can be reached. Otherwise the billing email. */
export function contactOf({ contacts, billingEmail }: Pick<Company, 'contacts' | 'billingEmail'>) {
  const contact = contacts.find(({ email, phone }) => email !== null || phone !== null);
  if (contact !== undefined) return contact;
  return billingEmail === null ? undefined : { name: 'Billing', email: billingEmail, phone: null };
}
