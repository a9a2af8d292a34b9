/**
 * Tests each adapter as the operator uses it: connects an account at a simulator, tests it, maps a hotel, books a room
 * and cancels it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storeSuppliedHotels } from '../../src/mapping/content/store-supplied-hotels.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { type BookingApp, bookingApp, STAY } from '../booking-app.ts';
import { writeHotels } from '../catalogue-builder.ts';
import { suppliedHotel } from '../mapping/hotel-evidence.ts';
import { startHotelbeds } from './hotelbeds/hotelbeds-simulator.ts';
import { SANDBOX_KEY, startLiteApi } from './liteapi/simulator.ts';
import { ACCOUNT, startRapid } from './rapid/simulator.ts';
import type { SupplierSimulator } from './supplier-simulator.ts';

interface Sold {
  start(): Promise<{ simulator: SupplierSimulator; reservations(): number }>;
  credentials: Record<string, string>;
  /** Credentials in which only the last field is wrong. */
  wrong: Record<string, string>;
  supplierId: string;
  settings?: object;
  says: string;
}

const SUPPLIERS: Readonly<Record<string, Sold>> = {
  liteapi: {
    async start() {
      const simulator = await startLiteApi({ clock });
      return { simulator, reservations: () => simulator.ledger.bookings.length };
    },
    credentials: { apiKey: SANDBOX_KEY },
    wrong: { apiKey: 'sand_canary_wrong_key_4711' },
    supplierId: 'lp1000',
    settings: { ratesPerHotel: 20, searchSeconds: 4 },
    says: 'Unauthorized',
  },
  hotelbeds: {
    async start() {
      const simulator = await startHotelbeds({ clock });
      return { simulator, reservations: () => simulator.state.ledger.all().length };
    },
    credentials: { apiKey: 'canary0key0of0the0simulator00000', secret: 'canarysecr' },
    wrong: { apiKey: 'canary0key0of0the0simulator00000', secret: 'canary_wrong_4711' },
    supplierId: '1001',
    settings: { pathVersion: '1.2', hotelsPerSearch: 50 },
    says: 'signature',
  },
  rapid: {
    async start() {
      const simulator = await startRapid({ clock });
      return { simulator, reservations: () => simulator.ledger.itineraries.length };
    },
    credentials: { ...ACCOUNT },
    wrong: { ...ACCOUNT, secret: 'canary_wrong_4711' },
    supplierId: '10000',
    settings: { contactEmail: 'desk@example.com', serverIp: '192.0.2.7' },
    says: 'missing or inaccurate',
  },
};

let booking: BookingApp;
beforeAll(async () => {
  booking = await bookingApp();
});
afterAll(() => booking?.close());

const operate = (name: string, input: object) => booking.app.operate(name, input);

