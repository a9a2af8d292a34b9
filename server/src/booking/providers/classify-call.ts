/** Determines the pool of a call, and whether its outcome counts as a failure of the supplier. Pure. */
import type { ProviderOperation } from '../port/call.ts';
import type { Booked, Cancelled, Found, Read } from '../port/outcomes.ts';

export type Pool = 'search' | 'quote' | 'book';

export type AnyOutcome = Read<unknown> | Booked | Cancelled | Found;

/** Each pool has its own concurrency limit, so that slow searches never block bookings. */
export const POOL_OF: Readonly<Record<ProviderOperation, Pool>> = {
  search: 'search',
  sweep: 'search',
  probe: 'search',
  quote: 'quote',
  release: 'quote',
  book: 'book',
  lookup: 'book',
  cancelQuote: 'book',
  cancel: 'book',
};

/** Lookups and cancellations settle bookings, and probes test the connection, so they are sent even while the circuit is open. */
const NEVER_BLOCKED: ReadonlySet<ProviderOperation> = new Set(['lookup', 'cancel', 'probe']);

export function isBlockable(operation: ProviderOperation): boolean {
  return !NEVER_BLOCKED.has(operation);
}

/** The cause of a failure. THROTTLED if the supplier rejected the call because of its rate limit. */
export function causeOf(outcome: AnyOutcome): string {
  return 'cause' in outcome ? outcome.cause : outcome.kind;
}

/**
 * Refusals and "no rooms" count as successes, because the supplier responded. Returns undefined if the outcome says
 * nothing about the supplier's health.
 */
export function isSuccess(outcome: AnyOutcome): boolean | undefined {
  switch (outcome.kind) {
    case 'FAILED':
    case 'UNKNOWN':
      return outcome.cause === 'CONTRADICTORY' ? true : outcome.cause === 'ENVIRONMENT' ? undefined : false;
    case 'NOT_EXECUTED':
      return outcome.cause === 'THROTTLED' ? undefined : false;
    case 'THROTTLED':
      return undefined;
    default:
      return true;
  }
}

/** Includes calls that the supplier rejected because of its rate limit, which say nothing about its health. */
export function isFailure(outcome: AnyOutcome): boolean {
  return isSuccess(outcome) === false || causeOf(outcome) === 'THROTTLED';
}
