import type { Target } from '../../components/link-to.tsx';

const PAGES: Readonly<Record<string, (target: string) => Target>> = {
  keys: keyId => ({ to: '/settings/api-keys/$keyId', params: { keyId } }),
  bookings: bookingId => ({ to: '/bookings/$bookingId', params: { bookingId } }),
  webhooks: endpointId => ({ to: '/webhooks/$endpointId', params: { endpointId } }),
  providers: providerId => ({ to: '/providers/$providerId', params: { providerId } }),
};

/** The page of what was changed; undefined where there is none, or none any more. */
export function targetLink(action: string, target: string): Target | undefined {
  const [resource = '', verb] = action.split('/');
  return verb === 'delete' ? undefined : PAGES[resource]?.(target);
}
