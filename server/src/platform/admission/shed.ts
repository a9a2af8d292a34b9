/** The answer to a request that is turned away before any work was done for it. */
import { ApiError } from '../api-error.ts';

/** full: its class. key: its key has its share. late: the event loop or the database is. cost: it would cost too much for now. */
export const SHED_REASONS = ['full', 'key', 'late', 'cost'] as const;
export type ShedReason = (typeof SHED_REASONS)[number];

const LONGEST_WAIT_SECONDS = 5;
let count = 0;

export function shed(reason: ShedReason): ApiError {
  // 1 to 5 seconds in turn, so that those refused together do not come back together.
  const retryAfterSeconds = 1 + (count++ % LONGEST_WAIT_SECONDS);
  return new ApiError('SERVICE_UNAVAILABLE', 'The service is overloaded. Try again shortly.', {
    retryAfterSeconds,
    // A place of a full class is free again any moment: who asks a little later may have it.
    shed: reason === 'late' ? 'class' : 'request',
  });
}
