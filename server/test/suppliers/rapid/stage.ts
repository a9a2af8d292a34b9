/** A Rapid adapter that is connected to a simulator with a manual clock. */
import type { SoldHotel, Stay, Supplier } from '../../../src/booking/port/supplier.ts';
import { SupplierClient } from '../../../src/booking/suppliers/conformance/supplier-client.ts';
import { createRapidSupplier, type RapidOptions } from '../../../src/booking/suppliers/rapid/adapter.ts';
import { createLog } from '../../../src/platform/log.ts';
import { OutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { ManualClock } from '../../manual-clock.ts';
import { ACCOUNT, type RapidSimulator, startRapid } from './simulator.ts';

export const HOTEL: SoldHotel = {
  hotelId: 'htl_0000000000000000000001',
  supplierIds: ['10000'],
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  rooms: [],
};
export const UNSOLD: SoldHotel = {
  ...HOTEL,
  hotelId: 'htl_0000000000000000000002',
  supplierIds: ['99999'],
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
  simulator: RapidSimulator;
  clock: ManualClock;
  supplier: Supplier;
  client: SupplierClient;
  /** Creates another adapter for the same simulator, as another process would. */
  another(overrides?: Partial<RapidOptions>): Supplier;
  close(): Promise<void>;
}

export async function startStage(overrides: Partial<RapidOptions> = {}): Promise<Stage> {
  const clock = new ManualClock(START_MS);
  const simulator = await startRapid({ clock });
  const http = new OutboundClient({ connections: CONNECTIONS });
  const another = ({ settings, ...more }: Partial<RapidOptions> = {}) =>
    createRapidSupplier({
      kind: 'TEST',
      credentials: ACCOUNT,
      settings: { baseUrl: simulator.url, ...settings },
      clock,
      log: createLog('silent'),
      http,
      ...more,
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
