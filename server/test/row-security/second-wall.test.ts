/**
 * Tests that row security holds without the checks in our code. Each call concerns the first partner and contains its
 * ids, while the database is bound to another partner or environment. Handlers must not find anything.
 */
import { OPERATIONS } from '@serai/contract/operations.ts';
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { PartnerScope, Scope } from '../../src/platform/database/scope.ts';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import { type Ids, requestsOf } from '../requests-with-ids.ts';
import { type FirstPartner, firstPartner, REPLAY } from './first-partner.ts';
import { shiftedScope } from './shifted-scope.ts';

/**
 * Operations that may reach beyond a partner, as declared by their handlers. Only our code protects these.
 */
const BEYOND =
  /^(session\/(?!create-link)|account\/|second-factor\/|organisations\/|partners\/|operator\/|jobs\/|system\/|inventory\/|members\/remove|keys\/report-leak)/;
const ASKED = OPERATOR_OPERATIONS.filter(({ name }) => !BEYOND.test(name));
const isRead = ({ name }: OperatorOperation) =>
  /\/(show|list|summary|clients|sparks|funnel|findings|certification)$/.test(name);

let booking: BookingApp;
let first: string;
let partner: FirstPartner;
let ids: Ids;
let bookRequest: Record<string, unknown>;
let openQuoteId: string;
let before: Record<string, unknown>;
let shift: (scope: PartnerScope) => Scope = scope => scope;

const toStranger = (scope: PartnerScope): Scope =>
  scope.organisationId === first ? { ...scope, organisationId: 'org_stranger' } : scope;
const toOtherEnvironment = (scope: PartnerScope): Scope => ({ ...scope, environment: 'production' });
const toService = (): Scope => 'service';

beforeAll(async () => {
  booking = await bookingApp({ through: pool => shiftedScope(pool, scope => shift(scope)) });
  const { ownerDb } = booking.app.database;
  await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_stranger', 'Stranger')`;
  partner = await firstPartner(booking);
  ({ organisationId: first, ids, bookRequest, openQuoteId } = partner);
  before = await partner.belongings();
});
afterAll(() => booking?.close());
beforeEach(() => {
  shift = scope => scope;
});

test("without row security and without the checks in our code, operations return another partner's data, so that the other tests can fail", async () => {
  shift = toService;
  const telling = new Set<string>();
  for (const operation of ASKED.filter(isRead)) {
    for (const request of requestsOf(operation, ids)) {
      const { text } = await partner.asAdmin(operation.name, request as object);
      if (partner.tells(text)) telling.add(operation.name);
    }
  }
  expect([...telling]).toEqual(
    expect.arrayContaining([
      'audit/list',
      'bookings/list',
      'bookings/show',
      'deliveries/list',
      'events/list',
      'events/show',
      'keys/list',
      'keys/show',
      'members/list',
      'requests/list',
      'requests/show',
      'usage/summary',
      'webhooks/list',
      'webhooks/show',
    ]),
  );
  expect((await booking.call('bookingdetail', { bookingId: ids.bookingId })).text).toContain(ids.bookingId);
  expect((await booking.call('bookinglist', {})).text).toContain(ids.bookingId);
});

describe.each(ASKED)('$name', operation => {
  test('an operation finds no data of a partner to which the database is not bound', async () => {
    shift = toStranger;
    for (const request of requestsOf(operation, ids)) {
      const { status, text } = await partner.asAdmin(operation.name, request as object);
      expect(partner.tells(text), `${JSON.stringify(request)} ${status} ${text}`).toBe(false);
    }
  });

  test('an operation that staff call for one partner finds no data of another', async () => {
    if (operation.partner === undefined) return;
    shift = toStranger;
    const takesPartner = 'shape' in operation.input && 'partnerId' in (operation.input.shape as object);
    for (const request of requestsOf(operation, ids)) {
      const ofPartner = { ...(request as object), ...(takesPartner && { partnerId: first }) };
      const { status, text } = await booking.app.operate(operation.name, ofPartner);
      expect(partner.tells(text), `${JSON.stringify(ofPartner)} ${status} ${text}`).toBe(false);
    }
  });
});

it('an operation returns the same response for protected data as for unknown IDs', async () => {
  for (const [name, member] of [
    ['keys/show', 'keyId'],
    ['keys/revoke', 'keyId'],
    ['webhooks/show', 'endpointId'],
    ['webhooks/delete', 'endpointId'],
    ['webhooks/rotate-secret', 'endpointId'],
    ['events/show', 'eventId'],
    ['bookings/show', 'bookingId'],
    ['requests/show', 'rowId'],
  ] as const) {
    const id = ids[member] as string;
    const never = `${id.slice(0, -4)}${id.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    shift = scope => scope;
    const unknown = await partner.asAdmin(name, { [member]: never });
    shift = toStranger;
    const foreign = await partner.asAdmin(name, { [member]: id });
    const said = ({ text }: { text: string }) => text.replace(/"requestId":"\w+"/, '');
    expect([name, foreign.status, said(foreign)]).toEqual([name, 404, said(unknown)]);
  }
});

describe.each([
  ['another partner', toStranger],
  ['the other environment', toOtherEnvironment],
])('the API with the database bound to %s', (_, bound) => {
  const requests = (): [string, object, Record<string, string>?][] => [
    ['bookingdetail', { bookingId: ids.bookingId }],
    ['voucher', { bookingId: ids.bookingId }],
    ['bookingdetail', { clientReference: bookRequest.clientReference }],
    ['bookinglist', {}],
    ['cancel', { bookingId: ids.bookingId }],
    ['booking', bookRequest],
    ['booking', bookRequest, REPLAY],
    ['booking', { ...bookRequest, quoteId: openQuoteId, clientReference: 'SECOND-WALL' }],
  ];

  test('the API finds no booking or quote outside the database scope', async () => {
    shift = bound;
    for (const [operation, body, headers] of requests()) {
      const { status, text } = await booking.call(operation, body, headers && { headers });
      expect(partner.tells(text), `${operation} ${status} ${text}`).toBe(false);
    }
    expect((await booking.call('bookingdetail', { bookingId: ids.bookingId })).status).toBe(404);
    expect((await booking.call('bookinglist', {})).json.bookings).toEqual([]);
    expect((await booking.call('cancel', { bookingId: ids.bookingId })).status).toBe(404);
  });

  test('the API shows no balance of a partner to which the database is not bound', async () => {
    shift = bound;
    const { status, json } = await booking.call('balance', {});
    // The ledger of the other environment is empty.
    expect(status >= 400 || json.balance.amount === '0.00').toBe(true);
  });

  test('prebooking returns a 5xx if the database is bound to another partner or environment', async () => {
    const found = await booking.search('ok');
    shift = bound;
    const { status } = await booking.call('prebooking', { offerId: found.json.hotels[0].offers[0].offerId });
    expect(status).toBeGreaterThanOrEqual(500);
  });
});

test('every API operation that reads bookings, quotes or balances is tested for row security', () => {
  const asked = ['balance', 'bookingdetail', 'voucher', 'bookinglist', 'cancel', 'booking', 'prebooking'];
  // A search reads hotels, rooms and the settings of providers. Content is the same for all partners.
  const others = OPERATIONS.map(({ name }) => name).filter(name => !asked.includes(name));
  expect(others).toEqual([
    'availability',
    'hotels',
    'rooms',
    'destinations',
    'boards',
    'categories',
    'facilities',
    'places-search',
    'places-search-destination',
    'hotels-by-destination',
  ]);
});

test('calls with the database bound to another partner or environment change no data', async () => {
  expect(await partner.belongings()).toEqual(before);
});
