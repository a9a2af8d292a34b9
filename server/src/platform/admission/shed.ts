/** The answer to a request that is turned away before any work was done for it. */
import { ApiError } from '../api-error.ts';

/**
 * full: no slot of the class is free. share: its organisation holds its share. late: the event loop or the database is.
 * cost: the search costs too much for now. body: too many bodies are unfinished, or too large together.
 */
export const SHED_REASONS = ['full', 'share', 'late', 'cost', 'body'] as const;
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
