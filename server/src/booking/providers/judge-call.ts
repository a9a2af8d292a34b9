/** Which pool a call belongs to, and what its end says about its supplier. Pure. */
import type { ProviderOperation } from '../port/call.ts';
import type { Booked, Cancelled, Found, Read } from '../port/outcomes.ts';

export type Pool = 'search' | 'quote' | 'book';

export type AnyOutcome = Read<unknown> | Booked | Cancelled | Found;

/** Each has connections of its own: a slow search never takes a booking's. */
export const POOL_OF: Readonly<Record<ProviderOperation, Pool>> = {
  search: 'search',
  sweep: 'search',
  probe: 'search',
  quote: 'quote',
  release: 'quote',
  book: 'book',
  lookup: 'book',
  cancel: 'book',
};

/** Without them nothing could ever be settled: they go out also while the breaker is open. */
const NEVER_BLOCKED: ReadonlySet<ProviderOperation> = new Set(['lookup', 'cancel', 'probe']);

export function isBlockable(operation: ProviderOperation): boolean {
  return !NEVER_BLOCKED.has(operation);
}

/** Refusals and "no rooms" are successes: the supplier answered. Undefined: it says nothing about the supplier's health. */
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
