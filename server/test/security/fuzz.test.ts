/**
 * Sends valid and nearly valid requests that are generated from our OpenAPI document, with IDs of both partners.
 * They must never cause an internal error, must always get a documented response, and must never reveal the other
 * partner's data. `SERAI_FUZZ_RUNS=5000 npx vitest run fuzz` tries more, and `SERAI_FUZZ_SEED` repeats a run.
 */
import { readFile } from 'node:fs/promises';
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { ERRORS } from '@serai/contract/errors.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STAY } from '../booking-app.ts';
import { type FourTenants, fourTenants, type Tenant } from './four-tenants.ts';
import { type Document, requestArbitrary } from './request-arbitraries.ts';

const RUNS = Number(process.env.SERAI_FUZZ_RUNS ?? 20);
const SEED = Number(process.env.SERAI_FUZZ_SEED ?? 20_270_115);
/** The last name of the other partner's guests, which the first partner must never see. */
const FOREIGN = 'Wolffenbuettel';

let world: FourTenants;
let document: Document;
const ids: string[] = [scenarioHotelId('ok'), 'htl_none', 'plc_none', 'EUR', 'ES', 'en'];

beforeAll(async () => {
  document = JSON.parse(await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8'));
  world = await fourTenants();
  for (const tenant of ['first sandbox', 'second sandbox'] as const) await settle(tenant);
});
afterAll(() => world?.close());

async function settle(tenant: Tenant): Promise<void> {
  const { call, booking } = world;
  const search = await call(tenant, 'availability', { ...STAY, hotelIds: [scenarioHotelId('ok')] });
  const { offerId } = search.json.hotels[0].offers[0];
  const quote = await call(tenant, 'prebooking', { offerId });
  const own = tenant === 'first sandbox';
  const holder = { firstName: 'Ana', lastName: own ? 'Moreno' : FOREIGN };
  const request = booking.bookingOf(quote.json, {
    clientReference: own ? 'FUZZ-OWN' : 'FUZZ-FOREIGN',
    ...(!own && {
      holder,
      rooms: quote.json.offer.rooms.map(({ roomRef }: { roomRef: number }) => ({
        roomRef,
        guests: [
          { type: 'ADULT', ...holder },
          { type: 'ADULT', ...holder },
        ],
      })),
    }),
  });
  const made = await call(tenant, 'booking', request);
  expect(made.status, made.text).toBe(200);
  ids.push(offerId, quote.json.quoteId, made.json.booking.bookingId, made.json.booking.clientReference);
}

describe.each(OPERATIONS)('$name', ({ path, output, errors }) => {
  test('an operation responds to any input in the way that the OpenAPI document specifies', {
    timeout: 60_000 + RUNS * 500,
  }, async () => {
    const key = world.keys['first sandbox'];
    await fc.assert(
      fc.asyncProperty(requestArbitrary(document, path, ids), async request => {
        const { status, json, text } = await world.booking.app.post(path, request, { key });
        // A requested scenario may cause a failure on purpose.
        if (JSON.stringify(request)?.includes('"scenario"')) return;
        expect(status, text).toBeLessThan(500);
        expect(text).not.toContain(FOREIGN);
        if (status < 300) {
          const { meta, warnings: _, ...data } = json;
          expect(meta.environment).toBe('sandbox');
          expect(output.safeParse(data).error).toBeUndefined();
        } else {
          const { code } = json.error as { code: keyof typeof ERRORS };
          expect(ERRORS[code].status).toBe(status);
          expect(errors).toContain(code);
          expect(text).not.toMatch(/node_modules|\.ts:\d|\bat \w+ \(|SELECT |syntax error/);
        }
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    );
  });
});
