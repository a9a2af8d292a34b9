/** The error for a request that is rejected before any work was done for it (load shedding). */
import { ApiError } from '../api-error.ts';

/**
 * `full`: the class has no free slot. `share`: the organisation has used up its share. `late`: the event loop or the
 * database is late. `cost`: the search is too expensive at present. `body`: there are too many unfinished bodies, or
 * they are too large.
 */
export const SHED_REASONS = ['full', 'share', 'late', 'cost', 'body'] as const;
export type ShedReason = (typeof SHED_REASONS)[number];

const LONGEST_WAIT_SECONDS = 5;
let count = 0;

export function shed(reason: ShedReason): ApiError {
  // The delays cycle from 1 to 5 seconds, so that clients that were rejected together do not retry together.
  const retryAfterSeconds = 1 + (count++ % LONGEST_WAIT_SECONDS);
  return new ApiError('SERVICE_UNAVAILABLE', 'The service is overloaded. Try again shortly.', {
    retryAfterSeconds,
    // A full class may have a free slot again immediately, so a retry may succeed.
    shed: reason === 'late' ? 'class' : 'request',
  });
}
