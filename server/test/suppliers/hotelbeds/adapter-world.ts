import type { SoldHotel, Stay, Supplier } from '../../../src/booking/port/supplier.ts';
import { SupplierClient } from '../../../src/booking/suppliers/conformance/supplier-client.ts';
import {
  createHotelbedsSupplier,
  type HotelbedsOptions,
} from '../../../src/booking/suppliers/hotelbeds/adapter.ts';
import { createLog } from '../../../src/platform/log.ts';
import { OutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { ManualClock } from '../../manual-clock.ts';
import { type HotelbedsSimulator, startHotelbeds } from './hotelbeds-simulator.ts';
import type { Behaviour } from './state.ts';

/** Far in the future, so that the stay has not begun on the service's own clock. */
export const NOW_MS = Date.UTC(2030, 5, 1, 12);

export const STAY: Stay = {
  checkIn: '2030-07-10',
  checkOut: '2030-07-13',
  occupancies: [{ adults: 2, childAges: [] }],
};

export const FAMILY: Stay = {
  checkIn: '2030-07-10',
  checkOut: '2030-07-12',
  occupancies: [
    { adults: 2, childAges: [4] },
    { adults: 1, childAges: [] },
  ],
};

export function hotelWithCode(code: number): SoldHotel {
  return {
    hotelId: `htl_${code}`,
    supplierIds: [String(code)],
    countryCode: 'ES',
    timeZone: 'Europe/Madrid',
    rooms: [],
  };
}

export function adapterOptions(clock: ManualClock, client: HotelbedsOptions['client']): HotelbedsOptions {
  return {
    kind: 'TEST',
    credentials: { apiKey: 'test-key', secret: 'test-secret' },
    settings: {},
    clock,
    log: createLog('silent'),
    client,
  };
}

export interface AdapterWorld {
  clock: ManualClock;
  simulator: HotelbedsSimulator;
  supplier: Supplier;
  client: SupplierClient;
  create(overrides?: Partial<HotelbedsOptions>): Supplier;
  close(): Promise<void>;
}

export async function startAdapter(
  options: { seed?: number; hotelCount?: number; behaviour?: Partial<Behaviour> } = {},
): Promise<AdapterWorld> {
  const clock = new ManualClock(NOW_MS);
  const simulator = await startHotelbeds({ clock, ...options });
  const outbound = new OutboundClient({ connections: 16 });
  const create = (overrides: Partial<HotelbedsOptions> = {}) =>
    createHotelbedsSupplier({
      ...adapterOptions(clock, outbound),
      credentials: simulator.credentials,
      settings: { baseUrl: simulator.url },
      ...overrides,
    });
  const supplier = create();
  return {
    clock,
    simulator,
    supplier,
    client: new SupplierClient(supplier, clock),
    create,
    async close() {
      await outbound.close();
      await simulator.close();
    },
  };
}
