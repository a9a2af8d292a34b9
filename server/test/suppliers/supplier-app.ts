/** The whole service on a clock that can jump, connected to the simulators of all suppliers over HTTP. */
import { expect, vi } from 'vitest';
import { STAY } from '../booking-app.ts';
import type { Loose } from '../booking-request.ts';
import type { HttpAnswer } from '../test-app.ts';
import { type TimedBookingApp, timedBookingApp } from '../timed-booking-app.ts';
import { connectSuppliers, hotelOf, type SimulatedSupplier, startSuppliers } from './connected-suppliers.ts';

export interface SupplierApp extends TimedBookingApp {
  suppliers: Readonly<Record<SimulatedSupplier['code'], SimulatedSupplier>>;
  find(codes: readonly SimulatedSupplier['code'][], members?: object): Promise<HttpAnswer>;
  /** Searches one supplier and quotes its first offer. */
  quoted(code: SimulatedSupplier['code']): Promise<HttpAnswer>;
  /** Searches, quotes and books at one supplier. */
  booked(code: SimulatedSupplier['code'], members?: object): Promise<HttpAnswer>;
  countOf(code: SimulatedSupplier['code'], operation: keyof SimulatedSupplier['operations']): number;
}

/** Longer than the service caches accounts, mappings and the connections of partners. */
const FOLLOWED_MS = 6_000;

export async function supplierApp(options: Parameters<typeof timedBookingApp>[0] = {}): Promise<SupplierApp> {
  // The mapping is set up by the tests. Reading the simulators' hotels after a jump of the clock would replace it.
  const settings = { SERAI_CONTENT_SYNC: 'off', ...options.settings };
  const booking = await timedBookingApp({ ...options, settings });
  const list = await startSuppliers(booking.time.clock);
  const operate = async (name: string, input: object) => {
    const { status, text } = await booking.app.operate(name, input);
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`);
  };
  await connectSuppliers(booking.app.database.ownerDb, operate, list);
  await booking.time.leap(FOLLOWED_MS);
  const suppliers = Object.fromEntries(list.map(each => [each.code, each])) as SupplierApp['suppliers'];
  const find: SupplierApp['find'] = (codes, members = {}) =>
    booking.call('availability', {
      ...STAY,
      hotelIds: codes.map(code => hotelOf(suppliers[code])),
      ...members,
    });
  const quoted: SupplierApp['quoted'] = async code => {
    const { json } = await find([code]);
    return booking.call('prebooking', { offerId: json.hotels[0].offers[0].offerId });
  };
  const app: SupplierApp = {
    ...booking,
    suppliers,
    find,
    quoted,
    async booked(code, members) {
      const { json } = await quoted(code);
      return booking.call('booking', booking.bookingOf(json, members));
    },
    countOf: (code, operation) =>
      suppliers[code].simulator.exchanges.filter(
        exchange => exchange.operation === suppliers[code].operations[operation],
      ).length,
    async close() {
      await booking.close();
      await Promise.all(list.map(({ simulator }) => simulator.close()));
    },
  };
  const expected = ['own', ...list.map(({ code }) => code)].toSorted();
  await vi.waitFor(async () => expect(codesOf(await find(['liteapi']))).toEqual(expected), {
    timeout: 60_000,
    interval: 100,
  });
  return app;
}

const codesOf = ({ json }: HttpAnswer): string[] => json.providers.map(({ code }: Loose) => code).toSorted();

export function statusOf({ status, text, json }: HttpAnswer, code: string): string | undefined {
  if (status !== 200) throw new Error(`The search failed with ${status}: ${text}`);
  return json.providers.find((provider: Loose) => provider.code === code)?.status;
}

/** A fault that holds a response until the test releases it. */
export function heldResponse() {
  let release = () => {};
  const until = new Promise<void>(resolve => {
    release = resolve;
  });
  return { fault: { when: 'after', kind: 'hold', until } as const, release: () => release() };
}
