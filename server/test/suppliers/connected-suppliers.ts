/**
 * Simulators of all suppliers, and how to connect them to a running service: an account, a hotel of the catalogue and
 * its mapping.
 */

import { storeSuppliedHotels } from '../../src/mapping/content/store-supplied-hotels.ts';
import { lockMappings, writeDecisions } from '../../src/mapping/ledger/decision-store.ts';
import type { Clock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/database/connect.ts';
import { inTransaction } from '../../src/platform/database/in-transaction.ts';
import { writeHotels } from '../catalogue-builder.ts';
import { suppliedHotel } from '../mapping/hotel-evidence.ts';
import { startHotelbeds } from './hotelbeds/hotelbeds-simulator.ts';
import { SANDBOX_KEY, startLiteApi } from './liteapi/simulator.ts';
import { ACCOUNT, startRapid } from './rapid/simulator.ts';
import type { SupplierSimulator } from './supplier-simulator.ts';

export interface SimulatedSale {
  reference: string;
  supplierRef: string;
  netMinor: number;
  createdMs: number;
  isLive: boolean;
}

export interface SimulatedSupplier {
  code: 'liteapi' | 'hotelbeds' | 'rapid';
  simulator: SupplierSimulator;
  operations: Readonly<Record<'search' | 'quote' | 'book' | 'lookup' | 'cancel', string>>;
  credentials: Readonly<Record<string, string>>;
  /** The supplier's ids of the hotels that can be sold. */
  supplierIds: readonly string[];
  /** Marks all rooms as sold out, or none. */
  setSoldOut(isSoldOut: boolean): void;
  sales(): SimulatedSale[];
}

type SimulatorClock = Pick<Clock, 'nowMs'>;

export async function startSuppliers(clock: SimulatorClock): Promise<SimulatedSupplier[]> {
  return Promise.all([simulatedLiteApi(clock), simulatedHotelbeds(clock), simulatedRapid(clock)]);
}

export async function simulatedLiteApi(clock: SimulatorClock): Promise<SimulatedSupplier> {
  const simulator = await startLiteApi({ clock: clock as Clock });
  const supplierIds = simulator.world.hotels.map(({ id }) => id);
  return {
    code: 'liteapi',
    simulator,
    operations: { search: 'search', quote: 'prebook', book: 'book', lookup: 'lookup', cancel: 'cancel' },
    credentials: { apiKey: SANDBOX_KEY },
    supplierIds,
    setSoldOut: isSoldOut => simulator.set({ soldOut: new Set(isSoldOut ? supplierIds : []) }),
    sales: () =>
      simulator.ledger.bookings.map(({ clientReference, bookingId, priceMinor, createdAtMs, status }) => ({
        reference: clientReference,
        supplierRef: bookingId,
        netMinor: priceMinor,
        createdMs: createdAtMs,
        isLive: status === 'CONFIRMED',
      })),
  };
}

async function simulatedHotelbeds(clock: SimulatorClock): Promise<SimulatedSupplier> {
  const simulator = await startHotelbeds({ clock });
  const { hotels, ledger } = simulator.state;
  const setAllotment = (allotment: number) => {
    for (const { rooms } of hotels) for (const room of rooms) room.allotment = allotment;
  };
  setAllotment(100_000);
  return {
    code: 'hotelbeds',
    simulator,
    operations: { search: 'search', quote: 'quote', book: 'book', lookup: 'list', cancel: 'cancel' },
    credentials: simulator.credentials,
    supplierIds: hotels.filter(({ countryCode }) => countryCode === 'ES').map(({ code }) => String(code)),
    setSoldOut: isSoldOut => setAllotment(isSoldOut ? 0 : 100_000),
    sales: () =>
      ledger.all().map(({ clientReference, reference, totalCents, createdMs, state }) => ({
        reference: clientReference,
        supplierRef: reference,
        netMinor: totalCents,
        createdMs,
        isLive: state === 'CONFIRMED',
      })),
  };
}

async function simulatedRapid(clock: SimulatorClock): Promise<SimulatedSupplier> {
  const simulator = await startRapid({ clock });
  return {
    code: 'rapid',
    simulator,
    operations: { search: 'search', quote: 'priceCheck', book: 'book', lookup: 'lookup', cancel: 'cancel' },
    credentials: { ...ACCOUNT },
    supplierIds: simulator.world.properties.map(({ id }) => id),
    setSoldOut: soldOut => simulator.set({ soldOut }),
    sales: () =>
      simulator.ledger.itineraries.map(({ reference, id, createdAtMs, rooms, stay, rate }) => ({
        reference,
        supplierRef: id,
        netMinor: stay.occupancies.reduce((sum, each) => sum + (rate.pricing.get(each)?.inclusive ?? 0), 0),
        createdMs: createdAtMs,
        isLive: rooms.some(({ status }) => status !== 'canceled'),
      })),
  };
}

/** A hotel of the catalogue that only this supplier sells. */
export function hotelOf({ code }: Pick<SimulatedSupplier, 'code'>, number = 0): string {
  return `htl_${code}${number === 0 ? '' : number}`;
}

type Operate = (name: string, input: object) => Promise<unknown>;

/** Connects an account of each supplier in the sandbox, each with its own hotels. `operate` calls the operator API. */
export async function connectSuppliers(
  db: Database,
  operate: Operate,
  suppliers: readonly SimulatedSupplier[],
  { hotels = 1, settings = {} }: { hotels?: number; settings?: object } = {},
): Promise<void> {
  for (const supplier of suppliers) {
    const { code, credentials, simulator } = supplier;
    const scope = { provider: code, environment: 'sandbox' } as const;
    const sold = supplier.supplierIds
      .slice(0, hotels)
      .map((supplierId, number) => ({ supplierId, hotelId: hotelOf(supplier, number) }));
    await writeHotels(
      db,
      'sandbox',
      sold.map(({ hotelId }) => ({ hotelId, timeZone: 'Europe/Madrid' })),
    );
    const content = sold.map(({ supplierId }) => suppliedHotel({ supplierId }));
    await storeSuppliedHotels(db, scope, { hotels: content, removed: [] });
    await inTransaction(db, async tx => {
      await lockMappings(tx, scope);
      const decisions = sold.map(({ supplierId, hotelId }) => ({
        ...{ supplierId, hotelId, outcome: 'SAME' as const, score: null, doubt: null, alarm: null },
        ...{ evidence: [], vetoes: [] },
      }));
      await writeDecisions(tx, scope, decisions, { decidedBy: 'test', isManual: true, modelVersion: null });
    });
    await operate('providers/connect', {
      adapter: code,
      name: code,
      environment: 'sandbox',
      credentials,
      settings: { baseUrl: simulator.url, ...settings },
    });
  }
  for (const number of [1, 2, 3])
    await operate('providers/update', { providerId: `prv_sandbox_test-${number}`, enabled: false });
}
