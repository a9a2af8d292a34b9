/** Bookings that the whole booking service makes through a supplier's adapter at the supplier's simulator. */
import type { Booking } from '../../src/booking/bookings/booking.ts';
import { findAnyBooking } from '../../src/booking/bookings/booking-store.ts';
import { listExchanges } from '../../src/booking/bookings/exchange-store.ts';
import type { Supplier } from '../../src/booking/port/supplier.ts';
import { rereadBooking } from '../../src/booking/reconcile/stay-jobs.ts';
import { createHotelbedsSupplier } from '../../src/booking/suppliers/hotelbeds/adapter.ts';
import { createLiteApiSupplier } from '../../src/booking/suppliers/liteapi/adapter.ts';
import { createRapidSupplier } from '../../src/booking/suppliers/rapid/adapter.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { OutboundClient } from '../../src/platform/outbound/outbound-client.ts';
import { addDays } from '../../src/platform/time/civil-date.ts';
import { type BookingApp, STAY } from '../booking-app.ts';
import { bookingRequest, type Loose } from '../booking-request.ts';
import { scriptedBooking } from '../scripted-booking.ts';
import { startHotelbeds } from './hotelbeds/hotelbeds-simulator.ts';
import { SANDBOX_KEY, startLiteApi } from './liteapi/simulator.ts';
import { ACCOUNT, startRapid } from './rapid/simulator.ts';
import type { SupplierSimulator } from './supplier-simulator.ts';

const HOTEL_ID = 'htl_7Q2M9XK4V8TB';

/** A change that the supplier may make after it has confirmed a booking. */
export type Change = 'PRICE' | 'DATES' | 'TERMS' | 'BOARD';

interface Simulated {
  simulator: SupplierSimulator;
  supplierId: string;
  create(http: OutboundClient): Supplier;
  /** Changes all reservations in the ledger of the simulator. */
  change(what: Change): void;
  /** Credentials that must not be recorded. */
  secrets: readonly string[];
}

const log = createLog('silent');

/** At Rapid, the change BOARD has no effect, because its reservations have no board. */
export const SUPPLIERS: Readonly<Record<'liteapi' | 'hotelbeds' | 'rapid', () => Promise<Simulated>>> = {
  async liteapi() {
    const simulator = await startLiteApi({ clock });
    const credentials = { apiKey: SANDBOX_KEY };
    return {
      simulator,
      supplierId: 'lp1000',
      create: http =>
        createLiteApiSupplier({
          ...{ kind: 'TEST', credentials, settings: { baseUrl: simulator.url }, clock, log, http },
        }),
      change(what) {
        for (const booking of simulator.ledger.bookings) {
          const { prebook } = booking;
          const { rate, stay } = prebook;
          if (what === 'PRICE') booking.priceMinor += 1;
          if (what === 'DATES') prebook.stay = { ...stay, checkout: addDays(stay.checkout, 1) };
          if (what === 'TERMS') prebook.rate = { ...rate, terms: 'NON_REFUNDABLE' };
          if (what === 'BOARD') prebook.rate = { ...rate, board: { code: 'AI', name: 'All Inclusive' } };
        }
      },
      secrets: [SANDBOX_KEY],
    };
  },
  async hotelbeds() {
    const simulator = await startHotelbeds({ clock });
    const { credentials, state } = simulator;
    return {
      simulator,
      supplierId: String(state.hotels[0]?.code),
      create: client =>
        createHotelbedsSupplier({
          ...{ kind: 'TEST', credentials, settings: { baseUrl: simulator.url }, clock, log, client },
        }),
      change(what) {
        for (const reservation of state.ledger.all()) {
          if (what === 'PRICE') reservation.totalCents += 1;
          for (const rate of reservation.rates) {
            const { valuation } = rate;
            const { contract } = valuation;
            const change = (fields: Partial<typeof valuation>) => {
              rate.valuation = { ...valuation, ...fields };
            };
            if (what === 'PRICE') change({ netCents: valuation.netCents + 1 });
            if (what === 'DATES') change({ checkOut: addDays(valuation.checkOut, 1) });
            if (what === 'TERMS') change({ contract: { ...contract, freeDays: contract.freeDays + 3 } });
            if (what === 'BOARD')
              change({ contract: { ...contract, boardCode: 'AI', boardName: 'ALL INCLUSIVE' } });
          }
        }
      },
      secrets: [credentials.apiKey, credentials.secret],
    };
  },
  async rapid() {
    const simulator = await startRapid({ clock });
    return {
      simulator,
      supplierId: '10000',
      create: http =>
        createRapidSupplier({
          ...{ kind: 'TEST', credentials: ACCOUNT, settings: { baseUrl: simulator.url }, clock, log, http },
        }),
      change(what) {
        for (const itinerary of simulator.ledger.itineraries) {
          const { rate, stay } = itinerary;
          if (what === 'DATES') itinerary.stay = { ...stay, checkout: addDays(stay.checkout, 1) };
          if (what === 'TERMS') itinerary.rate = { ...rate, terms: 'NON_REFUNDABLE' };
          if (what === 'PRICE') {
            const pricing = [...rate.pricing].map(
              ([occupancy, price]) => [occupancy, { ...price, inclusive: price.inclusive + 1 }] as const,
            );
            itinerary.rate = { ...rate, pricing: new Map(pricing) };
          }
        }
      },
      secrets: [ACCOUNT.apiKey, ACCOUNT.secret],
    };
  },
};

