/**
 * One lifetime of a node: the real service with the shared database, its own clock and its own links to the
 * suppliers.
 */

import type { Environment } from '@serai/contract/shared/answer.ts';
import { pino } from 'pino';
import type postgres from 'postgres';
import { accountJobs } from '../../../src/billing/ledger/account-events.ts';
import { BookingLedger } from '../../../src/billing/ledger/booking-ledger.ts';
import type { BookingParts } from '../../../src/booking/booking-parts.ts';
import { peopleSafe } from '../../../src/booking/bookings/people.ts';
import { OpenCalls } from '../../../src/booking/bookings/protocol/open-calls.ts';
import type { Catalogue, CatalogueHotel } from '../../../src/booking/catalogue.ts';
import { NO_MAPPING } from '../../../src/booking/hotel-mapping.ts';
import { NO_ALARMS } from '../../../src/booking/mapping-alarms.ts';
import { createOfferTokens } from '../../../src/booking/offers/offer-tokens.ts';
import { availability } from '../../../src/booking/operations/availability.ts';
import { booking } from '../../../src/booking/operations/booking.ts';
import { bookingdetail } from '../../../src/booking/operations/bookingdetail.ts';
import { bookinglist } from '../../../src/booking/operations/bookinglist.ts';
import { cancel } from '../../../src/booking/operations/cancel.ts';
import { prebooking } from '../../../src/booking/operations/prebooking.ts';
import { PlausibilityCheck } from '../../../src/booking/prices/plausibility-check.ts';
import { AT_COST } from '../../../src/booking/pricing-port.ts';
import { ProviderCalls } from '../../../src/booking/providers/call-provider.ts';
import { providerRegistry } from '../../../src/booking/providers/provider-registry.ts';
import { bookingJobs } from '../../../src/booking/reconcile/booking-jobs.ts';
import { planSweeps } from '../../../src/booking/reconcile/sweep-orphans.ts';
import { SupplierTokens } from '../../../src/booking/search/cache/supplier-tokens.ts';
import type { ApiError } from '../../../src/platform/api-error.ts';
import { JobRunner } from '../../../src/platform/jobs/job-runner.ts';
import { createMetrics } from '../../../src/platform/metrics.ts';
import { toApiError } from '../../../src/platform/operations/error-answer.ts';
import type { RequestContext, Result } from '../../../src/platform/operations/handler.ts';
import { SentMark } from '../../../src/platform/operations/sent-mark.ts';
import type { SpendLimit } from '../../../src/platform/token/token-claims.ts';
import { keyOf } from '../chance/limits.ts';
import type { SeededRandom } from '../chance/seeded-random.ts';
import type { Weather } from '../chance/weather.ts';
import type { SimulatedSupplier } from '../suppliers/simulated-supplier.ts';
import { supplierLink } from '../suppliers/supplier-link.ts';
import type { SharedConnection } from './shared-connection.ts';
import { simulatedDatabase } from './simulated-database.ts';
import type { SimulatedProcess } from './simulated-process.ts';

export const OPERATIONS = { availability, prebooking, booking, bookingdetail, bookinglist, cancel };
export type OperationName = keyof typeof OPERATIONS;

export interface NodeParts {
  process: SimulatedProcess;
  connection: SharedConnection;
  companies: readonly SimulatedSupplier[];
  random: SeededRandom;
  weather: Weather;
  json(value: unknown): postgres.Parameter;
  onWrite(): void;
  onUnheard(): void;
  spendLimit: SpendLimit | undefined;
  /** Replaces a part of the service with a broken part, to prove that the simulation detects it. */
  createCalls?: ((options: ConstructorParameters<typeof ProviderCalls>[0]) => ProviderCalls) | undefined;
}

export interface SimulatedNode {
  process: SimulatedProcess;
  call(operation: OperationName, caller: Caller, body: object): Promise<Result<unknown> | ApiError>;
  wake(): void;
}

export interface Caller {
  organisationId: string;
  environment: Environment;
  idempotencyKey: string | undefined;
}

/** The simulation decides when to check for jobs. */
const NO_POLLING_MS = 1e12;
const CALLER_WAITS_MS = 150_000;

export const HOTEL_ID = 'htl_SIMULATED';

