import { scenarioHotelId } from '@serai/contract/booking/sandbox/scenario-hotels.ts';
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { STAY } from '../../../../test/booking-app.ts';
import { type TimedBookingApp, timedBookingApp } from '../../../../test/timed-booking-app.ts';

let booking: TimedBookingApp;
beforeAll(async () => {
  booking = await timedBookingApp();
});
afterAll(() => booking?.close());
afterEach(async () => {
  await booking.app.database.ownerDb`DELETE FROM provider_connection`;
  // Longer than the service caches connections.
  await booking.time.leap(6_000);
});

const operate = (name: string, input: object) => booking.app.operate(`providers/${name}`, input);
const update = (code: string, changes: object) =>
  operate('update', { providerId: `prv_sandbox_${code}`, ...changes });
const codesOf = ({ providers }: { providers: { code: string }[] }) => providers.map(({ code }) => code);
const search = async () => (await booking.search('ok')).json;
async function quoted(scenario: ScenarioName = 'ok') {
  const { json: quote } = await booking.quote(scenario);
  const [row] = await booking.app.database.ownerDb<{ provider: string }[]>`
    SELECT provider FROM quote WHERE quote_id = ${quote.quoteId}`;
  return { quote, code: row?.provider as string };
}
const audits = async () =>
  (await booking.app.operate('audit/list', { page: { limit: 1 } })).json.entries[0] as object;

describe('a paused provider', () => {
  test('a paused provider is not searched or listed until it is resumed', async () => {
    expect(codesOf(await search())).toEqual(['own', 'test-1', 'test-2', 'test-3']);
    const paused = await update('test-2', { enabled: false });
    expect(paused.json.provider).toMatchObject({ enabled: false, settings: { number: 2 } });
    const found = await search();
    expect(codesOf(found)).toEqual(['own', 'test-1', 'test-3']);
    expect(found.complete).toBe(true);
    expect(await audits()).toMatchObject({
      action: 'providers/update',
      target: 'prv_sandbox_test-2',
      before: { enabled: true },
      after: { enabled: false },
    });
    await update('test-2', { enabled: true });
    expect(codesOf(await search())).toEqual(['own', 'test-1', 'test-2', 'test-3']);
  });

  test('a paused provider returns no quotes, and alternatives are offered', async () => {
    const { code } = await quoted();
    const { offerId } = (await search()).hotels[0].offers[0];
    await update(code, { enabled: false });
    const { status, json } = await booking.call('prebooking', { offerId });
    expect([status, json.error.code]).toEqual([409, 'OFFER_NOT_AVAILABLE']);
    const [{ offer }] = json.error.details;
    expect((await booking.call('prebooking', { offerId: offer.offerId })).status).toBe(200);
  });

  test('a paused provider accepts no bookings, and the quote can be booked once it is resumed', async () => {
    const { quote, code } = await quoted();
    await update(code, { enabled: false });
    const request = booking.bookingOf(quote);
    const refused = await booking.call('booking', request);
    expect([refused.status, refused.json.error.code]).toEqual([409, 'OFFER_NOT_AVAILABLE']);
    const { clientReference } = request as { clientReference: string };
    expect((await booking.call('bookingdetail', { clientReference })).json.error.code).toBe(
      'BOOKING_NOT_FOUND',
    );
    await update(code, { enabled: true });
    expect((await booking.call('booking', request)).json.booking.status).toBe('CONFIRMED');
  });

  test('a paused provider still serves replays, details and cancellations of its bookings', async () => {
    const { quote, code } = await quoted();
    const request = booking.bookingOf(quote);
    const { bookingId } = (await booking.call('booking', request)).json.booking;
    await update(code, { enabled: false });
    const replayed = await booking.call('booking', request);
    expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    const detail = await booking.call('bookingdetail', { bookingId, refresh: true });
    expect([detail.status, detail.json.booking.status]).toEqual([200, 'CONFIRMED']);
    const cancelled = await booking.call('cancel', { bookingId });
    expect(cancelled.json.booking.status).toBe('CANCELLED');
  });

  test('a paused provider still receives lookups for bookings with an open outcome', async () => {
    const { quote, code } = await quoted('book.timeout_then_confirmed');
    const sent = booking.call('booking', booking.bookingOf(quote));
    const { json } = await booking.during(sent);
    expect(json.booking.status).toBe('PENDING');
    await update(code, { enabled: false });
    await booking.pass(120_000, 5_000);
    const { bookingId } = json.booking;
    expect((await booking.call('bookingdetail', { bookingId })).json.booking.status).toBe('CONFIRMED');
  });
});

