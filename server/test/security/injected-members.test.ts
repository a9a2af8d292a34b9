/** API3: adds fields that no client may set to a valid request for every operation. */
import { OPERATIONS } from '@serai/contract/operations.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { bookingApp, STAY } from '../booking-app.ts';

const INJECTED = {
  organisationId: 'org_1',
  environment: 'production',
  status: 'CONFIRMED',
  price: { net: { amount: '0.01', currency: 'EUR' } },
  version: 99,
  testMode: false,
  role: 'owner',
};

const booking = await bookingApp();
const app = booking.app;
afterAll(() => booking.close());

const GOOD: Record<string, object> = {
  availability: { ...STAY, hotelIds: ['htl_1'] },
  prebooking: { offerId: 'off_1' },
  bookingdetail: { bookingId: 'bkg_1' },
  voucher: { bookingId: 'bkg_1' },
  cancel: { bookingId: 'bkg_1' },
  'places-search': { query: 'x' },
  'places-search-destination': { query: 'x' },
  'hotels-by-destination': { destination: { canonicalCityId: 'plc_1' } },
  booking: {
    quoteId: 'quo_1',
    clientReference: 'REF-1',
    holder: { firstName: 'A', lastName: 'B' },
    rooms: [{ roomRef: 1, guests: [{ type: 'ADULT', firstName: 'A', lastName: 'B' }] }],
    expectedPrice: { amount: '1.00', currency: 'EUR' },
  },
};

/**
 * Yields a function for each object in the body. The function returns the body with fields added to that object. A list
 * is reduced to its first item.
 */
function* injections(body: unknown, path: string): Generator<{ path: string; make(value: object): unknown }> {
  if (Array.isArray(body)) {
    const [first] = body as unknown[];
    for (const inner of injections(first, `${path}/0`)) {
      yield { path: inner.path, make: value => [inner.make(value)] };
    }
  } else if (typeof body === 'object' && body !== null) {
    yield { path, make: value => ({ ...body, ...value }) };
    for (const [name, member] of Object.entries(body)) {
      for (const inner of injections(member, `${path}/${name}`)) {
        yield { path: inner.path, make: value => ({ ...body, [name]: inner.make(value) }) };
      }
    }
  }
}

/** Returns only the fields that the operation does not accept. */
function foreignTo(input: unknown): Record<string, unknown> {
  const known = new Set(Object.keys((input as { shape: object }).shape));
  return Object.fromEntries(Object.entries(INJECTED).filter(([member]) => !known.has(member)));
}

interface Refusal {
  status: number;
  text: string;
  json: { error: { code: string; details: { path: string; code: string }[] } };
}

function expectRefused({ status, json, text }: Refusal, place: string, members: object): void {
  expect([status, json.error?.code], text).toEqual([400, 'VALIDATION_ERROR']);
  const unknown = json.error.details.filter(({ code }) => code === 'UNKNOWN_FIELD').map(({ path }) => path);
  expect(unknown).toEqual(expect.arrayContaining(Object.keys(members).map(member => `${place}/${member}`)));
}

describe.each(OPERATIONS)('$name', ({ name, path, input }) => {
  test('an API operation rejects unknown fields at any depth', async () => {
    for (const place of injections(GOOD[name] ?? {}, '')) {
      const members = place.path === '' ? foreignTo(input) : INJECTED;
      expectRefused(await app.post(path, place.make(members), { key: booking.key }), place.path, members);
    }
  });

  test('an API operation rejects fields that would change object prototypes', async () => {
    for (const member of ['constructor', 'prototype', '__proto__']) {
      const { status } = await app.post(path, `{"${member}":{"isAdmin":true}}`, { key: booking.key });
      expect([member, status]).toEqual([member, 400]);
    }
  });
});

/** All operations except those that need no sign-in. */
const OTHERS = OPERATOR_OPERATIONS.filter(operation => operation.public !== true);

test.each(OTHERS)('$name in the operator API rejects unknown fields', async ({ name, input, examples }) => {
  const members = foreignTo(input);
  expectRefused(await app.operate(name, { ...(examples.request as object), ...members }), '', members);
});
