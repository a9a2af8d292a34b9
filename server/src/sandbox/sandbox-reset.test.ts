import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type BookingApp, bookingApp } from '../../test/booking-app.ts';

vi.setConfig({ testTimeout: 60_000 });

type Row = Record<string, unknown>;
let app: BookingApp;
let organisationId: string;

/** The tables that the test fills and compares, with the columns that identify a row. */
const TABLES = {
  booking: ['booking_id', 'quote_id', 'client_reference'],
  booking_attempt: ['booking_id'],
  booking_exchange: ['booking_id'],
  booking_history: ['booking_id'],
  idempotency_key: ['key', 'booking_id'],
  quote: ['quote_id'],
  test_reservation: ['reference'],
  job: ['id', 'key'],
  webhook_endpoint: ['endpoint_id'],
  outbox_event: ['event_id', 'booking_id'],
  webhook_delivery: ['delivery_id', 'event_id', 'endpoint_id'],
  webhook_attempt: ['delivery_id', 'endpoint_id'],
  inventory_booking: ['reference'],
  inventory_booking_night: ['reference'],
  inventory_hold: ['quote_id'],
};
const DELETED = Object.keys(TABLES).filter(table => table !== 'webhook_endpoint');

beforeAll(async () => {
  app = await bookingApp();
  const { ownerDb: db } = app.app.database;
  const [organisation] = await db<{ id: string }[]>`SELECT id FROM organisation WHERE kind = 'PARTNER'`;
  organisationId = organisation?.id as string;
  const { json: created } = await app.app.operate('webhooks/create', {
    url: 'https://hooks.example.com/serai',
    eventTypes: ['booking.confirmed'],
    environment: 'sandbox',
  });
  // Nothing must be sent while rows are counted.
  const { endpointId } = created.endpoint;
  await app.app.operate('webhooks/update', { endpointId, status: 'PAUSED' });
  await app.quote('ok');
  const { json } = await app.quote('ok');
  const headers = { 'idempotency-key': 'one-and-only' };
  const booked = await app.call('booking', app.bookingOf(json), { headers });
  expect(booked.status).toBe(200);
  await addInventory(booked.json.booking.bookingId);
  await db`INSERT INTO organisation (id, name) VALUES ('org_XOTHERX', 'Other')`;
  for (const [table, ids] of Object.entries(TABLES)) {
    await copyRows(table, ids, 'XLIVEX', row => ('environment' in row ? { environment: 'production' } : {}));
    await copyRows(table, ids, 'XOTHERX', row =>
      'organisation_id' in row ? { organisation_id: 'org_XOTHERX' } : {},
    );
  }
});
afterAll(() => app?.close());

/**
 * Adds own inventory to the booked hotel. In each environment, four of ten rooms are sold and two are held. In the
 * sandbox, two of the sold rooms belong to the booking, and one of the held rooms belongs to a quote of its partner.
 */
async function addInventory(bookingId: string): Promise<void> {
  const { ownerDb: db } = app.app.database;
  const [booking] = await db<
    { hotel_id: string }[]
  >`SELECT hotel_id FROM booking WHERE booking_id = ${bookingId}`;
  const hotelId = booking?.hotel_id as string;
  const reference = bookingId.slice(4);
  for (const environment of ['sandbox', 'production']) {
    await db`INSERT INTO inventory_property (environment, hotel_id, document) VALUES (${environment}, ${hotelId}, '{}')`;
    await db`
      INSERT INTO inventory_allotment (environment, hotel_id, night, room_code, total, sold, held)
      VALUES (${environment}, ${hotelId}, '2027-05-01', 'DBL', 10, 4, 2)`;
  }
  await db`
    INSERT INTO inventory_booking (environment, reference, supplier_ref, state, hotel_id, plan_code, check_in, check_out,
      room_codes, currency, net_minor, penalties, created_at)
    VALUES ('sandbox', ${reference}, 'OWN-1', 'BOOKED', ${hotelId}, 'BAR', '2027-05-01', '2027-05-02', '{DBL,DBL}', 'EUR',
      1000, '[]', serai_now())`;
  await db`
    INSERT INTO inventory_booking_night (environment, reference, hotel_id, night, room_code, rooms)
    VALUES ('sandbox', ${reference}, ${hotelId}, '2027-05-01', 'DBL', 2)`;
  await db`
    INSERT INTO inventory_hold (quote_id, environment, hotel_id, organisation_id, check_in, check_out, room_codes, expires_at)
    VALUES ('quo_HELD', 'sandbox', ${hotelId}, ${organisationId}, '2027-05-01', '2027-05-02', '{DBL}',
      serai_now() + interval '10 minutes')`;
  await db`
    INSERT INTO booking_exchange (booking_id, number, at, sealed) VALUES (${bookingId}, 99, serai_now(), '\\x00')`;
  await db`
    INSERT INTO webhook_attempt (delivery_id, number, endpoint_id, at, duration_ms)
    SELECT delivery_id, 1, endpoint_id, serai_now(), 1 FROM webhook_delivery ON CONFLICT DO NOTHING`;
}

/** Table names cannot be parameters, so the SQL text is built here around a single value. */
function plain<R extends object>(before: string, value = '', after = ''): PromiseLike<R[]> {
  const parts = value === '' ? [before] : [before, after];
  const strings = Object.assign(parts, { raw: parts }) as unknown as TemplateStringsArray;
  return app.app.database.ownerDb<R[]>(strings, ...(value === '' ? [] : [value]));
}

