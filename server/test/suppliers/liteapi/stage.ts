/** A LiteAPI adapter that is connected to a simulator with a manual clock. */

import type { SoldHotel, Stay, Supplier } from '../../../src/booking/port/supplier.ts';
import { SupplierClient } from '../../../src/booking/suppliers/conformance/supplier-client.ts';
import {
  createLiteApiSupplier,
  type LiteApiOptions,
} from '../../../src/booking/suppliers/liteapi/adapter.ts';
import { createLog } from '../../../src/platform/log.ts';
import { OutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { ManualClock } from '../../manual-clock.ts';
import { type LiteApiSimulator, SANDBOX_KEY, startLiteApi } from './simulator.ts';

export const HOTEL: SoldHotel = {
  hotelId: 'htl_0000000000000000000001',
  supplierIds: ['lp1000'],
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  rooms: [],
};
export const UNSOLD: SoldHotel = {
  ...HOTEL,
  hotelId: 'htl_0000000000000000000002',
  supplierIds: ['lpffff'],
};
export const STAY: Stay = {
  checkIn: '2027-05-14',
  checkOut: '2027-05-17',
  occupancies: [{ adults: 2, childAges: [] }],
};
export const FAMILY: Stay = {
  ...STAY,
  occupancies: [
    { adults: 2, childAges: [4] },
    { adults: 1, childAges: [] },
  ],
};

const START_MS = Date.UTC(2027, 0, 10, 12);
const CONNECTIONS = 16;

export interface Stage {
  simulator: LiteApiSimulator;
  clock: ManualClock;
  supplier: Supplier;
  client: SupplierClient;
  /** Creates another adapter for the same simulator, as another process would. */
  another(overrides?: Partial<LiteApiOptions>): Supplier;
  close(): Promise<void>;
}

export async function startStage(overrides: Partial<LiteApiOptions> = {}): Promise<Stage> {
  const clock = new ManualClock(START_MS);
  const simulator = await startLiteApi({ clock });
  const http = new OutboundClient({ connections: CONNECTIONS });
  const another = (more: Partial<LiteApiOptions> = {}) =>
    createLiteApiSupplier({
      kind: 'TEST',
      credentials: { apiKey: SANDBOX_KEY },
      settings: { baseUrl: simulator.url, ...more.settings },
      clock,
      log: createLog('silent'),
      http,
      ...omitSettings(more),
    });
  const supplier = another(overrides);
  return {
    simulator,
    clock,
    supplier,
    client: new SupplierClient(supplier, clock),
    another,
    async close() {
      await http.close();
      await simulator.close();
    },
  };
}

function omitSettings({ settings: _, ...rest }: Partial<LiteApiOptions>): Partial<LiteApiOptions> {
  return rest;
}
