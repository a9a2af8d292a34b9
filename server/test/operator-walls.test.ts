/** Isolation of partners: calls operator operations as a user of one partner with the ids of another. */
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { hasPermission } from '@serai/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest';
import { createSignInLink } from '../src/account/sign-in.ts';
import { type BookingApp, bookingApp } from './booking-app.ts';
import { book } from './booking-steps.ts';
import { createPartner, firstCompanies } from './browser-session.ts';
import { PASSWORD } from './people.ts';
import { requestsOf } from './requests-with-ids.ts';

/** Operations that end the caller's session, or that require a password or code. */
const OWN_AFFAIRS = /^(session\/(sign-|confirm)|account\/|second-factor\/)/;
const ASKED = OPERATOR_OPERATIONS.filter(({ name }) => !OWN_AFFAIRS.test(name));

/** The request log and deliveries are written in the background. */
const WRITTEN_WITHIN_MS = 60_000;

let booking: BookingApp;
/** The session cookie of an admin of the partner "Direct". */
let ana: string;
/** The session cookie of an admin of another partner, with a fresh confirmation. */
let stranger: string;
/** IDs that belong to the partner "Direct", keyed by request field name. */
let ids: Record<string, string>;
/** Other values by which data of the partner "Direct" can be found. */
let filters: Record<string, string>;

async function ask(name: string, input: unknown, cookie: string) {
  const url = booking.app.dashboardUrl;
  const headers = { 'content-type': 'application/json', origin: url, cookie };
  const response = await fetch(`${url}/api/v1/${name}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  });
  return { status: response.status, text: await response.text() };
}

async function adminOf(partnerId: string, email: string): Promise<string> {
  const { token } = await createSignInLink(booking.app.database.db, partnerId, 'partner-admin');
  const url = booking.app.dashboardUrl;
  const response = await fetch(`${url}/api/v1/session/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, name: 'Ana', email, password: PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] as string;
}

const own = async (name: string, input: object = {}) => {
  const { status, text } = await ask(name, input, ana);
  expect([name, status], text).toEqual([name, 200]);
  return JSON.parse(text);
};

/** The data of the partner "Direct", according to its own responses. */
const belongings = async () => ({
  key: (await own('keys/show', { keyId: ids.keyId })).key.status,
  booking: (await own('bookings/show', { bookingId: ids.bookingId })).booking.version,
  endpoint: (await own('webhooks/show', { endpointId: ids.endpointId })).endpoint.updatedAt,
  events: (await own('events/list', { bookingId: ids.bookingId })).events.length,
  members: (await own('members/list')).members,
  sessions: (await own('session/list', { everyone: true })).sessions.length,
  partner: (await own('partners/show')).partner,
});

const thisMonth = () => new Date().toISOString().slice(0, 7);

/** Creates a payment, an adjustment, a note and a certification for the partner "Direct". */
async function makeAccount(partnerId: string, bookingId: string): Promise<void> {
  const { app } = booking;
  const amount = { amount: '77.31', currency: 'EUR' };
  const ofPartner = { partnerId, environment: 'sandbox' };
  for (const [name, input] of [
    ['billing/payments/record', { ...ofPartner, amount, externalReference: 'BANK first.example' }],
    ['billing/adjust', { ...ofPartner, amount, effect: 'OWES_MORE', reason: 'Fee of first.example' }],
    ['bookings/notes/add', { bookingId, text: 'Call ana@first.example.' }],
    ['sandbox/certify-start', { partnerId, names: ['avail.none'] }],
  ] as const) {
    const { status, text } = await app.operate(name, input);
    expect([name, status], text).toEqual([name, 200]);
  }
}

beforeAll(async () => {
  booking = await bookingApp();
  const { app } = booking;
  const { operatorId, partnerId } = await firstCompanies(app);
  ana = await adminOf(partnerId, 'ana@first.example');
  const { endpoint } = await own('webhooks/create', {
    environment: 'sandbox',
    url: 'https://nobody-listens.example.com/',
    eventTypes: ['booking.confirmed'],
  });
  const { bookingId, clientReference } = (await book(booking, 'ok')).json.booking;
  const key = await app.createKey({ name: 'Of the first' });
  await app.post('/content/hotels/v1/boards', {}, { key: key.secret });
  const rows = await vi.waitFor(async () => {
    const { requests } = await own('requests/list', { keyId: key.keyId });
    expect(requests.length).toBeGreaterThan(0);
    return requests;
  }, WRITTEN_WITHIN_MS);
  const deliveries = await vi.waitFor(async () => {
    const found = (await own('deliveries/list')).deliveries;
    expect(found.length).toBeGreaterThan(0);
    return found;
  }, WRITTEN_WITHIN_MS);
  await makeAccount(partnerId, bookingId);
  filters = { target: bookingId, clientReference, holderLastName: 'Moreno', month: thisMonth() };
  ids = {
    organisationId: partnerId,
    partnerId,
    operatorId,
    keyId: key.keyId,
    bookingId,
    endpointId: endpoint.endpointId,
    deliveryId: deliveries[0].deliveryId,
    eventId: deliveries[0].eventId,
    rowId: rows[0].rowId,
    memberId: (await own('members/list')).members[0].memberId,
    sessionId: (await own('session/list', { everyone: true })).sessions[0].sessionId,
  };
  stranger = await adminOf(await createPartner(app), 'eve@second.example');
});
afterAll(() => booking?.close());