describe.each(Object.entries(SUPPLIERS))('an account at %s', (adapter, supplier) => {
  const { credentials, wrong, supplierId, settings, says } = supplier;
  const providerId = `prv_sandbox_${adapter}`;
  const hotelId = `htl_sold_by_${adapter}`;
  let started: Awaited<ReturnType<Sold['start']>>;
  beforeAll(async () => {
    started = await supplier.start();
    await writeHotels(booking.app.mainDb, 'sandbox', [
      {
        hotelId,
        name: { en: `Sold by ${adapter}` },
        address: { city: 'Alicante', countryCode: 'ES' },
        location: { latitude: 38.34, longitude: -0.48 },
      },
    ]);
    const hotels = [suppliedHotel({ supplierId, name: `Sold by ${adapter}` })];
    const scope = { provider: adapter, environment: 'sandbox' } as const;
    await storeSuppliedHotels(booking.app.mainDb, scope, { hotels, removed: [] });
  });
  afterAll(() => started?.simulator.close());

  test('an account is connected with its settings, every step of the connection test passes, and nothing is booked', async () => {
    const { json, status } = await operate('providers/connect', {
      adapter,
      environment: 'sandbox',
      credentials,
      settings: { ...settings, baseUrl: started.simulator.url, perDay: 1_000 },
    });
    expect(status, JSON.stringify(json)).toBe(200);
    expect(json.provider).toMatchObject({ providerId, settings });
    const tested = (await operate('providers/probe', { providerId })).json;
    expect(tested.steps.filter(({ result }: { result: string }) => result !== 'PASSED')).toEqual([]);
    expect(tested).toMatchObject({ works: true });
    expect(started.reservations()).toBe(0);
  });

  test('a mapped hotel is found, quoted, booked and cancelled with a sandbox key', async () => {
    const decision = { environment: 'sandbox', provider: adapter, supplierId, decision: 'SAME', hotelId };
    expect((await operate('mapping/decide', decision)).status).toBe(200);
    const search = async () => (await booking.call('availability', { ...STAY, hotelIds: [hotelId] })).json;
    const offersOf = async () => (await search()).hotels[0]?.offers ?? [];
    await expect.poll(async () => (await offersOf()).length).toBeGreaterThan(0);
    const found = await search();
    expect(found.providers.find(({ code }: { code: string }) => code === adapter)).toMatchObject({
      status: 'OK',
      hotelsWithOffers: 1,
    });
    const { offerId } = found.hotels[0].offers[0];
    const quote = await booking.call('prebooking', { offerId });
    expect(quote.status, JSON.stringify(quote.json)).toBe(200);
    const booked = await booking.call('booking', booking.bookingOf(quote.json));
    expect(booked.json.booking).toMatchObject({ status: 'CONFIRMED' });
    expect(started.reservations()).toBe(1);
    const maxPenalty = quote.json.offer.price.net;
    const { bookingId } = booked.json.booking;
    const cancelled = await booking.call('cancel', { bookingId, maxPenalty });
    expect(cancelled.json.booking).toMatchObject({ status: 'CANCELLED' });
    expect(started.reservations()).toBe(1);
  });

  test('wrong credentials do not replace the stored ones, and the connection test shows the supplier’s message without secrets', async () => {
    const rotated = await operate('providers/update', { providerId, credentials: wrong });
    expect([rotated.status, rotated.json.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await operate('providers/probe', { providerId })).json.works).toBe(true);
    const code = `${adapter}-wrong`;
    const account = { adapter, code, environment: 'sandbox', credentials: wrong };
    await operate('providers/connect', { ...account, settings: { baseUrl: started.simulator.url } });
    const tested = (await operate('providers/probe', { providerId: `prv_sandbox_${code}` })).json;
    expect(tested.steps[1]).toMatchObject({ step: 'CREDENTIALS', result: 'FAILED' });
    expect(tested.steps[1].supplierSays).toMatch(new RegExp(says, 'i'));
    const health = async () => {
      const { json } = await operate('providers/health', { environment: 'sandbox' });
      return json.providers.find((each: { name: string }) => each.name.includes(`(${code})`))?.lastError;
    };
    await expect.poll(health, { timeout: 20_000 }).toMatchObject({ cause: 'CREDENTIALS' });
    const failed = { providerId: `prv_sandbox_${code}` };
    const failures = async () => (await operate('providers/failures', failed)).json.failures;
    await expect.poll(failures, { timeout: 20_000 }).not.toEqual([]);
    const [last] = await failures();
    expect(last).toMatchObject({
      operation: 'probe',
      cause: 'CREDENTIALS',
      requestId: null,
      bookingId: null,
    });
    const shown = await operate('providers/failure', { ...failed, failureId: last.failureId });
    expect(shown.json.exchanges.at(-1).response.status).toBe(last.status);
    const texts = [rotated.json, tested, await health(), await failures(), shown.json];
    expect(JSON.stringify(texts)).not.toMatch(/canary|4711/);
  });
});

test('the operator receives a notice when an account has used all calls that searches may use', async () => {
  const { simulator } = await (SUPPLIERS.liteapi as Sold).start();
  const code = 'liteapi-small';
  const settings = { baseUrl: simulator.url, perDay: 4 };
  const account = { adapter: 'liteapi', code, environment: 'sandbox', credentials: { apiKey: SANDBOX_KEY } };
  await operate('providers/connect', { ...account, settings });
  const providerId = `prv_sandbox_${code}`;
  await operate('providers/probe', { providerId });
  const notices = async () => {
    const { json } = await operate('notices/list', { open: true });
    return json.notices.filter(({ subjectId }: { subjectId: string }) => subjectId === providerId);
  };
  await expect.poll(notices).toMatchObject([{ kind: 'provider.budget_reached', partnerId: null }]);
  await simulator.close();
});