export interface BookedAtSupplier extends Simulated {
  bookingId: string;
  /** Looks the booking up at the supplier, as the daily job does. */
  reread(): Promise<Booking>;
  read(): Promise<Booking>;
  /** The notes in the history of the booking, oldest first. */
  notes(): Promise<Loose[]>;
  exchanges(): ReturnType<typeof listExchanges>;
  run(operation: string, body: object): Promise<Loose>;
  close(): Promise<void>;
}

/** Searches, quotes and books a refundable offer. */
export async function bookAtSupplier(
  app: BookingApp,
  name: keyof typeof SUPPLIERS,
  people: object = {},
): Promise<BookedAtSupplier> {
  const simulated = await SUPPLIERS[name]();
  const http = new OutboundClient({ connections: 4 });
  const supplier = simulated.create(http);
  const scripted = await scriptedBooking(
    app,
    {},
    {
      scriptOf: code => (code === 'test-1' ? supplier : {}),
      mapping: {
        findSupplierIds: async (_, code, hotelIds) =>
          new Map(code === 'test-1' ? hotelIds.map(id => [id, [simulated.supplierId]]) : []),
      },
    },
  );
  const run = async (operation: string, body: object) => (await scripted.run(operation, body)).data;
  const found: Loose = await run('availability', {
    hotelIds: [HOTEL_ID],
    ...STAY,
    filters: { refundableOnly: true },
  });
  const quote: Loose = await run('prebooking', { offerId: found.hotels[0].offers[0].offerId });
  const booked: Loose = await run('booking', {
    ...bookingRequest(quote, `${name}-${crypto.randomUUID().slice(0, 8)}`),
    ...people,
  });
  const { bookingId } = booked.booking;
  const { db, ownerDb } = app.app.database;
  const { core } = scripted;
  const read = async () => (await findAnyBooking(db, bookingId)) as Booking;
  return {
    ...simulated,
    bookingId,
    run,
    read,
    async reread() {
      const job = { key: bookingId, signal: new AbortController().signal, guard: async () => {} };
      await rereadBooking({ ...core, db }, job as unknown as Parameters<typeof rereadBooking>[1]);
      return read();
    },
    async notes() {
      const rows = await ownerDb<{ note: Loose }[]>`
        SELECT note FROM booking_history WHERE booking_id = ${bookingId} ORDER BY version`;
      return rows.map(({ note }) => note);
    },
    exchanges: async () => listExchanges(db, core.safe, await read()),
    async close() {
      await scripted.stop();
      await http.close();
      await simulated.simulator.close();
    },
  };
}
