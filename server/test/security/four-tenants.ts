/** One service with two partners, each with a key per environment, to test that no tenant sees another's data. */
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import { createPartner } from '../browser-session.ts';
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
  const keyOf = async (environment: string, partnerId?: string) =>
    (await app.createKey({ environment, scopes: SCOPE_NAMES, limits, ...(partnerId && { partnerId }) }))
      .secret;
  const first = [await keyOf('sandbox'), await keyOf('production')] as const;
  const partnerId = await createPartner(app);
  const second = [await keyOf('sandbox', partnerId), await keyOf('production', partnerId)] as const;
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
      booking.call(operation, operation === 'voucher' ? body : rehearsed(tenant, body), {
        key: keys[tenant],
      }),
    close: () => booking.close(),
  };
}

/** Production keys book in test mode, because there is no live provider here. */
function rehearsed(tenant: Tenant, body: object): object {
  return tenant.endsWith('production') ? { ...body, settings: { testMode: true } } : body;
}
