/** Tests that a session books only what a response has shown, even if requests overlap, fail or are repeated. */
import { randomUUID } from 'node:crypto';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codesOf,
  newUcpKey,
  partnerOf,
  startUcp,
  type UcpAnswer,
  type UcpClient,
} from '../../../test/ucp/ucp-client.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';

const PAYMENT = { payment: {} };
const LOCK = 6_100;

let client: UcpClient;
beforeAll(async () => {
  client = await startUcp();
  // Holds each booking before it is journalled, as long as a test holds the lock. It polls, because waiting for a lock has
  // a deadline.
  await client.booking.app.database.ownerDb.script(`
    CREATE FUNCTION hold_booking() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      WHILE NOT pg_try_advisory_xact_lock_shared(${LOCK}) LOOP PERFORM pg_sleep(0.02); END LOOP;
      RETURN NEW;
    END $$;
    CREATE TRIGGER hold_booking BEFORE INSERT ON booking FOR EACH ROW EXECUTE FUNCTION hold_booking();`);
});
afterAll(() => client?.close());

const complete = (id: string, request: { idempotencyKey?: string; key?: string } = {}) =>
  client.rest('complete_booking_session', { id, body: PAYMENT, ...request });

const stateOf = async (id: string) => {
  const [row] = await client.booking.app.mainDb<{ state: string }[]>`
    SELECT state FROM ucp_session WHERE session_id = ${id}`;
  return row?.state;
};

/** Runs `during` while the completion of a session has begun, but its booking is not journalled yet. */
async function whileHeld(id: string, key: string, during: () => Promise<void>): Promise<UcpAnswer> {
  let first: Promise<UcpAnswer> | undefined;
  await inTransaction(client.booking.app.database.ownerDb, async tx => {
    await tx`SELECT pg_advisory_xact_lock(${LOCK})`;
    first = complete(id, { key });
    await expect.poll(() => stateOf(id), { interval: 5 }).toBe('COMPLETING');
    await during();
  });
  return first as unknown as Promise<UcpAnswer>;
}

function expectNewPrice({ body }: UcpAnswer): void {
  expect(body.status).toBe('ready_for_complete');
  expect(codesOf(body)).toContain('totals_changed');
}

