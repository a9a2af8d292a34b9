/** The event that a decision sends to the partner, and who receives it. */
import { type BookingState, isOpenState } from '@serai/contract/booking/booking-states.ts';
import { formatName, STATUS_LABELS } from '../../components/booking-labels.ts';
import { describePastFailure, lastFailure } from '../../components/failure-words.ts';
import type { Target } from '../../components/link-to.tsx';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatDay } from '../../lib/format/stay.ts';
import type { Decision } from './attention.ts';

type Endpoint = Pick<
  Output<'webhooks/list'>['endpoints'][number],
  'endpointId' | 'url' | 'status' | 'eventTypes' | 'health'
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
  /** Whether an endpoint is subscribed to the event, even if it cannot receive it now. */
  isSubscribed: boolean;
  words: string;
  /** The endpoints that receive the event or should, otherwise all endpoints of the partner. */
  endpointIds: readonly string[];
}

/** Whether the partner learns of the decision automatically, with a sentence about it. */
export function receiptOf(event: EventType, partner: string, endpoints: readonly Endpoint[]): Receipt {
  const subscribed = endpoints.filter(({ eventTypes }) => eventTypes.includes(event));
  const enabled = subscribed.filter(({ status }) => status === 'ENABLED');
  const working = enabled.filter(({ health }) => health.failingSince === null);
  const isSubscribed = subscribed.length > 0;
  const endpointIds = (isSubscribed ? subscribed : endpoints).map(each => each.endpointId);
  const [first] = working;
  if (first !== undefined) {
    const where = working.length === 1 ? hostOf(first.url) : `${working.length} endpoints`;
    const words = `Serai sends ${event} to ${partner} at ${where}.`;
    return { isReceived: true, isSubscribed, words, endpointIds };
  }
  const words = missedWords(event, partner, {
    known: endpoints.length,
    subscribed: subscribed.length,
    enabled: enabled.length,
  });
  return { isReceived: false, isSubscribed, words, endpointIds };
}

interface EndpointCounts {
  known: number;
  subscribed: number;
  enabled: number;
}

function missedWords(
  event: EventType,
  partner: string,
  { known, subscribed, enabled }: EndpointCounts,
): string {
  if (enabled > 0) return `Serai sends ${event}, but deliveries to ${partner} fail.`;
  if (subscribed > 0)
    return `${partner} does not receive ${event}, because the endpoint is paused or disabled.`;
  if (known === 0) return `${partner} has no endpoint for ${event}.`;
  return known === 1
    ? `${possessive(partner)} endpoint does not subscribe to ${event}.`
    : `None of ${possessive(partner)} ${known} endpoints subscribes to ${event}.`;
}

function possessive(name: string): string {
  return name.endsWith('s') ? `${name}’` : `${name}’s`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

type Shown = Pick<Output<'bookings/show'>, 'history' | 'deliveries' | 'notes'>;

export interface Unsent {
  event: EventType;
  /** When staff decided. */
  at: string;
  /** Deliveries of the event that failed or are on hold. Serai may still retry them. */
  missed: Shown['deliveries'];
}

/**
 * The event of a decision by staff, if it is the last change, is not delivered to any endpoint, and nobody has contacted
 * the partner since then.
 */
export function unsentDecision({ history, deliveries, notes = [] }: Shown): Unsent | undefined {
  const last = history.at(-1);
  if (last === undefined || last.by === null) return undefined;
  if (last.from === last.to || isOpenState(last.to)) return undefined;
  const sent = deliveries.filter(
    ({ eventType, createdAt }) => eventType === last.event && createdAt >= last.at,
  );
  const isDelivered = sent.some(each => each.status === 'DELIVERED' || isUnderWay(each));
  const isContacted = notes.some(({ isContact, at }) => isContact && at >= last.at);
  return isDelivered || isContacted
    ? undefined
    : { event: last.event as EventType, at: last.at, missed: sent };
}

/** Waits for its first attempt, or was sent again. */
function isUnderWay({ status, attempts }: Shown['deliveries'][number]): boolean {
  return status === 'PENDING' && (attempts.at(-1)?.error ?? null) === null;
}

/** Whether Serai still tries to notify the partner. */
export function isRetried({ missed }: Unsent): boolean {
  return missed.some(({ status }) => status === 'PENDING');
}

/** Events and their deliveries are stored for 30 days. */
const STORED_MS = 30 * 86_400_000;

/**
 * Why the partner was not notified. Deliveries are created together with the event, so an endpoint that subscribed later
 * does not receive it. Undefined if the deliveries may have been deleted since then.
 */
export function whyUnsent(
  unsent: Unsent,
  partner: string,
  receipt: Receipt,
  nowMs = Date.now(),
): string | undefined {
  const { event, missed } = unsent;
  const failure = lastFailure(missed);
  if (failure !== undefined) {
    const next = isRetried(unsent) ? ' Serai will retry.' : '';
    return `Serai sent ${event}, but the delivery to ${partner} failed. ${describePastFailure(failure)}${next}`;
  }
  if (missed.length > 0)
    return `${partner} did not receive ${event}, because the endpoint was paused or disabled.`;
  if (!receipt.isSubscribed) return receipt.words;
  const isStored = nowMs - Date.parse(unsent.at) < STORED_MS;
  return isStored ? `${partner} had no endpoint for ${event} at that time.` : undefined;
}

/** Where staff send the event to an endpoint that subscribed after the decision. */
export function resendLink({ event }: Unsent, bookingId: string): Target & { label: string } {
  return { to: '/events', search: { booking: bookingId, type: event }, label: 'Resend event' };
}

/** Where staff look at the endpoint concerned. Undefined if the partner has no endpoint and they may not add one. */
export function endpointLink(
  endpointIds: readonly string[],
  partnerId: string,
  mayAdd: boolean,
  verb: 'Open' | 'Edit' = 'Open',
): (Target & { label: string }) | undefined {
  const [endpointId, ...others] = new Set(endpointIds);
  if (endpointId === undefined) {
    const search = { partner: partnerId, create: 'endpoint' };
    return mayAdd ? { to: '/webhooks', search, label: 'Add endpoint' } : undefined;
  }
  return others.length === 0
    ? { to: '/webhooks/$endpointId', params: { endpointId }, label: `${verb} endpoint` }
    : { to: '/webhooks', search: { partner: partnerId }, label: `${verb} endpoints` };
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
