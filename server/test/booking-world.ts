/**
 * The starting point for booking tests: a database whose time the test controls, one scripted provider, and quotes to
 * book.
 */

import type { BookingRecord } from '@serai/contract/booking/booking-record.ts';
import { bookingExample } from '@serai/contract/booking/examples/booking-example.ts';
import { afterEach, beforeEach } from 'vitest';
import { tellOperator } from '../src/account/tell-operator.ts';
import { accountJobs } from '../src/billing/ledger/account-events.ts';
import { BookingLedger } from '../src/billing/ledger/booking-ledger.ts';
import type { AttemptLease } from '../src/booking/bookings/attempt-store.ts';
import type { Booking, BookingContent } from '../src/booking/bookings/booking.ts';
import { findAnyBooking } from '../src/booking/bookings/booking-store.ts';
import { type BookingPeople, peopleSafe } from '../src/booking/bookings/people.ts';
import {
  type Journalled,
  journalBooking,
  type NewBooking,
} from '../src/booking/bookings/protocol/journal-booking.ts';
import { journalCancel } from '../src/booking/bookings/protocol/journal-cancel.ts';
import { recordBooked } from '../src/booking/bookings/protocol/record-outcome.ts';
import type { Booked, Cancelled, Found, Reservation } from '../src/booking/port/outcomes.ts';
import type { KnownBooking, Supplier } from '../src/booking/port/supplier.ts';
import { AT_COST } from '../src/booking/pricing-port.ts';
import type { Provider } from '../src/booking/provider.ts';
import { ProviderCalls } from '../src/booking/providers/call-provider.ts';
import { providerRegistry } from '../src/booking/providers/provider-registry.ts';
import { bookingJobs } from '../src/booking/reconcile/booking-jobs.ts';
import type { Database } from '../src/platform/database/connect.ts';
import { openEventData } from '../src/platform/events/outbox-store.ts';
import { newReferenceId } from '../src/platform/ids/reference-id.ts';
import { JobRunner } from '../src/platform/jobs/job-runner.ts';
import { createLog } from '../src/platform/log.ts';
import { testDatabase } from './database.ts';
import { scriptedSupplier } from './scripted-supplier.ts';
import { simulateTime } from './simulated-time.ts';

export const HOUR_MS = 3_600_000;
export const NET_MINOR = 44_400;
const example = bookingExample as BookingRecord;
/** When free cancellation ends. The stay in the example begins in March 2027, and the tests run in January. */
export const FREE_UNTIL_MS = Date.parse('2027-03-10T23:00:00Z');
const scope = { organisationId: 'org_a', environment: 'sandbox' } as const;

export const PEOPLE: BookingPeople = {
  holder: { firstName: 'Ada', lastName: 'Moreno', email: 'ada@example.com', phone: null },
  rooms: example.rooms.map(({ guests, specialRequests }) => ({ guests, specialRequests })),
  remarks: 'Late',
  metadata: { costCentre: '4711' },
  cancelReason: null,
};

export function bookingContent(): BookingContent {
  const { hotel, board, payment, rooms, price } = example;
  return {
    occupancies: [
      { adults: 2, childAges: [7] },
      { adults: 1, childAges: [] },
    ],
    market: { nationality: 'ES', currency: 'EUR', language: 'en' },
    hotel,
    board,
    payment,
    rooms: rooms.map(({ guests: _, specialRequests: __, ...room }) => room),
    price,
    terms: {
      refundability: 'REFUNDABLE',
      freeUntilMs: FREE_UNTIL_MS,
      deadlineSource: 'PROPERTY_TIMEZONE',
      timeZone: hotel.timeZone,
      windows: [
        { fromMs: null, toMs: FREE_UNTIL_MS, penaltyMinor: 0 },
        { fromMs: FREE_UNTIL_MS, toMs: null, penaltyMinor: NET_MINOR },
      ],
      noShow: null,
    },
    toleranceMinor: 500,
  };
}

/** The reservation that the provider holds if nothing goes wrong. */
export const RESERVATION: Reservation = {
  supplierRef: 'S-1',
  hotelId: example.hotel.hotelId,
  checkIn: example.checkIn,
  checkOut: example.checkOut,
  currency: 'EUR',
  netMinor: NET_MINOR,
  hotelRef: null,
};

/**
 * On a busy machine a transaction may take seconds. Concurrent transactions may wait for it, but never for a
 * connection.
 */
const PATIENT = { max: 24, lockTimeoutMs: 15_000 };