describe('a new price', () => {
  let id: string;
  let idempotencyKey: string;
  beforeEach(async () => {
    ({ id } = await client.ready('rest', 'book.price_changed'));
    idempotencyKey = randomUUID();
    expectNewPrice(await complete(id, { idempotencyKey }));
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('is shown and not booked by the request that found it out', async () => {
    // The process ended after the rejection was journalled and before the session was quoted again.
    await client.booking.app.mainDb`
      UPDATE ucp_session SET state = 'COMPLETING', attempt = 1 WHERE session_id = ${id}`;
    expectNewPrice(await complete(id));
    expect(await client.bookingsOf(id)).toBe(1);
    await complete(id);
    expect(await client.bookingsOf(id)).toBe(2);
  });

  test('is not booked by a repeated request whose response was lost', async () => {
    const { mainDb } = client.booking.app;
    const lost = mainDb`status = NULL, answer = NULL, session_id = NULL`;
    await mainDb`UPDATE ucp_request SET ${lost} WHERE idempotency_key = ${idempotencyKey}`;
    expectNewPrice(await complete(id, { idempotencyKey }));
    await mainDb`
      UPDATE ucp_request SET claimed_until = now() - interval '1 second' WHERE idempotency_key = ${idempotencyKey}`;
    expectNewPrice(await complete(id, { idempotencyKey }));
    expectNewPrice(await complete(id, { idempotencyKey }));
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('can still be booked after the guests of the rejected booking were erased', async () => {
    const { app } = client.booking;
    const { bookingId } = (await client.detail(id)).json.booking;
    const erased = await app.operate('guests/erase', {
      partnerId: await partnerOf(client.booking),
      bookingId,
    });
    expect(erased.status).toBe(200);
    expect(
      await app.mainDb`SELECT FROM ucp_request WHERE session_id = ${id} AND answer IS NOT NULL`,
    ).toHaveLength(0);
    expectNewPrice(await client.rest('get_booking_session', { id }));
    expectNewPrice(await complete(id, { idempotencyKey }));
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('is not booked by another request if no response has shown it', async () => {
    // The process ended after the session was quoted again and before it responded.
    await client.booking.app.mainDb`
      UPDATE ucp_session SET quoted = (quoted::jsonb || '{"isShown":false}')::json WHERE session_id = ${id}`;
    expectNewPrice(await complete(id));
    expect(await client.bookingsOf(id)).toBe(1);
    await complete(id);
    expect(await client.bookingsOf(id)).toBe(2);
  });
});

test('a request that loses against a new quote shows the session as it is now', async () => {
  const { database, operate } = client.booking.app;
  const key = await newUcpKey(client.booking);
  const body = await client.readyRequest('book.price_changed');
  const { id } = (await client.rest('create_booking_session', { body, key })).body;
  expectNewPrice(await complete(id, { key }));
  // Without this scope, a rejected booking ends the session.
  const scopes = SCOPE_NAMES.filter(scope => scope !== 'hotels:quote');
  await operate('keys/update', { keyId: key.split('_')[2], scopes });
  await database.ownerDb`
    UPDATE ucp_session SET state = 'COMPLETING', attempt = 1, version = version + 1 WHERE session_id = ${id}`;
  let read: Promise<UcpAnswer> | undefined;
  await inTransaction(database.ownerDb, async tx => {
    await tx`
      UPDATE ucp_session SET state = 'QUOTED', attempt = 2, version = version + 1 WHERE session_id = ${id}`;
    read = client.rest('get_booking_session', { id, key });
    const waiting = () => database.ownerDb`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%UPDATE ucp_session%'`;
    await expect.poll(waiting, { interval: 5 }).toHaveLength(1);
  });
  expectNewPrice((await read) as unknown as UcpAnswer);
});

describe('while a booking is being made', () => {
  test('a second completion that would fail reopens nothing, and the session cannot be canceled or updated', async () => {
    const key = await newUcpKey(client.booking);
    const [, , keyId] = key.split('_');
    const body = await client.readyRequest();
    const { id } = (await client.rest('create_booking_session', { body, key })).body;
    const first = await whileHeld(id, key, async () => {
      const spend = { perBooking: { amount: '0.01', currency: 'EUR' } };
      await client.booking.app.operate('keys/update', { keyId, limits: { spend } });
      for (const answer of [
        await complete(id, { key }),
        await client.rest('cancel_booking_session', { id, key }),
        await client.rest('update_booking_session', { id, body, key }),
      ]) {
        expect(answer.body.status).toBe('complete_in_progress');
        expect(codesOf(answer.body)[0]).toBe('operation_in_progress');
      }
    });
    expect(first.body.status).toBe('completed');
    expect((await client.rest('get_booking_session', { id, key })).body).toEqual(first.body);
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('a session that was canceled nevertheless is completed by the booking', async () => {
    const { id } = await client.ready('rest');
    const first = await whileHeld(id, client.key, async () => {
      await client.booking.app.mainDb`
        UPDATE ucp_session SET state = 'CANCELED', ended_because = 'BY_PLATFORM', version = version + 1
        WHERE session_id = ${id}`;
    });
    expect(first.body).toMatchObject({ status: 'completed', confirmation: { id: expect.any(String) } });
    expect(await stateOf(id)).toBe('COMPLETING');
  });
});

describe('a completion that ended before its booking was journalled', () => {
  const abandon = (id: string, seconds: number) => client.booking.app.mainDb`
    UPDATE ucp_session SET state = 'COMPLETING', version = version + 1,
      updated_at = now() - ${seconds}::int * interval '1 second' WHERE session_id = ${id}`;

  test('can be repeated only when it can no longer be under way', async () => {
    const { id } = await client.ready('rest');
    await abandon(id, 120);
    expect((await client.rest('get_booking_session', { id })).body.status).toBe('complete_in_progress');
    const early = await complete(id);
    expect(early.body.status).toBe('complete_in_progress');
    expect(codesOf(early.body)[0]).toBe('operation_in_progress');
    expect(await client.bookingsOf(id)).toBe(0);
    await abandon(id, 200);
    expect((await complete(id)).body.status).toBe('completed');
    expect(await client.bookingsOf(id)).toBe(1);
  });

  test('is repeated by one request only', async () => {
    const { id } = await client.ready('rest');
    await abandon(id, 200);
    const answers = await Promise.all(Array.from({ length: 6 }, () => complete(id)));
    for (const { body } of answers) expect(['completed', 'complete_in_progress']).toContain(body.status);
    expect(await client.bookingsOf(id)).toBe(1);
  });
});
