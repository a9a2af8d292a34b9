/** Partner users see what the staff of the operator did for their partner, but never who did it. */
import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { hasPermission } from '@serai/contract/roles.ts';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { type BookingApp, bookingApp } from '../booking-app.ts';
import { book } from '../booking-steps.ts';
import { type Ask, firstCompanies, openLink } from '../browser-session.ts';
import { PASSWORD } from '../people.ts';
import { requestsOf } from '../requests-with-ids.ts';

const SAM = 'sam@operator.example';
const SANDBOX = { environment: 'sandbox' };

let booking: BookingApp;
/** A staff member. */
let sam: Ask;
/** An admin of the partner "Direct". */
let ana: Ask;
let ids: Record<string, string>;

async function ok(answer: ReturnType<Ask>) {
  const { status, json, text } = await answer;
  expect(status, text).toBe(200);
  return json;
}

async function joinStaff(operatorId: string): Promise<Ask> {
  const owner = await openLink(booking.app, operatorId, 'owner');
  const { signInLink } = await ok(owner('members/invite', { email: SAM, role: 'admin' }));
  const token = signInLink.split('#')[1];
  const headers = { origin: booking.app.dashboardUrl as string, authorization: undefined };
  const person = { token, name: 'Sam Stone', email: SAM, password: PASSWORD };
  const signedUp = await booking.app.operate('session/sign-up', person, headers);
  const cookie = signedUp.headers.getSetCookie()[0]?.split(';')[0];
  return (name, input = {}) => booking.app.operate(name, input, { ...headers, cookie });
}

/** Calls an operation for the partner, with its `partnerId` if the operation accepts one. */
function callFor(ask: Ask, partnerId: string): Ask {
  return (name, input = {}) => {
    const operation = OPERATOR_OPERATIONS.find(each => each.name === name);
    const shape = operation && 'shape' in operation.input ? (operation.input.shape as object) : {};
    return ask(name, 'partnerId' in shape ? { partnerId, ...input } : input);
  };
}

/** Performs actions that store the name of a staff member with a partner. */
async function actForPartner(partnerId: string): Promise<Record<string, string>> {
  const act = callFor(sam, partnerId);
  const { key } = await ok(act('keys/create', { ...SANDBOX, name: 'By staff', scopes: ['hotels:search'] }));
  const { endpoint } = await ok(
    act('webhooks/create', {
      ...SANDBOX,
      url: 'http://127.0.0.1:9/',
      eventTypes: ['booking.confirmed'],
    }),
  );
  const { endpointId } = endpoint;
  await ok(act('webhooks/update', { endpointId, status: 'PAUSED' }));
  await ok(act('members/invite', { email: 'nora@first.example', role: 'partner-viewer' }));
  await ok(act('partners/update', { groups: ['gold'] }));
  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  const payment = { amount: eur('10'), externalReference: 'BANK-1', note: 'Transfer' };
  await ok(act('billing/payments/record', { ...SANDBOX, ...payment }));
  const fee = { effect: 'OWES_MORE', amount: eur('1'), reason: 'Fee' };
  await ok(act('billing/adjust', { ...SANDBOX, ...fee }));
  await ok(act('statements/close', { ...SANDBOX, month: '2026-01' }));
  await ok(act('sandbox/certify-start', { names: ['avail.none'] }));
  const tried = await ok(act('sandbox/try', { operation: 'hotels', body: '{}' }));
  const { bookingId } = (await book(booking, 'ok')).json.booking;
  await ok(act('bookings/notes/add', { bookingId, text: 'The guest called.' }));
  await booking.app.database
    .ownerDb`UPDATE booking SET needs_attention = true WHERE booking_id = ${bookingId}`;
  await ok(act('bookings/mark-contacted', { bookingId, text: 'By phone.' }));
  await ok(act('attention/assign', { bookingId, to: SAM }));
  await ok(act('attention/release', { bookingId }));
  await ok(act('attention/take-all', { bookingIds: [bookingId] }));
  const { version } = (await ok(act('bookings/show', { bookingId }))).booking;
  const dismissed = { bookingId, version, decision: 'DISMISSED', evidence: 'Checked by telephone.' };
  await ok(act('bookings/resolve', { ...dismissed }));
  await ok(act('bookings/cancel', { bookingId, mode: 'COMMIT', reason: 'Asked to' }));
  const requestId = tried.requestId;
  return { partnerId, keyId: key.keyId, endpointId, bookingId, requestId, hotelId: scenarioHotelId('ok') };
}