/** Copies the rows to another environment or organisation, with marked ids. */
async function copyRows(
  table: string,
  ids: string[],
  mark: string,
  change: (row: Row) => Row,
): Promise<void> {
  const { ownerDb: db } = app.app.database;
  const columns = await db<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = ${table} AND table_schema = 'public' AND is_generated = 'NEVER'`;
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  const rows = await plain<{ row: Row }>(
    `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE t::text !~ 'XLIVEX|XOTHERX'`,
  );
  expect([table, rows.length > 0]).toEqual([table, true]);
  const copies = rows.map(({ row }) => ({
    ...row,
    ...Object.fromEntries(ids.map(id => [id, marked(row[id], mark)])),
    ...change(row),
    // Jobs in the copies must not run either.
    ...(table === 'job' && { run_at: '2099-01-01T00:00:00Z' }),
  }));
  await plain(
    `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${table}, `,
    JSON.stringify(copies),
    '::text::json)',
  );
}

/** Keeps the prefix of the id. The rest is the reference that providers store. */
function marked(id: unknown, mark: string): unknown {
  if (typeof id !== 'string') return id;
  return /^[a-z]{3}_/.test(id) ? `${id.slice(0, 4)}${mark}${id.slice(4)}` : `${mark}${id}`;
}

/** Returns the copied rows: those of production and of the other organisation. */
async function others(): Promise<Record<string, string[]>> {
  const kept: Record<string, string[]> = {};
  for (const table of Object.keys(TABLES)) {
    const rows = await plain<{ row: string }>(
      `SELECT t::text AS row FROM ${table} AS t WHERE t::text ~ 'XLIVEX|XOTHERX' ORDER BY 1`,
    );
    kept[table] = rows.map(({ row }) => row);
  }
  return kept;
}

async function ownRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of DELETED) {
    const isMine = table === 'job' ? `AND kind LIKE 'booking.%' AND key LIKE 'bkg_%'` : '';
    const [row] = await plain<{ rows: number }>(
      `SELECT count(*)::int AS rows FROM ${table} AS t WHERE t::text !~ 'XLIVEX|XOTHERX' ${isMine}`,
    );
    counts[table] = row?.rows ?? 0;
  }
  return counts;
}

const cells = () =>
  app.app.database.ownerDb`
    SELECT environment, total, sold, held FROM inventory_allotment ORDER BY environment DESC`.then(rows => [
    ...rows,
  ]);

const reset = () => app.app.operate('sandbox/reset', { partnerId: organisationId, confirm: 'reset sandbox' });

describe('sandbox/reset', () => {
  test('sandbox/reset does nothing without the confirmation text', async () => {
    for (const input of [{}, { confirm: '' }, { confirm: 'yes' }]) {
      const { status, json } = await app.app.operate('sandbox/reset', input);
      expect([status, json.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    for (const rows of Object.values(await ownRows())) expect(rows).toBeGreaterThan(0);
  });

  test('the service role cannot delete bookings directly', async () => {
    await expect(app.app.mainDb`DELETE FROM booking`).rejects.toThrow(/permission denied/);
    await expect(app.app.mainDb`DELETE FROM inventory_booking`).rejects.toThrow(/permission denied/);
  });

  test('sandbox/reset deletes the sandbox bookings of a partner, releases their rooms and changes nothing in production or for other partners', async () => {
    const before = await others();
    const { status, json } = await reset();
    expect(status).toBe(200);
    expect(json.deleted).toMatchObject({ bookings: 1, quotes: 2, holds: 1 });
    expect(json.deleted.events).toBeGreaterThan(0);
    expect(json.deleted.deliveries).toBeGreaterThan(0);
    expect(await ownRows()).toEqual(Object.fromEntries(DELETED.map(table => [table, 0])));
    expect(await others()).toEqual(before);
    expect(await cells()).toEqual([
      { environment: 'sandbox', total: 10, sold: 2, held: 1 },
      { environment: 'production', total: 10, sold: 4, held: 2 },
    ]);
    const { entries } = (await app.app.operate('audit/list', { action: 'sandbox/reset' })).json;
    expect(entries).toMatchObject([{ target: 'sandbox', actor: 'operator-token', before: json.deleted }]);
  });

  test('the sandbox accepts bookings after a reset, and an empty sandbox can be reset as well', async () => {
    const { json } = await app.quote('ok');
    expect((await app.call('booking', app.bookingOf(json))).status).toBe(200);
    expect((await reset()).json.deleted.bookings).toBe(1);
    const again = await reset();
    expect(again.json.deleted).toEqual({ bookings: 0, quotes: 0, holds: 0, events: 0, deliveries: 0 });
  });

  test('sandbox/reset succeeds while bookings are being made', async () => {
    let isDone = false;
    const book = async () => {
      while (!isDone) {
        const { json } = await app.quote('ok');
        // The quote may be deleted before it is booked.
        if (json.quoteId) await app.call('booking', app.bookingOf(json));
      }
    };
    const booking = Array.from({ length: 4 }, book);
    const resets: unknown[] = [];
    for (let i = 0; i < 10; i++) resets.push((await reset()).json);
    isDone = true;
    await Promise.all(booking);
    expect(resets.filter(json => !(json as Row).deleted)).toEqual([]);
  });
});
