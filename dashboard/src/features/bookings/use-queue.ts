import type { Environment } from '@serai/contract/shared/answer.ts';
import type { Input, Output } from '../../lib/calls/operator-client.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { useMay } from '../../lib/session-context.ts';
import { entryOf, type QueueEntry } from './attention.ts';
import type { QueueFilters } from './queue.ts';

/** The most that the server lists of each kind. */
export const QUEUE_LIMIT = 200;

interface QueueOptions {
  /** Only bookings that are assigned to the user, or only unassigned ones. */
  taken?: Input<'attention/list'>['taken'];
  everyMs?: number;
  when?: boolean;
}

/** The queue of one or all partners and providers. The page and the bar on each booking share the response. */
export function useQueue(
  environment: Environment,
  { partner, provider }: QueueFilters,
  { taken, ...options }: QueueOptions = {},
): ReturnType<typeof useCall<'attention/list'>> {
  const input = {
    environment,
    limit: QUEUE_LIMIT,
    ...(partner !== undefined && { partnerId: partner }),
    ...(provider !== undefined && { providerCode: provider }),
    ...(taken !== undefined && { taken }),
  };
  return useCall('attention/list', input as Input<'attention/list'>, options);
}

type Booking = Output<'bookings/show'>['booking'];

/** The entry of a booking in the queue. Nothing is read for bookings that cannot be in it. */
export function useQueuedBooking(booking: Booking, filters: QueueFilters): QueueEntry {
  const { environment, needsAttention, resolution } = booking;
  const mayResolve = useMay('bookings:resolve');
  const when = mayResolve && (needsAttention || resolution !== null);
  const read = useQueue(environment, filters, { when });
  if (!when) return { state: 'ready', entry: undefined };
  if (read.state === 'waiting' || read.isPrevious) return { state: 'waiting', entry: undefined };
  return { state: 'ready', entry: read.state === 'ready' ? entryOf(booking, read.data.bookings) : undefined };
}
