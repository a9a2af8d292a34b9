/** Where the failed calls to a provider can be looked up. Pure. */
import type { Target } from '../../components/link-to.tsx';
import type { ProviderHealth } from './provider.tsx';

type Counted = Pick<ProviderHealth['operations'][number], 'operation' | 'errors' | 'timeouts'>;

export interface FailedOperation extends Counted {
  link: Target & { label: string };
}

/** The requests in which each kind of call is made. Serai makes all other calls for bookings that exist already. */
const REQUESTS: Readonly<Record<string, { operation: string; label: string }>> = {
  search: { operation: 'availability', label: 'Failed searches in the request log' },
  quote: { operation: 'prebooking', label: 'Failed quotes in the request log' },
  book: { operation: 'booking', label: 'Booking requests in the request log' },
  cancelQuote: { operation: 'cancel', label: 'Cancellations in the request log' },
  cancel: { operation: 'cancel', label: 'Cancellations in the request log' },
};

/** The operations with failed calls, those with the most failures first. `period` is a period of the request log. */
export function failedOperations(operations: readonly Counted[], period: string): FailedOperation[] {
  return operations
    .filter(({ errors }) => errors > 0)
    .sort((a, b) => b.errors - a.errors)
    .map(({ operation, errors, timeouts }) => ({
      operation,
      errors,
      timeouts,
      link: linkFor({ operation, errors, timeouts }, period),
    }));
}

function linkFor({ operation, errors, timeouts }: Counted, period: string): FailedOperation['link'] {
  const request = REQUESTS[operation];
  if (request === undefined) {
    return { to: '/bookings', search: { attention: 'yes' }, label: 'Bookings that need attention' };
  }
  // A quote asks one provider, so its error has the same cause. A search fails only if all providers fail. A booking or
  // cancellation whose call failed returns 202, because its outcome is unknown.
  const { label } = request;
  const search = { operation: request.operation, period };
  if (operation === 'quote' && timeouts === errors)
    return { to: '/requests', search: { ...search, code: 'PROVIDER_TIMEOUT' }, label };
  if (operation === 'quote' && timeouts === 0)
    return { to: '/requests', search: { ...search, code: 'PROVIDER_ERROR' }, label };
  const isRead = operation === 'search' || operation === 'quote';
  return {
    to: '/requests',
    search: { ...search, ...(isRead ? { class: '5xx' } : { status: '202' }) },
    label,
  };
}
