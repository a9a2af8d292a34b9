/** A first request that a new key can make: as a command to paste, and as a program. */
import type { Scope } from '@serai/contract/scopes.ts';

interface FirstRequest {
  scope: Scope;
  path: string;
  body: object;
  /** The method of the SDK's client. */
  method: string;
}

/** The first of these that the key may do. */
const REQUESTS: readonly FirstRequest[] = [
  { scope: 'content:read', path: '/content/hotels/v1/boards', body: {}, method: 'content.boards' },
  { scope: 'hotels:read', path: '/connect/hotels/v1/bookinglist', body: {}, method: 'bookings.list' },
  {
    scope: 'hotels:search',
    path: '/connect/hotels/v1/availability',
    body: { destination: { canonicalCityId: 'plc_…' } },
    method: 'hotels.availability',
  },
  {
    scope: 'hotels:quote',
    path: '/connect/hotels/v1/prebooking',
    body: { offerId: 'off_…' },
    method: 'hotels.prebooking',
  },
  {
    scope: 'hotels:book',
    path: '/connect/hotels/v1/booking',
    body: { quoteId: 'quo_…' },
    method: 'bookings.create',
  },
  {
    scope: 'hotels:cancel',
    path: '/connect/hotels/v1/cancel',
    body: { bookingId: 'bkg_…' },
    method: 'bookings.cancel',
  },
];

function requestOf(scopes: readonly Scope[]): FirstRequest {
  return REQUESTS.find(({ scope }) => scopes.includes(scope)) ?? (REQUESTS[0] as FirstRequest);
}

export function firstCommand(interfaceUrl: string, secret: string, scopes: readonly Scope[]): string {
  const { path, body } = requestOf(scopes);
  return [
    `curl -X POST ${interfaceUrl}${path}`,
    `  -H 'Authorization: ApiKey ${secret}'`,
    `  -H 'Content-Type: application/json'`,
    `  -d '${JSON.stringify(body)}'`,
  ].join(' \\\n');
}

/** The key is named by its place in the environment: a program must not hold it. */
export function firstProgram(interfaceUrl: string, scopes: readonly Scope[]): string {
  const { method, body } = requestOf(scopes);
  const input = Object.keys(body).length === 0 ? '' : JSON.stringify(body);
  return [
    `import { Serai } from '@serai/sdk';`,
    '',
    `const serai = new Serai({ apiKey: process.env.SERAI_API_KEY, baseUrl: '${interfaceUrl}' });`,
    `console.log(await serai.${method}(${input}));`,
  ].join('\n');
}
