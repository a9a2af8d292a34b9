/** Tests the isolation of organisations. Calls every operator operation as one organisation with the IDs of another. */
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { createSignInLink } from '../src/account/sign-in.ts';
import { bookingApp } from './booking-app.ts';
import { book } from './booking-steps.ts';
import { PASSWORD } from './people.ts';
import { requestsOf } from './requests-with-ids.ts';

/** Operations that end the caller's session or need a personal proof. */
const OWN_AFFAIRS = /^(session\/(sign-|confirm)|account\/|second-factor\/)/;
const ASKED = OPERATOR_OPERATIONS.filter(({ name }) => !OWN_AFFAIRS.test(name));

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

async function ownerOf(organisationId: string, email: string): Promise<string> {
  const { token } = await createSignInLink(booking.app.database.db, organisationId, 'owner');
  const url = booking.app.dashboardUrl;
  const response = await fetch(`${url}/api/v1/session/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token, name: 'Ana', email, password: PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] as string;
}

const own = async (name: string, input: object = {}) => {
  const { status, json, text } = await booking.app.operate(name, input);
  expect([name, status], text).toEqual([name, 200]);
  return json;
};

/** Returns the data of the first organisation, according to its own responses. */
const belongings = async () => ({
  key: (await own('keys/show', { keyId: ids.keyId })).key.status,
  booking: (await own('bookings/show', { bookingId: ids.bookingId })).booking.version,
  endpoint: (await own('webhooks/show', { endpointId: ids.endpointId })).endpoint.updatedAt,
  events: (await own('events/list', { bookingId: ids.bookingId })).events.length,
  members: (await own('members/list')).members,
  sessions: (await own('session/list', { everyone: true })).sessions.length,
  organisation: (await own('organisations/list')).organisations.find(
    ({ organisationId }: { organisationId: string }) => organisationId === ids.organisationId,
  ),
});

const booking = await bookingApp();
const { app } = booking;
const { organisation } = (await own('session/show')).session;
await ownerOf(organisation.organisationId, 'ana@first.example');
const { endpoint } = await own('webhooks/create', {
  environment: 'sandbox',
  url: 'https://nobody-listens.example.com/',
  eventTypes: ['booking.confirmed'],
});
const { bookingId } = (await book(booking, 'ok')).json.booking;
const key = await app.createKey({ name: 'Of the first' });
await app.post('/content/hotels/v1/boards', {}, { key: key.secret });
const rows = await vi.waitFor(async () => {
  const { requests } = await own('requests/list', { keyId: key.keyId });
  expect(requests.length).toBeGreaterThan(0);
  return requests;
}, 10_000);
const deliveries = await vi.waitFor(async () => {
  const found = (await own('deliveries/list')).deliveries;
  expect(found.length).toBeGreaterThan(0);
  return found;
}, 10_000);
/** IDs from the first organisation, keyed by the field names of requests. */
const ids = {
  organisationId: organisation.organisationId,
  keyId: key.keyId,
  bookingId,
  endpointId: endpoint.endpointId,
  deliveryId: deliveries[0].deliveryId,
  eventId: deliveries[0].eventId,
  rowId: rows[0].rowId,
  memberId: (await own('members/list')).members[0].memberId,
  sessionId: (await own('session/list', { everyone: true })).sessions[0].sessionId,
};
const created = await own('organisations/create', { name: 'Another house' });
/** The owner of another organisation, in a recently confirmed session. */
const stranger = await ownerOf(created.organisation.organisationId, 'eve@second.example');
afterAll(() => booking.close());

describe.each(ASKED)('$name', operation => {
  test('an operation shows another organisation nothing about the first', async () => {
    const { name } = operation;
    const before = await belongings();
    for (const request of requestsOf(operation, ids)) {
      const { status, text } = await ask(name, request, stranger);
      expect(status, `${JSON.stringify(request)} ${text}`).toBeLessThan(500);
      for (const id of Object.values(ids)) expect(text).not.toContain(id);
      expect(text).not.toMatch(/first\.example|Of the first|nobody-listens/);
    }
    expect(await belongings()).toEqual(before);
  });
});

it('an operation responds to an ID of another organisation in the same way as to an unknown ID', async () => {
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
    ['organisations/select', 'organisationId'],
  ] as const) {
    const id = ids[member] as string;
    const never = `${id.slice(0, -4)}${id.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const [foreign, unknown] = [
      await ask(name, { [member]: id }, stranger),
      await ask(name, { [member]: never }, stranger),
    ];
    const said = ({ text }: { text: string }) => text.replace(/"requestId":"\w+"/, '');
    expect([name, foreign.status, said(foreign)]).toEqual([name, 404, said(unknown)]);
  }
});
