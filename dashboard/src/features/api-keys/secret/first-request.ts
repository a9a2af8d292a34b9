/** A first request that a new key can make, as a command to paste. */
import type { Scope } from '@serai/contract/scopes.ts';

/** The first of these that the key may do. */
const REQUESTS: readonly { scope: Scope; path: string; body: object }[] = [
  { scope: 'content:read', path: '/content/hotels/v1/boards', body: {} },
  { scope: 'hotels:read', path: '/connect/hotels/v1/bookinglist', body: {} },
  {
    scope: 'hotels:search',
    path: '/connect/hotels/v1/availability',
    body: { destination: { canonicalCityId: 'plc_…' } },
  },
  { scope: 'hotels:quote', path: '/connect/hotels/v1/prebooking', body: { offerId: 'off_…' } },
  { scope: 'hotels:book', path: '/connect/hotels/v1/booking', body: { quoteId: 'quo_…' } },
  { scope: 'hotels:cancel', path: '/connect/hotels/v1/cancel', body: { bookingId: 'bkg_…' } },
];

export function firstRequest(interfaceUrl: string, secret: string, scopes: readonly Scope[]): string {
  const request = REQUESTS.find(({ scope }) => scopes.includes(scope)) ?? REQUESTS[0];
  return [
    `curl -X POST ${interfaceUrl}${request?.path}`,
    `  -H 'Authorization: ApiKey ${secret}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(request?.body)}'`,
  ].join(' \\\n');
}
