import { PAGES } from '../../dashboard/test/browser/pages.ts';
import type { StartedDashboard } from './started-dashboard.ts';

export interface NamedPage {
  name: string;
  path: string;
}

export async function everyPage({ operate }: StartedDashboard): Promise<NamedPage[]> {
  const sandbox = { environment: 'sandbox', page: { limit: 1 } };
  const [bookings, attention, keys, endpoints, events, requests, providers, partners] = await Promise.all([
    operate('bookings/list', sandbox),
    operate('bookings/list', { ...sandbox, needsAttention: true }),
    operate('keys/list', { ...sandbox, status: 'ACTIVE' }),
    operate('webhooks/list', sandbox),
    operate('events/list', sandbox),
    operate('requests/list', sandbox),
    operate('providers/list', {}),
    operate('partners/list', {}),
  ]);
  const single: (readonly [string, string | undefined])[] = [
    ['bookings', bookings.bookings[0]?.bookingId],
    ['bookings', attention.bookings[0]?.bookingId],
    ['settings/api-keys', keys.keys[0]?.keyId],
    ['webhooks', endpoints.endpoints[0]?.endpointId],
    ['events', events.events[0]?.eventId ?? events.events[0]?.id],
    ['requests', requests.requests[0]?.rowId],
    ['providers', providers.providers[0]?.providerId],
    ['partners', partners.partners[0]?.partnerId],
    ['reference', 'availability'],
    ['hotels', 'htl_casa_luna'],
  ];
  const found = single.flatMap(([page, id], index) =>
    id === undefined ? [] : [{ name: `${page.replace('/', '-')}-${index}`, path: `/sandbox/${page}/${id}` }],
  );
  return [
    ...PAGES.map(({ path }) => ({ name: path.slice(1).replaceAll('/', '-'), path })),
    ...found,
    { name: 'hotels-calendar', path: '/sandbox/hotels/htl_casa_luna/calendar' },
  ];
}