describe('providers/update', () => {
  test('providers/update changes only the given fields and writes no audit entry if nothing changes', async () => {
    const named = await update('test-1', { name: 'First', preference: 99, settings: { timeoutMs: 900 } });
    expect(named.json.provider).toMatchObject({
      name: 'First',
      preference: 99,
      enabled: true,
      settings: { number: 1, timeoutMs: 900 },
    });
    expect(codesOf(await search())).toEqual(['own', 'test-2', 'test-3', 'test-1']);
    const last = await audits();
    await update('test-1', { preference: 99 });
    expect(await audits()).toEqual(last);
    const unset = await update('test-1', { settings: { timeoutMs: 0 } });
    expect(unset.json.provider).toMatchObject({ name: 'First', settings: { number: 1 } });
    expect(unset.json.provider.settings).not.toHaveProperty('timeoutMs');
    const { json } = await operate('list', { environment: 'sandbox' });
    expect(json.providers.at(-1)).toMatchObject({ providerId: 'prv_sandbox_test-1', name: 'First' });
  });

  test.each([
    [{ settings: { timeoutMs: 99 } }, '/settings/timeoutMs', 'INVALID_VALUE'],
    [{ settings: { timeoutMs: '900' } }, '/settings/timeoutMs', 'INVALID_VALUE'],
    [{ settings: { colour: 'red' } }, '/settings/colour', 'UNKNOWN_FIELD'],
    [{ settings: { toString: 1 } }, '/settings/toString', 'UNKNOWN_FIELD'],
    [{ settings: { number: 2 } }, '/settings/number', 'NOT_ALLOWED'],
    [{ credentials: { 'api/key': 'x' } }, '/credentials/api~1key', 'UNKNOWN_FIELD'],
    [{ supportContact: { email: 'support' } }, '/supportContact/email', 'INVALID_FORMAT'],
    [{ supportContact: { phone: 'call us' } }, '/supportContact/phone', 'INVALID_VALUE'],
    [{ supportContact: { website: 'javascript:alert(1)' } }, '/supportContact/website', 'INVALID_FORMAT'],
    [{ supportContact: { note: ' ' } }, '/supportContact/note', 'BLANK'],
  ])('providers/update rejects %j', async (changes, path, code) => {
    const { status, json } = await update('test-1', changes);
    expect([status, json.error.details]).toEqual([400, [expect.objectContaining({ path, code })]]);
  });

  test('providers/update changes single fields of the support contact, and pausing or reconnecting the provider keeps it', async () => {
    const contact = { email: 'help@provider.example', phone: '+34 (910) 000-000', website: null, note: null };
    const { email, phone } = contact;
    expect(
      (await update('test-1', { supportContact: { email, phone } })).json.provider.supportContact,
    ).toEqual(contact);
    expect(await audits()).toMatchObject({
      action: 'providers/update',
      before: { supportContact: null },
      after: { supportContact: contact },
    });
    const last = await audits();
    await update('test-1', { supportContact: { email } });
    expect(await audits()).toEqual(last);
    await update('test-1', { enabled: false });
    await operate('connect', { adapter: 'test', environment: 'sandbox', settings: { number: 1 } });
    const note = 'Open 24 hours.\nQuote the booking reference.';
    const changed = await update('test-1', { supportContact: { phone: null, note } });
    expect(changed.json.provider.supportContact).toEqual({ ...contact, phone: null, note });
    await update('test-1', { supportContact: { email: null, note: null } });
    expect(await audits()).toMatchObject({ after: { supportContact: null } });
  });

  test('providers/update returns NOT_FOUND for an unknown provider', async () => {
    const { json } = await operate('update', { providerId: 'prv_production_test-1', enabled: false });
    expect(json.error.code).toBe('NOT_FOUND');
  });
});