beforeAll(async () => {
  booking = await bookingApp({ settings: { SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1' } });
  const { operatorId, partnerId } = await firstCompanies(booking.app);
  sam = await joinStaff(operatorId);
  ana = await openLink(booking.app, partnerId, 'partner-admin');
  ids = await actForPartner(partnerId);
});
afterAll(() => booking?.close());

describe('a partner user', () => {
  it('the audit log shows partner users changes by staff as changes by the operator, without the IP address', async () => {
    const { entries } = await ok(ana('audit/list', { target: ids.bookingId }));
    const actions = entries.map((entry: { action: string }) => entry.action);
    expect(actions).toEqual([
      ...['bookings/cancel', 'bookings/resolve', 'attention/take', 'attention/release', 'attention/assign'],
      ...['bookings/mark-contacted', 'bookings/notes/add'],
    ]);
    for (const entry of entries) expect(entry).toMatchObject({ actor: 'operator', address: null });
    const ofStaff = await ok(sam('audit/list', { target: ids.bookingId }));
    for (const entry of ofStaff.entries) expect(entry).toMatchObject({ actor: SAM, address: '127.0.0.1' });
  });

  it('partner users can filter the audit log for changes by the operator, but not for a staff member', async () => {
    const found = async (ask: Ask, actor: string) =>
      (await ok(ask('audit/list', { actor, partnerId: ids.partnerId }))).entries.length;
    expect(await found(sam, SAM)).toBeGreaterThan(5);
    expect(await found(ana, 'operator')).toBeGreaterThanOrEqual(await found(sam, SAM));
    expect(await found(ana, SAM)).toBe(0);
    expect(await found(ana, 'operator-token')).toBe(0);
    await ok(ana('keys/create', { ...SANDBOX, name: 'Own', scopes: ['hotels:search'] }));
    const [own] = (await ok(ana('audit/list', { action: 'keys/create' }))).entries;
    expect(own).toMatchObject({ actor: expect.stringMatching(/^link-/), address: '127.0.0.1' });
    expect(await found(ana, own.actor)).toBeGreaterThan(0);
  });

  it('keys, endpoints, certifications, entries and statements by staff are shown to partner users as those of the operator', async () => {
    const { partnerId, keyId, endpointId } = ids;
    const seen = async (user: Ask) => {
      const ask = callFor(user, partnerId as string);
      const { key } = await ok(ask('keys/show', { keyId }));
      const { endpoint } = await ok(ask('webhooks/show', { endpointId }));
      const { certification } = await ok(ask('sandbox/certification'));
      const { entries } = await ok(ask('billing/entries/list', { ...SANDBOX, kinds: ['PAYMENT'] }));
      const { statement } = await ok(ask('statements/show', { ...SANDBOX, month: '2026-01' }));
      return [
        key.createdBy,
        endpoint.createdBy,
        endpoint.statusReason,
        certification.startedBy,
        entries[0].actor,
        statement.closedBy,
      ];
    };
    const paused = 'Paused by the operator.';
    expect(await seen(ana)).toEqual(['operator', 'operator', paused, 'operator', 'OPERATOR', 'operator']);
    expect(await seen(sam)).toEqual([SAM, SAM, paused, SAM, SAM, SAM]);
  });

  it('the request log shows partner users neither the IP address of staff nor the entries that the node dropped', async () => {
    const { requestId } = ids;
    await expect
      .poll(async () => (await ok(ana('requests/list', { requestId }))).requests)
      .toMatchObject([{ requestId, address: null }]);
    expect((await ok(ana('requests/list'))).droppedRows).toBeNull();
    expect((await ok(sam('requests/list'))).droppedRows).toBe(0);
    const own = await ok(ana('sandbox/try', { operation: 'hotels', body: '{}' }));
    await expect
      .poll(async () => (await ok(ana('requests/list', { requestId: own.requestId }))).requests)
      .toMatchObject([{ address: '127.0.0.1' }]);
  });

  it('the history of a booking does not show partner users which staff member cancelled it', async () => {
    const { bookingId } = ids;
    const by = async (ask: Ask) =>
      (await ok(ask('bookings/show', { bookingId }))).history.flatMap(
        (entry: { by: string | null }) => entry.by ?? [],
      );
    expect(await by(ana)).toEqual([]);
    expect(await by(sam)).toContain(SAM);
  });
});

/** Operations that end the session, need a password, or delete what the others read. */
const LEFT_OUT = /^(session\/(sign-|confirm|create-link|end)|account\/|second-factor\/|sandbox\/reset)/;
const READ = OPERATOR_OPERATIONS.filter(
  ({ name, permission }) => hasPermission('partner-admin', permission) && !LEFT_OUT.test(name),
);

test.each(READ)(
  'the response of $name does not show a partner user which staff member made a change',
  async operation => {
    for (const request of requestsOf(operation, { ...ids, month: '2026-01' })) {
      const { text } = await ana(operation.name, request as object);
      expect(text).not.toMatch(/sam@|Sam Stone|operator-token/);
    }
  },
);
