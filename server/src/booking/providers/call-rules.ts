/** Determines which calls are retried, which providers serve a mode, and how long a call may take. Pure. */
import type { ProviderOperation } from '../port/call.ts';
import type { Cause } from '../port/outcomes.ts';
import type { Supplier } from '../port/supplier.ts';
import type { Provider } from '../provider.ts';
import type { RetriedOperation } from './read-retries.ts';

export type WhyNotStarted = 'ENVIRONMENT' | 'BREAKER_OPEN' | 'BUDGET_SPENT' | 'POOL_FULL' | 'NO_TIME';

export function isRetried(operation: ProviderOperation): operation is RetriedOperation {
  return operation === 'search' || operation === 'lookup' || operation === 'sweep';
}

export function matchesMode({ supplier }: Provider, testMode: boolean): boolean {
  return (supplier.kind === 'TEST') === testMode;
}

export function skipCause(reason: WhyNotStarted): Cause {
  return reason === 'ENVIRONMENT' ? 'ENVIRONMENT' : reason === 'NO_TIME' ? 'TIMEOUT' : 'CONNECTION';
}

/** The configured timeout may shorten searches and quotes. Calls that make or settle a booking always get their full time. */
export function partnerLimitMs(
  { timeoutMs = Number.POSITIVE_INFINITY }: Provider,
  operation: ProviderOperation,
): number {
  return operation === 'search' || operation === 'quote' ? timeoutMs : Number.POSITIVE_INFINITY;
}

export function ownLimitMs({ limits }: Supplier, operation: ProviderOperation): number {
  switch (operation) {
    case 'search':
    case 'quote':
    case 'book':
    case 'lookup':
    case 'cancel':
      return limits[operation];
    case 'release':
      return limits.quote;
    default:
      return limits.lookup;
  }
}
