/** The event that a decision sends to the partner, and who receives it. Pure. */
import type { BookingState } from '@serai/contract/booking/booking-states.ts';
import type { Output } from '../../lib/calls/operator-client.ts';
import type { Decision } from './attention.ts';

type Endpoint = Pick<
  Output<'webhooks/list'>['endpoints'][number],
  'url' | 'status' | 'eventTypes' | 'health'
>;
type EventType = Endpoint['eventTypes'][number];

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

/** Whether the partner learns of the decision automatically, in a sentence. */
export function receiptWords(event: EventType, partner: string, endpoints: readonly Endpoint[]): string {
  const subscribed = endpoints.filter(({ eventTypes }) => eventTypes.includes(event));
  const enabled = subscribed.filter(({ status }) => status === 'ENABLED');
  const working = enabled.filter(({ health }) => health.failingSince === null);
  const [first] = working;
  if (first !== undefined) {
    const where = working.length === 1 ? hostOf(first.url) : `${working.length} endpoints`;
    return `Serai notifies ${partner} with ${event} at ${where}.`;
  }
  if (enabled.length > 0)
    return `Serai sends ${event}, but deliveries to ${partner} fail. Tell them yourself.`;
  if (subscribed.length > 0)
    return `${partner} does not receive ${event}, because the endpoint is paused or disabled. Tell them yourself.`;
  return `${partner} has no endpoint for ${event}. Tell them yourself.`;
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}
