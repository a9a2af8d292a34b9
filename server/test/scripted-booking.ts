/**
 * The booking operations next to a whole service, on the same database, with a provider whose responses the test
 * scripts.
 */

import { tellOperator } from '../src/account/tell-operator.ts';
import { BookingLedger } from '../src/billing/ledger/booking-ledger.ts';
import type { CatalogueHotel } from '../src/booking/catalogue.ts';
import type { HotelMapping } from '../src/booking/hotel-mapping.ts';
import type { MappingAlarms } from '../src/booking/mapping-alarms.ts';
import { type BookingCore, bookingCore, openBookingOperations } from '../src/booking/open-booking.ts';
import type { Reservation } from '../src/booking/port/outcomes.ts';
import type { BookRequest, Supplier } from '../src/booking/port/supplier.ts';
import type { PricingPort } from '../src/booking/pricing-port.ts';
import { LiveProviders } from '../src/booking/providers/accounts/live-providers.ts';
import { ProviderCalls } from '../src/booking/providers/call-provider.ts';
import { ApiError } from '../src/platform/api-error.ts';
import type { DatabasePool } from '../src/platform/database/connect.ts';
import { createLog } from '../src/platform/log.ts';
import type { RequestContext } from '../src/platform/operations/handler.ts';
import { SentMark } from '../src/platform/operations/sent-mark.ts';
import { createSeal } from '../src/platform/secrets/seal.ts';
import type { BookingApp } from './booking-app.ts';
import { LeapingClock } from './leaping-time.ts';
import { dataOf } from './result-data.ts';
import { scriptedSupplier } from './scripted-supplier.ts';

interface RunAnswer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  data: any;
}

export interface ScriptedBooking {
  clock: LeapingClock;
  core: BookingCore;
  /** The names of the supplier's functions, in the order of their calls. */
  called: string[];
  run(operation: string, body: object, context?: Partial<RequestContext>): Promise<RunAnswer>;
  fail(operation: string, body: object, context?: Partial<RequestContext>): Promise<ApiError>;
  stop(): Promise<void>;
}

interface Options {
  pool?: DatabasePool;
  /** Rejects every call in the booking pool. */
  isPoolFull?: boolean;
  mapping?: HotelMapping;
  alarms?: MappingAlarms;
  pricing?: PricingPort;
  /** Overrides the script for single providers. */
  scriptOf?(code: string): Partial<Supplier>;
}

const CODES = ['test-1', 'test-2', 'test-3'];
const FULL = { calls: 0, waiting: 0, waitMs: 0 };
const OPEN = { calls: 64, waiting: 64, waitMs: 1_000 };

export async function scriptedBooking(
  { app }: BookingApp,
  script: Partial<Supplier>,
  { pool = app.database.pool, isPoolFull = false, mapping, alarms, pricing, scriptOf }: Options = {},
): Promise<ScriptedBooking> {
  const clock = new LeapingClock();
  const log = createLog('silent');
  const called: string[] = [];
  const supplierOf = (code: string) => watched(scriptedSupplier({ ...script, ...scriptOf?.(code) }), called);
  const masterKey = Buffer.alloc(32, 7);
  const billing = new BookingLedger({ pool, seal: createSeal(masterKey), clock });
  const core: BookingCore = {
    ...bookingCore({ pool, masterKey, clock, log, tellOperator, billing, mapping, alarms, pricing }),
    providers: new LiveProviders({
      db: pool.asService('The scripted providers serve all partners.'),
      clock,
      log,
      seal: createSeal(masterKey),
      factories: {},
      builtIn: CODES.map((code, i) => ({ code, preference: i, supplier: supplierOf(code) })),
    }),
    calls: new ProviderCalls({
      clock,
      log,
      limits: { search: OPEN, quote: OPEN, book: isPoolFull ? FULL : OPEN },
    }),
  };
  const operations = await openBookingOperations(core, {
    catalogue: {
      findHotels: async (_, ids) => new Map(ids.map(id => [id, hotelOf(id)])),
      findAt: () => Promise.reject(new Error('not asked')),
      findAround: () => Promise.reject(new Error('not asked')),
      findInBox: () => Promise.reject(new Error('not asked')),
    },
    defaultsOf: async () => ({ nationality: 'ES', currency: 'EUR', language: 'en' }),
    cursorKey: Buffer.alloc(32, 1),
    findHotelSheet: async () => undefined,
    findIssuer: () => Promise.reject(new Error('not asked')),
  });
  const [organisation] = await app.database.ownerDb<
    { id: string }[]
  >`SELECT id FROM organisation WHERE kind = 'PARTNER' LIMIT 1`;

  const run: ScriptedBooking['run'] = async (name, body, context = {}) => {
    const handler = operations.handlers.find(({ operation }) => operation.name === name);
    const organisationId = organisation?.id ?? '';
    const full: RequestContext = {
      db: pool.forPartner({ organisationId, environment: context.environment ?? 'sandbox' }),
      requestId: 'req_test',
      organisationId,
      environment: 'sandbox',
      keyId: 'key',
      spendLimit: undefined,
      clientAddress: undefined,
      arrivedAtMs: clock.nowMs(),
      timeLeftMs: 60_000,
      ifNoneMatch: undefined,
      idempotencyKey: undefined,
      signal: new AbortController().signal,
      sent: new SentMark(),
      ...context,
    };
    const result = await handler?.run(full, body as never);
    if (result === undefined) throw new Error(`no operation is named ${name}`);
    return { status: result.status ?? 200, data: dataOf(result) };
  };
  return {
    clock,
    core,
    called,
    run,
    async fail(...args) {
      const error = await run(...args).then(
        ({ status }) => new Error(`it was answered ${status}`),
        thrown => thrown,
      );
      if (error instanceof ApiError) return error;
      throw error;
    },
    stop: () => operations.stop(),
  };
}

/** A hotel without room types. */
function hotelOf(hotelId: string): CatalogueHotel {
  return {
    ...{ hotelId, countryCode: 'ES', timeZone: 'Europe/Madrid', stars: 3, categoryCode: null, rooms: [] },
    location: { latitude: 40, longitude: -3 },
    name: () => 'Hotel',
  };
}

function watched(supplier: Supplier, called: string[]): Supplier {
  const wrapped = Object.entries(supplier).map(([name, member]) => [
    name,
    typeof member === 'function'
      ? (...args: never[]) => {
          called.push(name);
          return (member as (...args: never[]) => unknown)(...args);
        }
      : member,
  ]);
  return Object.fromEntries(wrapped) as Supplier;
}

/** The reservation at a provider that has accepted the order unchanged. */
export function reservationOf({ hotel, checkIn, checkOut, currency, netMinor }: BookRequest): Reservation {
  return {
    supplierRef: 'S-1',
    hotelId: hotel.hotelId,
    checkIn,
    checkOut,
    currency,
    netMinor,
    hotelRef: null,
  };
}