/** Fields that name a partner, or something that belongs to one. */
const OWNED = ['partnerId', 'keyId', 'bookingId', 'endpointId', 'deliveryId', 'eventId', 'rowId', 'memberId'];
/** In these operations the id is only a filter: another partner's id returns an empty list, not an error. */
const LISTS = /\/(list|sparks|summary|funnel)$/;
/** Requests whose example contains other fields that exclude the id. */
const ONLY: Record<string, readonly string[]> = {
  'deliveries/replay deliveryId': ['deliveryId'],
  'deliveries/replay eventId': ['endpointId', 'eventId'],
  'guests/export bookingId': ['bookingId'],
};

const NAMED = ASKED.filter(({ permission }) => hasPermission('partner-admin', permission)).flatMap(
  operation => {
    const { name, input } = operation;
    const fields = 'shape' in input ? Object.keys(input.shape as object) : [];
    return OWNED.filter(each => fields.includes(each))
      .filter(field => field === 'partnerId' || !LISTS.test(name))
      .map(field => ({ name, field, operation }));
  },
);

test.each(NAMED)('$name returns 404 to a partner user if $field belongs to another partner', async named => {
  const { name, field, operation } = named;
  const only = ONLY[`${name} ${field}`];
  const [example] = requestsOf(operation, { [field]: ids[field] as string });
  const request =
    only === undefined
      ? { ...(example as object), [field]: ids[field] }
      : Object.fromEntries(only.map(each => [each, ids[each]]));
  const { status, text } = await ask(name, request, stranger);
  expect([name, status], text).toEqual([name, 404]);
});

describe.each(ASKED)('$name', operation => {
  test('an operation reveals nothing about one partner to another partner', async () => {
    const { name } = operation;
    const before = await belongings();
    for (const request of requestsOf(operation, { ...ids, ...filters })) {
      const { status, text } = await ask(name, request, stranger);
      expect(status, `${JSON.stringify(request)} ${text}`).toBeLessThan(500);
      for (const id of Object.values(ids)) expect(text).not.toContain(id);
      expect(text).not.toMatch(/first\.example|Of the first|nobody-listens|77\.31/);
    }
    expect(await belongings()).toEqual(before);
  });
});

it('guest data of a partner cannot be exported or erased by another partner, even with the name of the guest', async () => {
  const holder = { lastName: 'Moreno', email: 'ada@example.com' };
  for (const name of ['guests/export', 'guests/erase']) {
    for (const choice of [{ holder }, { bookingId: ids.bookingId }]) {
      const { status, text } = await ask(name, choice, stranger);
      expect([name, status], text).toEqual([name, 404]);
    }
  }
});

it('the certification, balance and statements of a partner user are those of their own partner', async () => {
  const asked = async (name: string, input: object) => JSON.parse((await ask(name, input, stranger)).text);
  const sandbox = { environment: 'sandbox' };
  const { certification } = await own('sandbox/certification');
  expect(certification.startedBy).toBe('operator');
  const { certificationId } = (await asked('sandbox/certification', {})).certification ?? {};
  expect(certificationId).not.toBe(certification.certificationId);
  expect((await asked('billing/entries/list', { ...sandbox, bookingId: ids.bookingId })).entries).toEqual([]);
  expect((await asked('statements/show', { ...sandbox, month: thisMonth() })).entries).toEqual([]);
  const { balances } = await asked('billing/balances/list', sandbox);
  expect(balances).toHaveLength(1);
  expect(balances[0].partnerId).not.toBe(ids.partnerId);
});

it("an operation returns the same response for another partner's ID as for an unknown ID", async () => {
  for (const [name, member] of [
    ['keys/show', 'keyId'],
    ['keys/revoke', 'keyId'],
    ['usage/clients', 'keyId'],
    ['webhooks/show', 'endpointId'],
    ['webhooks/rotate-secret', 'endpointId'],
    ['events/show', 'eventId'],
    ['bookings/show', 'bookingId'],
    ['requests/show', 'rowId'],
    ['members/remove', 'memberId'],
    ['session/end', 'sessionId'],
    ['partners/show', 'partnerId'],
    ['keys/list', 'partnerId'],
    ['statements/pdf', 'partnerId'],
    ['organisations/select', 'organisationId'],
  ] as const) {
    const id = ids[member] as string;
    const more = name === 'statements/pdf' ? { month: '2026-01' } : {};
    const never = `${id.slice(0, -4)}${id.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const [foreign, unknown] = [
      await ask(name, { [member]: id, ...more }, stranger),
      await ask(name, { [member]: never, ...more }, stranger),
    ];
    const said = ({ text }: { text: string }) => text.replace(/"requestId":"\w+"/, '');
    expect([name, foreign.status, said(foreign)]).toEqual([name, 404, said(unknown)]);
  }
});
