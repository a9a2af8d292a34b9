/** Creates the suppliers of all adapters. All accounts share one HTTP client, which limits the connections to each host. */
import type { Clock } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import { createHotelbedsSupplier } from '../../suppliers/hotelbeds/adapter.ts';
import { createLiteApiSupplier } from '../../suppliers/liteapi/adapter.ts';
import { createRapidSupplier } from '../../suppliers/rapid/adapter.ts';
import type { AccountSetup, SupplierFactories } from './live-providers.ts';

/** Higher than the number of concurrent calls of one process, so that the bulkheads are the effective limit. */
export const CONNECTIONS_PER_HOST = 256;

export function supplierFactories(parts: {
  clock: Clock;
  log: Log;
  http: OutboundClient;
}): SupplierFactories {
  const { http } = parts;
  return {
    liteapi: ({ kind, settings, credentials }) =>
      createLiteApiSupplier({
        ...parts,
        kind,
        settings,
        credentials: { apiKey: secretOf(credentials, 'apiKey') },
      }),
    hotelbeds: ({ kind, settings, credentials }) =>
      createHotelbedsSupplier({
        ...parts,
        client: http,
        kind,
        settings,
        credentials: keyAndSecret(credentials),
      }),
    rapid: ({ kind, settings, credentials }) =>
      createRapidSupplier({ ...parts, kind, settings, credentials: keyAndSecret(credentials) }),
  };
}

export function keyAndSecret(credentials: AccountSetup['credentials']): { apiKey: string; secret: string } {
  return { apiKey: secretOf(credentials, 'apiKey'), secret: secretOf(credentials, 'secret') };
}

export function secretOf(credentials: AccountSetup['credentials'], field: string): string {
  const value = credentials[field];
  if (value === undefined) throw new Error(`The account has no value for ${field}.`);
  return value;
}