export function startNode(parts: NodeParts): SimulatedNode {
  const { process } = parts;
  const { clock } = process;
  const area = bookingParts(parts);
  const handlers = Object.fromEntries(
    Object.entries(OPERATIONS).map(([name, create]) => [name, create(area)]),
  ) as Record<OperationName, ReturnType<typeof booking>>;
  const { log } = area;
  const db = simulatedDatabase(parts);
  // All nodes share one connection, so no database scope is bound here.
  const pool = { forPartner: () => db, asService: () => Object.assign(db, { keepReady: async () => {} }) };
  const runner = new JobRunner({
    ...area,
    pool,
    kinds: {
      ...bookingJobs({ ...area, tellOperator: async () => {} }),
      ...accountJobs(area.safe.seal),
    },
    pollMs: NO_POLLING_MS,
  });
  runner.start();
  planSweeps({ ...area, db }).catch(() => {});
  return {
    process,
    wake: () => void process.later(0, () => runner.wake()),
    async call(operation, caller, body) {
      const { operation: contract, run } = handlers[operation];
      const context: RequestContext = {
        ...caller,
        db,
        requestId: 'req_simulated',
        keyId: keyOf(caller.organisationId, caller.environment),
        spendLimit: parts.spendLimit,
        clientAddress: undefined,
        arrivedAtMs: clock.nowMs(),
        timeLeftMs: CALLER_WAITS_MS,
        ifNoneMatch: undefined,
        signal: new AbortController().signal,
        sent: new SentMark(),
      };
      try {
        return await run(context, contract.input.parse(body) as never);
      } catch (error) {
        if (!context.sent.forbids(error)) return toApiError(error, context.requestId, log);
        return knownOrNothing(context.sent);
      }
    },
  };
}

/** Behaves like the backend: if no response can be built, the connection is closed without one. */
async function knownOrNothing(sent: RequestContext['sent']): Promise<Result<unknown>> {
  try {
    return sent.known();
  } catch {
    return new Promise(() => {});
  }
}

function bookingParts(parts: NodeParts): BookingParts {
  const { process, companies, random, weather } = parts;
  const { clock } = process;
  const write = (line: string) => process.timeline.note(`${process.name} logs ${line.trim()}`);
  const log = pino({ level: 'warn', base: null, timestamp: false, serializers: { err: shortly } }, { write });
  const safe = peopleSafe(Buffer.alloc(32, 7));
  const db = simulatedDatabase(parts);
  const ready = Object.assign(db, { keepReady: async () => {} });
  const configured = companies.map((company, i) => ({
    code: company.traits.code,
    preference: i,
    supplier: supplierLink(company, { process, random, weather }),
  }));
  return {
    clock,
    log,
    pricing: AT_COST,
    safe,
    billing: new BookingLedger({
      pool: { forPartner: () => db, asService: () => ready },
      seal: safe.seal,
      clock,
    }),
    recovery: { open: () => undefined, check: () => {} },
    providers: providerRegistry(configured),
    calls: (parts.createCalls ?? (options => new ProviderCalls(options)))({ clock, log }),
    catalogue: CATALOGUE,
    mapping: NO_MAPPING,
    alarms: NO_ALARMS,
    plausibilityCheck: new PlausibilityCheck({
      clock,
      log,
      metrics: createMetrics(),
      providers: providerRegistry(configured),
      alarms: NO_ALARMS,
    }),
    supplierTokens: new SupplierTokens({ clock, maxBytes: 1_000_000 }),
    rates: { find: () => ({ rate: '0.5', asOfMs: 0 }) },
    tokens: createOfferTokens(Buffer.alloc(32, 8)),
    cursorKey: Buffer.alloc(32, 9),
    fingerprintKey: Buffer.alloc(32, 6),
    openCalls: new OpenCalls({ clock, log }),
    connections: { find: async () => new Map() },
    defaultsOf: async () => ({ nationality: 'ES', currency: 'EUR', language: 'en' }),
  };
}

/** Returns the message, and where in the service the error was thrown. */
function shortly({ message, stack = '' }: Error): string {
  const places = [...stack.matchAll(/server\/src\/(.*?):(\d+)/g)].map(([, file, line]) => `${file}:${line}`);
  return [message.slice(0, 300), ...places.slice(0, 3)].join(' | ');
}

const HOTEL: CatalogueHotel = {
  hotelId: HOTEL_ID,
  countryCode: 'ES',
  timeZone: 'Europe/Madrid',
  stars: 3,
  categoryCode: null,
  location: { latitude: 40, longitude: -3 },
  name: () => 'Simulated',
  rooms: [{ roomCode: 'DBL', maxTotal: 2, maxAdults: 2, maxChildren: 0, name: () => 'Double', beds: [] }],
};

const CATALOGUE: Catalogue = {
  findHotels: async () => new Map([[HOTEL_ID, HOTEL]]),
  findAt: async () => undefined,
  findAround: async () => ({ centre: HOTEL.location, hotels: [], isCut: false }),
  findInBox: async () => ({ centre: HOTEL.location, hotels: [], isCut: false }),
};