describe('providers/connect', () => {
  const own = { adapter: 'own-inventory', name: 'Our hotels', environment: 'production' };

  test('providers/connect tests the provider, replaces its settings and enables it', async () => {
    await operate('update', { providerId: 'prv_production_own', enabled: false, preference: 70 });
    const { status, json } = await operate('connect', { ...own, settings: { timeoutMs: 1500 } });
    expect(status).toBe(200);
    expect(json.provider).toMatchObject({
      providerId: 'prv_production_own',
      name: 'Our hotels',
      enabled: true,
      preference: 5,
      settings: { timeoutMs: 1500 },
      credentialNames: [],
      health: { state: 'UP' },
    });
    expect(await audits()).toMatchObject({ action: 'providers/connect', before: { enabled: false } });
  });

  test('providers/connect stores a provider that does not respond and reports it as DOWN', async () => {
    const { ownerDb } = booking.app.database;
    await ownerDb`ALTER TABLE inventory_property RENAME TO inventory_property_gone`;
    const { status, json } = await operate('connect', own);
    await ownerDb`ALTER TABLE inventory_property_gone RENAME TO inventory_property`;
    expect([status, json.provider.enabled, json.provider.health.state]).toEqual([200, true, 'DOWN']);
  });

  test.each([
    [{ ...own, adapter: 'travelgate' }, '/adapter', 'UNKNOWN_ADAPTER'],
    [{ ...own, adapter: 'test-provider', settings: { number: 1 } }, '/environment', 'NOT_ALLOWED'],
    [{ ...own, adapter: 'test-provider', environment: 'sandbox' }, '/settings/number', 'REQUIRED'],
    [
      { ...own, adapter: 'test-provider', environment: 'sandbox', settings: { number: 4 } },
      '/settings/number',
      'INVALID_VALUE',
    ],
    [{ ...own, credentials: { key: 'x' } }, '/credentials/key', 'UNKNOWN_FIELD'],
  ])('providers/connect rejects %j', async (input, path, code) => {
    const { status, json } = await operate('connect', input);
    expect([status, json.error.details]).toEqual([400, [expect.objectContaining({ path, code })]]);
  });
});

test("one partner's provider settings do not affect another partner", async () => {
  const { ownerDb } = booking.app.database;
  await ownerDb`INSERT INTO organisation (id, name) VALUES ('org_other', 'Other')`;
  await ownerDb`
    INSERT INTO provider_connection VALUES ('org_other', 'sandbox', 'test-1', 'X', false, 1, NULL, now(), now())`;
  expect(codesOf(await search())).toContain('test-1');
  const { json } = await operate('list', { environment: 'sandbox' });
  expect(json.providers).toMatchObject(Array(4).fill({ enabled: true }));
});

describe('providers/share', () => {
  const sandboxKey = async (partnerId: string) => (await booking.app.createKey({ partnerId })).secret;
  const shown = async () =>
    (await operate('list', { environment: 'sandbox' })).json.providers.find(
      ({ providerId }: { providerId: string }) => providerId === 'prv_sandbox_test-1',
    );

  async function partnerWithSettings(): Promise<string> {
    const { json } = await booking.app.operate('partners/create', { name: 'Carried over' });
    const { partnerId } = json.partner;
    await booking.app.database.ownerDb`
      INSERT INTO provider_connection
      VALUES (${partnerId}, 'sandbox', 'test-1', 'Own test', false, 77, NULL, now(), now())`;
    await booking.time.leap(6_000);
    return partnerId;
  }
  const sells = async (key: string) =>
    codesOf(
      (await booking.call('availability', { ...STAY, hotelIds: [scenarioHotelId('ok')] }, { key })).json,
    ).includes('test-1');

  test("a partner's provider settings apply only to that partner until they are shared with all partners", async () => {
    const partnerId = await partnerWithSettings();
    const key = await sandboxKey(partnerId);
    expect([await sells(key), await sells(booking.key)]).toEqual([false, true]);
    expect((await shown()).partnerSettings).toEqual([
      { partnerId, name: 'Own test', enabled: false, preference: 77, settings: {} },
    ]);
    const { status, json } = await operate('share', { providerId: 'prv_sandbox_test-1', partnerId });
    expect([status, json.provider]).toMatchObject([
      200,
      { name: 'Own test', enabled: false, preference: 77, partnerSettings: [] },
    ]);
    expect([await sells(key), await sells(booking.key)]).toEqual([false, false]);
    expect(await audits()).toMatchObject({
      action: 'providers/share',
      target: 'prv_sandbox_test-1',
      before: { partnerId, keep: 'PARTNER', enabled: true },
      after: { enabled: false },
    });
  });

  test("providers/share with keep OPERATOR discards the partner's settings and applies the operator's", async () => {
    const partnerId = await partnerWithSettings();
    const key = await sandboxKey(partnerId);
    const input = { providerId: 'prv_sandbox_test-1', partnerId };
    const { json } = await operate('share', { ...input, keep: 'OPERATOR' });
    expect(json.provider).toMatchObject({ enabled: true, partnerSettings: [] });
    expect([await sells(key), await sells(booking.key)]).toEqual([true, true]);
    expect((await operate('share', input)).json.error.code).toBe('INVALID_STATE');
  });
});
