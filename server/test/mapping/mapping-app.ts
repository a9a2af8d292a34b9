/** The whole service with a small catalogue, and a provider whose hotels tests store, map and sell. */

import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { SuppliedHotel } from '../../src/booking/port/supplied-content.ts';
import { storeSuppliedHotels } from '../../src/mapping/content/store-supplied-hotels.ts';
import { LiveSupplierIds } from '../../src/mapping/live-supplier-ids.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { SPAIN, writeHotels, writePlaces } from '../catalogue-builder.ts';
import { LeapingClock } from '../leaping-time.ts';
import { type TestApp, testApp } from '../test-app.ts';
import { suppliedHotel } from './hotel-evidence.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
export type Loose = any;

export const SCOPE = { provider: 'liteapi', environment: 'sandbox' } as const;
export const OTHER = { provider: 'hotelbeds', environment: 'sandbox' } as const;

/** Hotels of the catalogue, 200 m apart along a street. */
export const OURS = ['Larkspur', 'Nightjar', 'Saltmarsh', 'Wren', 'Kingfisher'].map((name, i) => ({
  hotelId: `htl_${name.toLowerCase()}`,
  name: { en: `Hotel ${name}`, es: `Hotel ${name}` },
  address: { street: `Carrer Major ${10 + i}`, postalCode: '08001', city: 'Barcelona', countryCode: 'ES' },
  location: { latitude: 41.38 + i * 0.0018, longitude: 2.17 },
  contact: { phone: `+34 931 234 56${i}` },
}));

export function theirs(i: number, fields: Partial<SuppliedHotel> = {}): SuppliedHotel {
  const { name, address, location, contact } = OURS[i] as (typeof OURS)[number];
  return suppliedHotel({
    supplierId: `lp${i}`,
    name: name.en,
    address: { lines: [address.street], city: 'BARCELONA', postalCode: address.postalCode },
    location: { lat: location.latitude, lng: location.longitude },
    phones: [contact.phone],
    category: 'Hotel',
    ...fields,
  });
}

export let app: TestApp;
let supplierIds: LiveSupplierIds;
const clock = new LeapingClock();

/** Call this at the top of a test file. Each test starts without supplier content and decisions. */
export function useMappingApp(): void {
  beforeAll(async () => {
    app = await testApp({ clock });
    await writePlaces(app.mainDb, SPAIN);
    await writeHotels(app.mainDb, 'sandbox', OURS);
    supplierIds = new LiveSupplierIds({ db: app.mainDb, clock: systemClock, log: createLog('silent') });
  });
  afterAll(() => app?.close());
  beforeEach(async () => {
    await app.database.ownerDb`
    TRUNCATE supplier_hotel, mapping_decision, provider_hotel, mapping_demand, mapping_price_count, mapping_run`;
    await app.database.ownerDb`UPDATE mapping_epoch SET epoch = epoch + 1`;
  });
}

export const store = (
  hotels: SuppliedHotel[],
  removed: string[] = [],
  scope: typeof SCOPE | typeof OTHER = SCOPE,
) => storeSuppliedHotels(app.mainDb, scope, { hotels, removed });

export async function operate(name: string, input: object): Promise<Loose> {
  const { status, json } = await app.operate(name, { ...SCOPE, ...input });
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
}

/** Runs the mapping of a provider and waits for its end. */
export async function run(input: object = {}): Promise<Loose> {
  const { run: started } = await operate('mapping/run', input);
  for (;;) {
    const { runs } = (await app.operate('mapping/figures', { environment: 'sandbox' })).json;
    const ended = runs.find((one: Loose) => one.runId === started.runId);
    if (ended.state !== 'QUEUED' && ended.state !== 'RUNNING') return ended;
    // Jobs start within a second. Advance the clock instead of waiting.
    clock.leap(1_000);
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

export const queue = async (input: object = {}) =>
  (await app.operate('mapping/queue', { environment: 'sandbox', ...input })).json.items;

/** The supplier's ids of all our hotels, as booking requests them. */
export async function sold(): Promise<Record<string, readonly string[]>> {
  await supplierIds.follow();
  return Object.fromEntries(
    await supplierIds.find(
      SCOPE,
      OURS.map(({ hotelId }) => hotelId),
    ),
  );
}