export async function bookingWorld() {
  const database = await testDatabase(PATIENT);
  const { pool, db, ownerDb } = database;
  const time = await simulateTime(ownerDb);
  await ownerDb`INSERT INTO organisation (id, name, kind)
    VALUES ('opr_1', 'Operator', 'OPERATOR'), ('org_a', 'A', 'PARTNER'), ('org_b', 'B', 'PARTNER')`;
  const safe = peopleSafe(Buffer.alloc(32, 7));
  const log = createLog('silent');
  const script: Partial<Supplier> = {};
  const supplier = scriptedSupplier();
  for (const name of ['lookup', 'cancel', 'sweep', 'release'] as const) {
    const usual = supplier[name];
    Object.assign(supplier, {
      [name]: (...args: never[]) => ((script[name] ?? usual) as (...args: never[]) => unknown)(...args),
    });
  }
  const provider: Provider = { code: 'test-1', supplier, preference: 1 };
  const providers = providerRegistry([provider]);
  const calls = new ProviderCalls({ clock: time.clock, log });
  const billing = new BookingLedger({ pool, seal: safe.seal, clock: time.clock });
  const parts = {
    pool,
    db,
    safe,
    billing,
    providers,
    calls,
    pricing: AT_COST,
    clock: time.clock,
    log,
    tellOperator,
  };
  const runner = new JobRunner({
    pool,
    clock: time.clock,
    kinds: { ...bookingJobs(parts), ...accountJobs(safe.seal) },
    log,
  });

  async function quote(lifetimeMs = 20 * 60_000): Promise<string> {
    const quoteId = newReferenceId('quo');
    await db`
      INSERT INTO quote (quote_id, organisation_id, environment, test_mode, provider, hotel_id, created_at, expires_at,
        status, terms_hash, currency, net_minor, supplier_currency, supplier_net_minor, inventory_held, content, tokens)
      VALUES (${quoteId}, 'org_a', 'sandbox', true, 'test-1', ${RESERVATION.hotelId}, serai_now(),
        serai_now() + ${lifetimeMs}::float8 * interval '1 millisecond', 'AVAILABLE', 't', 'EUR', ${NET_MINOR}, 'EUR',
        ${NET_MINOR}, false, '{}', '')`;
    return quoteId;
  }

  /** `through` replaces the connection to the database. */
  async function journal(changes: Partial<NewBooking> = {}, through: Database = db): Promise<Journalled> {
    const quoteId = changes.quoteId ?? (await quote());
    return journalBooking(through, parts, {
      scope,
      keyId: 'key_a',
      requestId: 'req_a',
      testMode: true,
      clientReference: `ref-${quoteId}`,
      fingerprint: Buffer.from('f'),
      provider,
      hotelId: RESERVATION.hotelId,
      checkIn: RESERVATION.checkIn,
      checkOut: RESERVATION.checkOut,
      currency: 'EUR',
      netMinor: NET_MINOR,
      supplierCurrency: 'EUR',
      supplierNetMinor: NET_MINOR,
      content: bookingContent(),
      people: PEOPLE,
      ...changes,
      quoteId,
    });
  }

  return {
    ...database,
    time,
    safe,
    scope,
    script,
    supplier,
    provider,
    parts,
    runner,
    quote,
    journal,
    async journalled(changes: Partial<NewBooking> = {}) {
      const made = await journal(changes);
      if (made.kind !== 'JOURNALLED') throw new Error(made.kind);
      return made;
    },
    /** Journals a booking and records this response of the provider. */
    async booked(outcome?: Booked): Promise<Booking> {
      const { attempt } = await this.journalled();
      return (await this.record(attempt, outcome)).booking;
    },
    record(attempt: AttemptLease, outcome: Booked = { kind: 'CONFIRMED', ...RESERVATION }) {
      return recordBooked(db, parts, { supplier, attempt, outcome, exchanges: [] });
    },
    cancel(bookingId: string, record?: Parameters<typeof journalCancel>[2]['record']) {
      const arrivedAtMs = time.databaseNowMs();
      const input = { bookingId, arrivedAtMs, maxPenaltyMinor: 0, reason: null, supplier, record };
      return journalCancel(db, parts, input);
    },
    /**
     * Makes the provider return these results in turn, and then repeat the last one. Returns the lookups that it
     * receives.
     */
    lookupReturns(...results: Found[]): readonly KnownBooking[] {
      const sent: KnownBooking[] = [];
      script.lookup = async (_, booking) =>
        results[Math.min(sent.push(booking), results.length) - 1] as Found;
      return sent;
    },
    /**
     * Makes the provider return these outcomes in turn, and then repeat the last one. Returns the cancellations that it
     * receives.
     */
    cancelReturns(...outcomes: Cancelled[]): readonly KnownBooking[] {
      const sent: KnownBooking[] = [];
      script.cancel = async (_, booking) =>
        outcomes[Math.min(sent.push(booking), outcomes.length) - 1] as Cancelled;
      return sent;
    },
    sweepReturns(...references: string[]): void {
      const value = references.map(reference => ({ reference, state: 'BOOKED' as const, ...RESERVATION }));
      script.sweep = async () => ({ kind: 'OK', value });
    },
    async read(bookingId: string): Promise<Booking> {
      const booking = await findAnyBooking(db, bookingId);
      if (!booking) throw new Error('no booking');
      return booking;
    },
    /** Advances the time in steps and runs the jobs that become due. */
    async pass(ms: number, stepMs = ms): Promise<void> {
      for (let passed = 0; passed < ms; passed += stepMs) {
        await time.advance(Math.min(stepMs, ms - passed));
        await runner.idle();
      }
    },
    async events(
      bookingId: string,
    ): Promise<{ type: string; version: number; data: Record<string, unknown> }[]> {
      const rows = await db<{ type: string; version: number; data: Buffer }[]>`
        SELECT type, version, data FROM outbox_event WHERE booking_id = ${bookingId} ORDER BY version`;
      return rows.map(({ type, version, data }) => ({
        type,
        version,
        data: openEventData(safe.seal, data) as Record<string, unknown>,
      }));
    },
    async types(bookingId: string): Promise<string[]> {
      return (await this.events(bookingId)).map(({ type }) => type);
    },
    async jobs(bookingId: string): Promise<string[]> {
      const rows = await db<{ kind: string }[]>`SELECT kind FROM job WHERE key = ${bookingId} ORDER BY kind`;
      return rows.map(({ kind }) => kind);
    },
  };
}

export type BookingWorld = Awaited<ReturnType<typeof bookingWorld>>;

/** Runs the jobs during each test, and then removes them and the script of the provider. */
export function runJobsInTests({ runner, ownerDb, script }: BookingWorld): void {
  beforeEach(() => runner.start());
  afterEach(async () => {
    await runner.stop();
    await ownerDb`DELETE FROM job`;
    for (const name of Object.keys(script)) delete script[name as keyof Supplier];
  });
}
