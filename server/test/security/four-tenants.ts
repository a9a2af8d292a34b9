/** One service with two organisations and a key for each environment, to test that no tenant sees another's data. */
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import type { HttpAnswer } from '../test-app.ts';

export const TENANTS = ['first sandbox', 'first production', 'second sandbox', 'second production'] as const;
export type Tenant = (typeof TENANTS)[number];

export interface FourTenants {
  booking: BookingApp;
  keys: Record<Tenant, string>;
  call(tenant: Tenant, operation: string, body: object): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export async function fourTenants(settings: NodeJS.ProcessEnv = {}): Promise<FourTenants> {
  const booking = await bookingApp({ settings });
  const { app } = booking;
  const limits = { perMinute: 1_000_000, perHour: 10_000_000, perDay: 100_000_000 };
  const keyOf = async (environment: string) =>
    (await app.createKey({ environment, scopes: SCOPE_NAMES, limits })).secret;
  const first = [await keyOf('sandbox'), await keyOf('production')] as const;
  const { json } = await app.operate('organisations/create', { name: 'Another house' });
  const { organisationId } = json.organisation;
  const { organisation } = (await app.operate('session/show', {})).json.session;
  await app.operate('organisations/select', { organisationId });
  const second = [await keyOf('sandbox'), await keyOf('production')] as const;
  await app.operate('organisations/select', { organisationId: organisation.organisationId });
  const keys = {
    'first sandbox': first[0],
    'first production': first[1],
    'second sandbox': second[0],
    'second production': second[1],
  };
  return {
    booking,
    keys,
    call: (tenant, operation, body) =>
      booking.call(operation, rehearsed(tenant, body), { key: keys[tenant] }),
    close: () => booking.close(),
  };
}

/** Production keys book in test mode, because these tests have no live provider. */
function rehearsed(tenant: Tenant, body: object): object {
  return tenant.endsWith('production') ? { ...body, settings: { testMode: true } } : body;
}
