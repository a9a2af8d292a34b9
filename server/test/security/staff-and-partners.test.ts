/**
 * Tests which data staff, partner users and API keys can see, and what they can do, with two partners in one
 * installation.
 */

import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BookingApp, bookingApp, STAY } from '../booking-app.ts';
import { type Ask, createPartner, firstCompanies, openLink } from '../browser-session.ts';
import type { HttpAnswer } from '../test-app.ts';

const PATH = '/connect/hotels/v1/';

interface Partner {
  partnerId: string;
  key: string;
  bookingId: string;
  admin: Ask;
}

let booking: BookingApp;
let operatorId: string;
let owner: Ask;
let direct: Partner;
let northern: Partner;

beforeAll(async () => {
  booking = await bookingApp({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
  const companies = await firstCompanies(booking.app);
  operatorId = companies.operatorId;
  owner = await openLink(booking.app, operatorId, 'owner');
});
afterAll(() => booking?.close());

const call = (key: string, operation: string, body: object): Promise<HttpAnswer> =>
  booking.app.post(`${PATH}${operation}`, body, { key });

async function ok(answer: Promise<HttpAnswer>) {
  const { status, json, text } = await answer;
  expect(status, text).toBe(200);
  return json;
}

const SEARCH = { ...STAY, hotelIds: [scenarioHotelId('ok')] };

async function bookOnce(key: string): Promise<string> {
  const found = await ok(call(key, 'availability', SEARCH));
  const quote = await ok(call(key, 'prebooking', { offerId: found.hotels[0].offers[0].offerId }));
  return (await ok(call(key, 'booking', booking.bookingOf(quote)))).booking.bookingId;
}

/** Creates a key, an endpoint, a booking and a notice for the partner. */
async function settle(partnerId: string): Promise<Partner> {
  const { secret: key } = await booking.app.createKey({ partnerId, name: 'Website' });
  const admin = await openLink(booking.app, partnerId, 'partner-admin');
  const url = 'http://127.0.0.1:9/hook';
  const hook = { url, eventTypes: ['booking.confirmed'], environment: 'sandbox' };
  await ok(admin('webhooks/create', hook));
  const bookingId = await bookOnce(key);
  await booking.app.database.ownerDb`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    VALUES (${`ntc_${partnerId}`}, ${partnerId}, 'sandbox', 'webhook.disabled', 'whk_1', 'Disabled.', now())`;
  return { partnerId, key, bookingId, admin };
}

describe('keys/create', () => {
  const KEY = { name: 'Website', environment: 'sandbox', scopes: ['hotels:search'] };

  it('keys/create requires no partnerId while there is only one partner', async () => {
    const { partnerId } = await firstCompanies(booking.app);
    expect((await ok(owner('keys/create', KEY))).key.partnerId).toBe(partnerId);
  });

  it('keys/create requires partnerId if there are several partners', async () => {
    const { partnerId } = await firstCompanies(booking.app);
    direct = await settle(partnerId);
    northern = await settle(await createPartner(booking.app));
    const { status, json } = await owner('keys/create', KEY);
    expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(json.error.details).toMatchObject([{ path: '/partnerId', code: 'REQUIRED' }]);
    const created = await ok(owner('keys/create', { ...KEY, partnerId: northern.partnerId }));
    expect(created.key.partnerId).toBe(northern.partnerId);
    expect((await ok(northern.admin('keys/create', KEY))).key.partnerId).toBe(northern.partnerId);
    expect((await owner('keys/create', { ...KEY, partnerId: 'prt_none' })).status).toBe(404);
    expect((await owner('keys/create', { ...KEY, partnerId: operatorId })).status).toBe(404);
  });
});

describe('lists', () => {
  it.each([
    ['keys/list', 'keys'],
    ['webhooks/list', 'endpoints'],
    ['deliveries/list', 'deliveries'],
    ['events/list', 'events'],
    ['requests/list', 'requests'],
    ['notices/list', 'notices'],
    ['bookings/list', 'bookings'],
    ['audit/list', 'entries'],
  ])(
    '%s shows staff all partners or the given partner, and partner users only their own partner',
    async (name, field) => {
      const partnersIn = async (ask: Ask, input: object = {}) => {
        const rows = (await ok(ask(name, input)))[field] as { partnerId: string | null }[];
        return [...new Set(rows.map(({ partnerId }) => partnerId))].filter(id => id !== null).sort();
      };
      const viewer = await openLink(booking.app, operatorId, 'viewer');
      const both = [direct.partnerId, northern.partnerId].sort();
      await vi.waitFor(async () => expect(await partnersIn(viewer)).toEqual(both), 20_000);
      expect(await partnersIn((each, input) => booking.app.operate(each, input ?? {}))).toEqual(both);
      for (const { partnerId, admin } of [direct, northern]) {
        expect(await partnersIn(viewer, { partnerId })).toEqual([partnerId]);
        expect(await partnersIn(admin)).toEqual([partnerId]);
        expect(await partnersIn(admin, { partnerId })).toEqual([partnerId]);
      }
      expect((await northern.admin(name, { partnerId: direct.partnerId })).status).toBe(404);
      expect((await viewer(name, { partnerId: 'prt_none' })).status).toBe(404);
    },
  );

  it('the usage and booking counts of all partners are the sum of the counts of each partner', async () => {
    const sum = async (name: string, countOf: (json: never) => number) => {
      const all = countOf((await ok(owner(name))) as never);
      const each = [];
      for (const { partnerId, admin } of [direct, northern]) {
        const ofStaff = countOf((await ok(owner(name, { partnerId }))) as never);
        expect(countOf((await ok(admin(name))) as never)).toBe(ofStaff);
        expect(ofStaff).toBeGreaterThan(0);
        each.push(ofStaff);
      }
      expect([name, (each[0] as number) + (each[1] as number)]).toEqual([name, all]);
    };
    await vi.waitFor(
      () => sum('usage/summary', (json: { totals: { requests: number } }) => json.totals.requests),
      { timeout: 90_000, interval: 2_000 },
    );
    await sum('bookings/summary', (json: { total: number }) => json.total);
  });

  it('bookings/list finds the bookings of a holder across all partners', async () => {
    const { bookings } = await ok(owner('bookings/list', { holderLastName: 'Moreno' }));
    const found = bookings.map((each: { bookingId: string }) => each.bookingId);
    expect(found.sort()).toEqual([direct.bookingId, northern.bookingId].sort());
  });
});

describe('the cost of a production booking', () => {
  const show = (ask: Ask) => ok(ask('bookings/show', { bookingId: northern.bookingId, includeAudit: true }));
  const exportOf = async (ask: Ask) =>
    (await ok(ask('guests/export', { partnerId: northern.partnerId, bookingId: northern.bookingId })))
      .bookings[0];

  it('partner users see the exchanges with test providers, but not exchanges with real providers', async () => {
    expect((await show(northern.admin)).audit.transactions.length).toBeGreaterThan(0);
    const { ownerDb } = booking.app.database;
    await ownerDb`
      UPDATE booking_history SET note = '{"cause": "differences", "differences": [{"cost": "99.00"}]}'
      WHERE booking_id = ${northern.bookingId}`;
    await ownerDb`UPDATE booking SET test_mode = false WHERE booking_id = ${northern.bookingId}`;
    const [ofPartner, ofStaff] = [await show(northern.admin), await show(owner)];
    expect(ofPartner.audit).toBeUndefined();
    expect(JSON.stringify(ofPartner.history)).not.toContain('99.00');
    expect(ofStaff.audit.transactions.length).toBeGreaterThan(0);
    expect(JSON.stringify(ofStaff.history)).toContain('99.00');
  });

  it('an export of guest data includes exchanges with real providers and evidence written by staff only if staff request it', async () => {
    const { bookingId } = northern;
    const { ownerDb } = booking.app.database;
    await ownerDb`UPDATE booking SET needs_attention = true, test_mode = true WHERE booking_id = ${bookingId}`;
    const evidence = 'The provider charges us 81.20 instead of 79.00.';
    const { version } = (await show(owner)).booking;
    await ok(owner('bookings/resolve', { bookingId, version, decision: 'DISMISSED', evidence }));
    await ownerDb`UPDATE booking SET test_mode = false WHERE booking_id = ${bookingId}`;
    const [ofPartner, ofStaff] = [await exportOf(northern.admin), await exportOf(owner)];
    expect(ofPartner.audit.transactions).toEqual([]);
    expect(ofStaff.audit.transactions.length).toBeGreaterThan(0);
    expect(JSON.stringify(ofPartner)).not.toContain('81.20');
    expect(JSON.stringify(ofStaff)).toContain('81.20');
    expect(JSON.stringify(await show(northern.admin))).not.toContain('81.20');
    await ownerDb`UPDATE booking SET test_mode = true WHERE booking_id = ${bookingId}`;
  });
});

describe('a suspended partner', () => {
  it('within a second of its suspension, a partner cannot search, quote or book, but can still read and cancel', async () => {
    const { key, bookingId, partnerId } = northern;
    const found = await ok(call(key, 'availability', SEARCH));
    const { offerId } = found.hotels[0].offers[0];
    const request = booking.bookingOf(await ok(call(key, 'prebooking', { offerId })));
    await ok(owner('partners/suspend', { partnerId, reason: 'Invoice 7 is overdue' }));
    await expect
      .poll(async () => (await call(key, 'availability', SEARCH)).status, { timeout: 1_000, interval: 50 })
      .toBe(403);
    for (const [operation, body] of [
      ['availability', SEARCH],
      ['prebooking', { offerId }],
      ['booking', request],
    ] as const) {
      const { status, json } = await call(key, operation, body);
      expect([operation, status, json.error.code]).toEqual([operation, 403, 'FORBIDDEN']);
      expect(json.error.message).toContain('suspended');
    }
    await ok(call(key, 'bookingdetail', { bookingId }));
    expect((await ok(call(key, 'bookinglist', {}))).bookings).toHaveLength(1);
    expect((await ok(call(key, 'cancel', { bookingId }))).booking.status).toBe('CANCELLED');
    await ok(call(direct.key, 'availability', SEARCH));
  });

  it('a resumed partner can search again within a second and can book', async () => {
    const { key, partnerId } = northern;
    await ok(owner('partners/resume', { partnerId }));
    await expect
      .poll(async () => (await call(key, 'availability', SEARCH)).status, { timeout: 1_000, interval: 50 })
      .toBe(200);
    await bookOnce(key);
  });
});

describe('a revenue manager who is restricted to certain hotels', () => {
  const cells = [{ roomCode: 'DBL', from: '2027-06-01', to: '2027-06-02', total: 5 }];
  const change = (hotelId: string) => ({ environment: 'sandbox', hotelId, cells });

  let rita: Ask;
  beforeAll(async () => {
    const email = 'rita@example.com';
    const invited = await ok(owner('members/invite', { email, role: 'revenue', hotels: ['htl_mine'] }));
    expect(invited.member.hotels).toEqual(['htl_mine']);
    const token = invited.signInLink.split('#')[1];
    const origin = booking.app.dashboardUrl as string;
    const headers = { origin, authorization: undefined };
    const person = { token, name: 'Rita', email, password: 'tea kettle over there' };
    const signedUp = await booking.app.operate('session/sign-up', person, headers);
    const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0];
    rita = (name, input = {}) => booking.app.operate(name, input, { ...headers, cookie });
  });

  it('a revenue manager who is restricted to certain hotels can change only the inventory of these hotels and cannot import files', async () => {
    expect((await rita('inventory/update', change('htl_other'))).status).toBe(403);
    expect((await rita('inventory/update', change('htl_mine'))).status).toBe(404);
    const file = { environment: 'sandbox', text: 'x' };
    expect((await rita('inventory/import', file)).status).toBe(403);
    const unlimited = await openLink(booking.app, operatorId, 'revenue');
    expect((await unlimited('inventory/update', change('htl_other'))).status).toBe(404);
  });

  it('a revenue manager who is restricted to certain hotels cannot change or archive the pricing rules of other hotels, not even with a file', async () => {
    const action = { type: 'MARKUP', percent: '8' };
    const ofMine = { hotels: ['htl_mine'] };
    const { rule: everywhere } = await ok(owner('pricing/rules/create', { name: 'Everywhere', action }));
    const mine = { name: 'Mine', action, conditions: ofMine };
    const { rule } = await ok(rita('pricing/rules/create', mine));
    const { ruleId } = everywhere;
    const line = (members: object) => JSON.stringify({ ...mine, ...members });
    for (const [name, input] of [
      ['create', { name: 'All', action }],
      ['update', { ruleId, conditions: ofMine }],
      ['update', { ruleId: rule.ruleId, conditions: {} }],
      ['archive', { ruleId }],
      ['reorder', { ruleIds: [rule.ruleId, ruleId] }],
      ['import', { text: line({ conditions: {} }) }],
      ['import', { text: line({ ruleId }) }],
      ['import', { text: line({ ruleId: rule.ruleId }), archiveOthers: true }],
    ] as const) {
      const { status, text } = await rita(`pricing/rules/${name}`, input);
      expect([name, input, status], text).toEqual([name, input, 403]);
    }
    await ok(rita('pricing/rules/import', { text: line({ ruleId: rule.ruleId, priority: 5 }) }));
    const { rules } = await ok(owner('pricing/rules/list'));
    expect(rules).toMatchObject([{ name: 'Mine', priority: 5 }, everywhere]);
    for (const each of rules) await ok(owner('pricing/rules/archive', { ruleId: each.ruleId }));
  });

  it('only the role revenue can be restricted to certain hotels, and changing the role removes the restriction', async () => {
    const invite = { email: 'x@example.com', role: 'support', hotels: ['htl_mine'] };
    expect((await owner('members/invite', invite)).json.error.details).toMatchObject([{ path: '/hotels' }]);
    const { members } = await ok(owner('members/list', { role: 'revenue' }));
    const { memberId } = members[0];
    const { member } = await ok(owner('members/update', { memberId, role: 'viewer' }));
    expect(member.hotels).toBeNull();
  });
});
