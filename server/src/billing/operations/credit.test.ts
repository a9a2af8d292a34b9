import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { eachBalance } from '../../../test/recomputed-balances.ts';

let app: BookingApp;
beforeAll(async () => {
  app = await bookingApp();
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.app.database
    .ownerDb`UPDATE organisation SET billing_model = 'NONE', credit_limit_minor = NULL WHERE kind = 'PARTNER'`;
});

const balance = async () => (await app.call('balance', {})).json;

async function limit(minor: number): Promise<void> {
  await app.app.database.ownerDb`
    UPDATE organisation SET billing_model = 'CREDIT', billing_currency = 'EUR', credit_limit_minor = ${minor}
    WHERE kind = 'PARTNER'`;
}

test('balance returns what the partner owes for confirmed bookings and what is available', async () => {
  const { json: quote } = await app.quote('ok');
  expect((await app.call('booking', app.bookingOf(quote))).status).toBe(200);
  const { net } = quote.offer.price;
  expect(await balance()).toMatchObject({
    billing: 'NONE',
    currency: 'EUR',
    limit: null,
    balance: net,
    held: { amount: '0.00', currency: 'EUR' },
    available: null,
  });
  expect(await eachBalance(app.app.database.ownerDb)).toEqual([]);
});

test('booking returns 402 CREDIT_EXCEEDED when it exceeds the credit limit, and the same request succeeds once there is enough credit', async () => {
  await limit(1);
  const { json: quote } = await app.quote('ok');
  const request = app.bookingOf(quote);
  const refused = await app.call('booking', request);
  expect([refused.status, refused.json.error.code]).toEqual([402, 'CREDIT_EXCEEDED']);
  const list = await app.call('bookinglist', { filters: { clientReferences: [request.clientReference] } });
  expect(list.json.bookings).toEqual([]);
  await limit(100_000_000);
  expect((await app.call('booking', request)).status).toBe(200);
  // A replay returns the booking without checking the credit.
  await limit(1);
  const replayed = await app.call('booking', request);
  expect([replayed.status, replayed.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect((await balance()).available.amount).toMatch(/^-/);
  const events = await app.app.database.db`
    SELECT FROM outbox_event WHERE type = 'account.credit_exceeded'`;
  expect(events.count).toBe(1);
});

test('the partner owes nothing for a booking that was cancelled free of charge', async () => {
  const before = (await balance()).balance;
  const { json: quote } = await app.quote('ok');
  const { json } = await app.call('booking', app.bookingOf(quote));
  const cancelled = await app.call('cancel', { bookingId: json.booking.bookingId });
  expect(cancelled.json.booking.status).toBe('CANCELLED');
  expect((await balance()).balance).toEqual(before);
  expect(await eachBalance(app.app.database.ownerDb)).toEqual([]);
});

test('a balance keeps its currency if the default currency of the partner changes', async () => {
  const operate = async (name: string, input: object) => (await app.app.operate(name, input)).json;
  const { partnerId } = (await operate('partners/create', { name: 'Eastern Travel' })).partner;
  const amount = { amount: '1.00', currency: 'EUR' };
  await operate('billing/adjust', { partnerId, effect: 'OWES_MORE', amount, reason: 'Fee' });
  const moved = await operate('partners/update', { partnerId, currency: 'USD' });
  expect(moved.partner).toMatchObject({ currency: 'USD', billing: { currency: 'EUR' } });
  const prepaid = await operate('partners/update', { partnerId, billing: { model: 'PREPAID' } });
  expect(prepaid.partner.billing).toEqual({ model: 'PREPAID', currency: 'EUR', limit: null });
});

test('an offer without an exchange rate to the billing currency cannot be quoted, and the operator gets a notice', async () => {
  const { ownerDb } = app.app.database;
  await ownerDb`TRUNCATE ledger_entry, ledger_balance`;
  await ownerDb`UPDATE booking SET billing = NULL`;
  await ownerDb`UPDATE organisation SET billing_currency = 'XPF' WHERE kind = 'PARTNER'`;
  // The billing currency is cached for a few seconds, so the quote is repeated.
  await expect
    .poll(async () => (await app.quote('ok')).json.error?.code, { timeout: 60_000, interval: 500 })
    .toBe('OFFER_NOT_AVAILABLE');
  const notices = await app.app.database.db<{ text: string }[]>`
    SELECT text FROM notice JOIN organisation ON organisation.id = organisation_id
    WHERE notice.kind = 'billing.rate_missing' AND organisation.kind = 'OPERATOR'`;
  expect(notices.map(({ text }) => text)).toEqual([expect.stringContaining('from EUR to XPF')]);
  await ownerDb`UPDATE organisation SET billing_currency = 'EUR' WHERE kind = 'PARTNER'`;
});
