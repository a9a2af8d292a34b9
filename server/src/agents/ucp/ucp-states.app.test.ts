/** Tests the states of UCP sessions over both bindings, in the whole service. */
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Loose } from '../../../test/booking-request.ts';
import {
  BINDINGS,
  codesOf,
  startUcp,
  totalOf,
  UCP_SETTINGS,
  type UcpClient,
  withPeople,
} from '../../../test/ucp/ucp-client.ts';

let client: UcpClient;
const logged: string[] = [];
beforeAll(async () => {
  client = await startUcp({
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(() => client?.close());

const PAYMENT = { payment: {} };

describe.each(BINDINGS)('a session over %s', binding => {
  test('leads from the stays of an offer to a confirmed booking', async () => {
    const stays = await client.stays('ok');
    const created = await client.send(binding, 'create_booking_session', { body: stays });
    expect(created.status).toBe(binding === 'rest' ? 201 : 200);
    const { id } = created.body;
    expect(created.body).toMatchObject({
      id: expect.stringMatching(/^ucs_/),
      status: 'incomplete',
      property: { id: stays.property.id },
      continue_url: `https://www.example.com/continue?session=${id}`,
      links: [
        { type: 'terms_of_service', url: UCP_SETTINGS.SERAI_UCP_TERMS_URL },
        { type: 'privacy_policy', url: UCP_SETTINGS.SERAI_UCP_PRIVACY_URL },
      ],
    });
    expect(created.body.messages.filter(({ code }: Loose) => code === 'missing')[0]).toMatchObject({
      type: 'error',
      severity: 'recoverable',
    });
    const early = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(early.body.status).toBe('incomplete');
    expect(await client.bookingsOf(id)).toBe(0);

    const updated = await client.send(binding, 'update_booking_session', { id, body: withPeople(stays) });
    expect(updated.body).toMatchObject({ id, status: 'ready_for_complete', totals: created.body.totals });
    expect(updated.body.continue_url).toBeUndefined();
    const completed = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    const { json } = await client.detail(id);
    expect(completed.body).toMatchObject({
      id,
      status: 'completed',
      confirmation: { id: json.booking.bookingId },
      totals: created.body.totals,
    });
    expect(json.booking).toMatchObject({ status: 'CONFIRMED', clientReference: id });
    const read = await client.send(binding, 'get_booking_session', { id });
    expect(read.body).toEqual(completed.body);
    for (const operation of ['update_booking_session', 'cancel_booking_session'] as const) {
      const refused = await client.send(binding, operation, { id, body: withPeople(stays) });
      expect(refused.body).toMatchObject({ status: 'completed', confirmation: completed.body.confirmation });
      expect(codesOf(refused.body)).toEqual(['session_completed']);
    }
  });

  test('is canceled on request, and can then not be completed', async () => {
    const { id } = await client.ready(binding);
    const canceled = await client.send(binding, 'cancel_booking_session', { id });
    expect(canceled.body).toMatchObject({ id, status: 'canceled' });
    const late = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(late.body).toMatchObject({ id, status: 'canceled' });
    expect(await client.bookingsOf(id)).toBe(0);
  });

  test('is in progress while the outcome is unknown, and then no request changes it', async () => {
    const { id, expires_at } = await client.ready(binding, 'book.timeout_forever');
    const completed = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(completed.body).toMatchObject({ id, status: 'complete_in_progress' });
    expect(completed.body.confirmation).toBeUndefined();
    expect(codesOf(completed.body)).toContain('outcome_unknown');
    if (binding === 'rest') expect(Number(completed.headers.get('retry-after'))).toBeGreaterThan(0);
    const { json } = await client.detail(id);
    expect(Date.parse(completed.body.expires_at)).toBe(Date.parse(json.booking.resolution.resolveBy));
    expect(completed.body.expires_at).not.toBe(expires_at);
    for (const operation of [
      'complete_booking_session',
      'cancel_booking_session',
      'update_booking_session',
    ] as const) {
      const again = await client.send(binding, operation, { id, body: { ...PAYMENT, ...completed.body } });
      expect(again.body.status).toBe('complete_in_progress');
      expect(again.body.messages[0]).toMatchObject({
        code: 'operation_in_progress',
        severity: 'recoverable',
      });
    }
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('that the hotel must confirm is in progress', async () => {
    const { id } = await client.ready(binding, 'book.on_request_confirm');
    const { body } = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(body.status).toBe('complete_in_progress');
    expect(codesOf(body)).toContain('on_request');
  });

  test('whose price changed while booking can be completed at the new price, with a new attempt', async () => {
    const { id, totals } = await client.ready(binding, 'book.price_changed');
    const first = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(first.body).toMatchObject({ id, status: 'ready_for_complete' });
    expect(first.body.totals).toHaveLength(totals.length);
    expect(first.body.messages).toContainEqual(
      expect.objectContaining({ type: 'warning', code: 'totals_changed', presentation: 'disclosure' }),
    );
    expect((await client.detail(id)).json.booking).toMatchObject({
      status: 'REJECTED',
      statusReason: 'PRICE_CHANGED',
    });
    await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect((await client.detail(`${id}/2`)).json.booking.clientReference).toBe(`${id}/2`);
  });

  test.each(['book.rejected', 'book.soldout'] as const)('ends as canceled after %s', async scenario => {
    const { id } = await client.ready(binding, scenario);
    const { body } = await client.send(binding, 'complete_booking_session', { id, body: PAYMENT });
    expect(body).toMatchObject({ id, status: 'canceled' });
    expect(codesOf(body)).toContain('inventory_exhausted');
    expect((await client.send(binding, 'get_booking_session', { id })).body).toEqual(body);
  });

  test('is not created if the offer is gone', async () => {
    const body = await client.readyRequest('prebook.soldout');
    const { status, body: answer } = await client.send(binding, 'create_booking_session', { body });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'inventory_exhausted' }] });
  });

  test('shows a price that changed since the search', async () => {
    const session = await client.ready(binding, 'prebook.price_up');
    expect(session.status).toBe('ready_for_complete');
    expect(codesOf(session)).toContain('totals_changed');
  });

  test.each([
    ['avail.currency_jpy', 'JPY', 0],
    ['avail.currency_kwd', 'KWD', 3],
  ] as const)('has exact minor units in %s', async (scenario, currency, decimals) => {
    const session = await client.ready(binding, scenario);
    expect(session.currency).toBe(currency);
    const { body } = await client.send(binding, 'complete_booking_session', {
      id: session.id,
      body: PAYMENT,
    });
    expect(body.status).toBe('completed');
    const { guestTotal } = (await client.detail(session.id)).json.booking.price;
    const [whole, fraction = ''] = guestTotal.amount.split('.');
    expect(fraction).toHaveLength(decimals);
    expect(totalOf(body)).toBe(Number(whole + fraction));
  });

  test('of several rooms with children books every room with its own guests', async () => {
    const body = await client.readyRequest('ok', [{ adults: 2 }, { adults: 1, childAges: [4, 9] }]);
    const session = (await client.send(binding, 'create_booking_session', { body })).body;
    expect(session.status).toBe('ready_for_complete');
    expect(session.stays.map(totalOf).reduce((sum: number, each: number) => sum + each, 0)).toBe(
      totalOf(session),
    );
    const { body: done } = await client.send(binding, 'complete_booking_session', {
      id: session.id,
      body: PAYMENT,
    });
    expect(done.status).toBe('completed');
    const { rooms } = (await client.detail(session.id)).json.booking;
    expect(rooms.map(({ guests }: Loose) => guests.map(({ type, age }: Loose) => [type, age]))).toEqual([
      [
        ['ADULT', null],
        ['ADULT', null],
      ],
      [
        ['ADULT', null],
        ['CHILD', 4],
        ['CHILD', 9],
      ],
    ]);
  });

  test('with other stays gets a new quote and says that the total moved', async () => {
    const session = await client.ready(binding);
    const other = await client.readyRequest('cancel.nonrefundable');
    const updated = await client.send(binding, 'update_booking_session', { id: session.id, body: other });
    expect(updated.body).toMatchObject({ id: session.id, property: { id: other.property.id } });
    expect(codesOf(updated.body).includes('totals_changed')).toBe(totalOf(updated.body) !== totalOf(session));
    const { body } = await client.send(binding, 'complete_booking_session', {
      id: session.id,
      body: PAYMENT,
    });
    expect(body).toMatchObject({ status: 'completed', totals: updated.body.totals });
    expect((await client.detail(session.id)).json.booking.hotel.hotelId).toBe(other.property.id);
  });

  test('refuses stays that do not fit their offer, and leaves the session as it was', async () => {
    const good = await client.readyRequest();
    const dates = { start_date: '2030-01-01', end_date: '2030-01-03' };
    const [stay] = good.stays;
    const cases: [Loose, string][] = [
      [{ ...good, property: { id: 'htl_other' } }, '$.property.id'],
      [{ ...good, stays: [{ ...stay, stay_dates: dates }] }, '$.stays[0].stay_dates'],
      [{ ...good, stays: [{ ...stay, occupancy: { adults: 1, total: 1 } }] }, '$.stays[0].occupancy'],
      [{ ...good, stays: [{ ...stay, rate_plan: { id: 'other' } }] }, '$.stays[0].rate_plan.id'],
      [{ ...good, stays: [stay, { ...stay, id: 'off_other~1' }] }, '$.stays[1]'],
      [{ ...good, stays: [{ ...stay, id: undefined }] }, '$.stays[0].id'],
      [{ ...good, stays: [{ ...stay, id: stay.id.replace('~1', '~2') }] }, '$.stays[0].id'],
      [{ ...good, stays: [] }, '$.stays'],
    ];
    const session = (await client.send(binding, 'create_booking_session', { body: good })).body;
    for (const [body, path] of cases) {
      const created = await client.send(binding, 'create_booking_session', { body });
      expect(created.body).toMatchObject({
        ucp: { status: 'error' },
        messages: [{ severity: 'recoverable', path }],
      });
      const updated = await client.send(binding, 'update_booking_session', { id: session.id, body });
      expect(updated.body).toMatchObject({ id: session.id, totals: session.totals, stays: session.stays });
      expect(updated.body.messages[0]).toMatchObject({ severity: 'recoverable', path });
    }
  });

  test('is refused a payment instrument, which is neither stored nor logged', async () => {
    const { id } = await client.ready(binding);
    const instrument = {
      id: 'i1',
      handler_id: 'h',
      type: 'card',
      credential: { type: 'card', number: '4111111111111111' },
    };
    const body = { payment: { instruments: [instrument] } };
    const refused = await client.send(binding, 'complete_booking_session', { id, body });
    expect(refused.body).toMatchObject({
      id,
      status: 'requires_escalation',
      continue_url: expect.any(String),
    });
    expect(refused.body.messages[0]).toMatchObject({
      code: 'payment_failed',
      severity: 'requires_buyer_review',
    });
    expect(await client.bookingsOf(id)).toBe(0);
    const none = await client.send(binding, 'complete_booking_session', { id, body: {} });
    expect(none.body.messages[0]).toMatchObject({ code: 'missing', path: '$.payment' });
    expect(logged.join('')).not.toContain('4111111111111111');
    expect(logged.join('')).not.toContain('ada@example.com');
  });

  test('names the charges whose amount is not part of the total', async () => {
    const { id, totals } = await client.ready(binding);
    const charge = {
      code: 'CITY_TAX',
      description: 'City tax',
      type: 'TAX',
      basis: 'PERCENT',
      percent: '5.00',
    };
    const charges = JSON.stringify([{ ...charge, collection: 'PAY_AT_PROPERTY' }]);
    await client.booking.app.mainDb`
      UPDATE ucp_session SET quoted = jsonb_set(quoted::jsonb, '{offer,price,unpricedCharges}', ${charges}::text::jsonb)::json
      WHERE session_id = ${id}`;
    const { body } = await client.send(binding, 'get_booking_session', { id });
    expect(body.totals).toEqual(totals);
    expect(body.messages).toContainEqual(
      expect.objectContaining({
        type: 'warning',
        code: 'unpriced_charge',
        content: expect.stringContaining('City tax of 5.00 %'),
        presentation: 'disclosure',
      }),
    );
  });

  test('never shows the net price or our cost', async () => {
    const session = await client.ready(binding);
    const quote = await client.booking.quote('ok');
    const names = new Set<string>();
    JSON.stringify(session, (name, value) => {
      names.add(name);
      return value;
    });
    for (const name of ['net', 'commission', 'termsHash', 'windows', 'penalty'])
      expect(names).not.toContain(name);
    expect(totalOf(session)).toBeGreaterThanOrEqual(
      Number(quote.json.offer.price.net.amount.replace('.', '')),
    );
  });
});

test('a session with an unknown outcome is completed as soon as the outcome is known', async () => {
  const { id } = await client.ready('rest', 'book.timeout_then_confirmed');
  const completed = await client.rest('complete_booking_session', { id, body: PAYMENT });
  expect(completed.body.status).toBe('complete_in_progress');
  const read = async () => (await client.rest('get_booking_session', { id })).body;
  await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 200 }).toBe('completed');
  expect((await read()).confirmation.id).toMatch(/^bkg_/);
});
