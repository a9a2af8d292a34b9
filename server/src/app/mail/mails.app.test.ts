import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BookingApp, bookingApp } from '../../../test/booking-app.ts';
import { book } from '../../../test/booking-steps.ts';
import { testDatabase } from '../../../test/database.ts';
import { type LeapingTime, leapingTime } from '../../../test/leaping-time.ts';
import { type MailServer, mailServer } from '../../../test/mail-server.ts';
import { pdfPages } from '../../../test/pdf-text.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import type { Mail, SendMail } from '../../platform/mail/mail.ts';
import { createSeal, deriveKey } from '../../platform/secrets/seal.ts';
import { claimHotelBookings } from './mail-needs-store.ts';
import { openMailOutbox } from './open-mail.ts';
import { balanceLowMail, tellNeeds } from './tell-needs.ts';

let app: BookingApp;
let server: MailServer;
let time: LeapingTime;
let database: Awaited<ReturnType<typeof testDatabase>>;
const mailing = { SERAI_SMTP_URL: '', SERAI_MAIL_FROM: 'no-reply@example.com', SERAI_MAIL_HOTELS: 'true' };
beforeAll(async () => {
  server = await mailServer({ refused: ['gone@partner.example'] });
  database = await testDatabase();
  mailing.SERAI_SMTP_URL = `smtp://127.0.0.1:${server.port}`;
  time = await leapingTime(database.ownerDb);
  app = await bookingApp({ database, settings: mailing, clock: time.clock });
});
afterAll(async () => {
  await app?.close();
  await server?.close();
  await database?.drop();
});

const operate = (name: string, input: object) => app.app.operate(name, input);
const mailsTo = (address: string) => server.received.filter(({ to }) => to.includes(address));
/** Advances the clock until the emails arrive, because they are sent only every few seconds. */
const arrived = (address: string, count = 1) =>
  expect
    .poll(async () => {
      await time.leap(1_000);
      return mailsTo(address).length;
    })
    .toBe(count);

/** A call without credentials, as the sign-in page makes it. */
async function visit(name: string, input: object) {
  const response = await fetch(`${app.app.dashboardUrl}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.app.dashboardUrl as string },
    body: JSON.stringify(input),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return { status: response.status, json: (await response.json()) as any };
}

async function member(email: string, role: string, more: object = {}) {
  const { json } = await operate('members/invite', { email, role, ...more });
  expect(json.mailed).toBe(true);
  await arrived(email);
  const link = /\/sign-in#(\w+)/.exec(mailsTo(email)[0]?.text ?? '')?.[1];
  const signedUp = await visit('session/sign-up', {
    token: link,
    name: 'Ana',
    email,
    password: 'an old sentence',
  });
  expect(signedUp.status).toBe(200);
}

test('an invited person can sign up with the link in the email, and can reset a forgotten password by email', async () => {
  const email = 'ana@example.com';
  await member(email, 'support');
  expect((await visit('session/options', {})).json.passwordReset).toBe(true);
  const answers = [
    await visit('session/forgot-password', { email: 'Ana@example.com' }),
    await visit('session/forgot-password', { email: 'nobody@example.com' }),
    await visit('session/forgot-password', { email }),
  ];
  expect(answers.map(({ status, json }) => [status, json.accepted])).toEqual(Array(3).fill([200, true]));
  await arrived(email, 2);
  const token = /\/reset-password#(\w+)/.exec(mailsTo(email)[1]?.text ?? '')?.[1];
  const password = 'a new sentence of mine';
  expect((await visit('session/reset-password', { token, password: email })).status).toBe(400);
  expect((await visit('session/reset-password', { token, password })).json.email).toBe(email);
  expect((await visit('session/reset-password', { token, password })).status).toBe(401);
  expect((await visit('session/sign-in', { email, password: 'an old sentence' })).status).toBe(401);
  expect((await visit('session/sign-in', { email, password })).json.session).not.toBeNull();
  expect(mailsTo('nobody@example.com')).toEqual([]);
  const audit = await operate('audit/list', { action: 'session/reset-password' });
  expect(audit.json.entries).toMatchObject([{ actor: email }]);
});

test('staff get one email about bookings that need attention, and another only if a booking needs attention again', async () => {
  const email = 'sam@example.com';
  await member(email, 'support');
  const ids = [await book(app, 'ok'), await book(app, 'ok')].map(
    ({ json }) => json.booking.bookingId as string,
  );
  const needs = (flag: boolean) => database.ownerDb`
    UPDATE booking SET environment = 'production', test_mode = false, needs_attention = ${flag}
    WHERE booking_id = ANY (${ids})`;
  await needs(true);
  await arrived(email, 2);
  const { text } = mailsTo(email)[1] ?? { text: '' };
  expect(text).toContain('Subject: 2 bookings need attention');
  for (const id of ids) expect(text).toContain(id);
  const outbox = openMailOutbox(mailing as never, Buffer.alloc(32, 7));
  const parts = { send: outbox?.send as never, dashboardUrl: 'https://dashboard.example.com' };
  await tellNeeds(database.db, parts);
  await needs(false);
  await tellNeeds(database.db, parts);
  expect(mailsTo(email)).toHaveLength(2);
  await needs(true);
  await arrived(email, 3);
  await needs(false);
});

test('staff get an email if a colleague takes a booking over from them or assigns one to them', async () => {
  const [kim, lee] = ['kim@example.com', 'lee@example.com'];
  await member(kim, 'support');
  await member(lee, 'support');
  const { bookingId } = (await book(app, 'ok')).json.booking;
  await database.ownerDb`UPDATE booking SET needs_attention = true WHERE booking_id = ${bookingId}`;
  const assigned = await operate('attention/assign', { bookingId, to: kim });
  expect(assigned.json.taken).toMatchObject({ by: kim, isYours: false });
  await arrived(kim, 2);
  // Long lines are folded.
  const textTo = (address: string, at: number) =>
    mailsTo(address)[at]?.text.replaceAll(/=\r\n|\r\n(?= )/g, '') ?? '';
  expect(textTo(kim, 1)).toContain(`Subject: [Sandbox] A colleague has assigned booking ${bookingId} to you`);
  expect(textTo(kim, 1)).toContain(`${app.app.dashboardUrl}/sandbox/bookings/${bookingId}`);
  expect((await operate('attention/take', { bookingId, takeOverFrom: kim })).status).toBe(200);
  await arrived(kim, 3);
  expect(textTo(kim, 2)).toContain(`Subject: [Sandbox] A colleague has taken over booking ${bookingId}`);
  expect((await operate('attention/assign', { bookingId, to: lee })).status).toBe(200);
  await arrived(lee, 2);
  const unknown = await operate('attention/assign', { bookingId, to: 'nobody@example.com' });
  expect([unknown.status, unknown.json.error.details[0].path]).toEqual([400, '/to']);
  await database.ownerDb`UPDATE booking SET needs_attention = false WHERE booking_id = ${bookingId}`;
});

test('staff get an email about a production provider that has been down for five minutes', async () => {
  const email = 'pia@example.com';
  await member(email, 'support');
  await database.ownerDb`
    INSERT INTO provider_calls (slot_minutes, environment, start, code, operation, calls, errors, timeouts, max_ms, durations)
    SELECT 1, 'production', date_trunc('minute', serai_now()), 'own', 'search', 100, 100, 0, 10, array_fill(0::bigint, ARRAY[12])`;
  await database.ownerDb`
    INSERT INTO provider_watch (code, checked_at, failing_since, down_since)
    SELECT 'own', serai_now(), at, at FROM (SELECT serai_now() - interval '5 minutes' AS at) AS start
    ON CONFLICT (code) DO UPDATE SET checked_at = excluded.checked_at, failing_since = excluded.failing_since,
      down_since = excluded.down_since, ok_since = NULL`;
  await time.leap(30_000);
  await arrived(email, 2);
  expect(mailsTo(email)[1]?.text).toContain('Subject: Own inventory is down');
});

test('a failing webhook endpoint is reported by email to the partner, and a low balance to the partner and the staff', async () => {
  const partnerId = (await operate('partners/create', { name: 'Northern Travel' })).json.partner.partnerId;
  await member('pat@partner.example', 'partner-admin', { partnerId });
  await member('fin@example.com', 'finance');
  await database.ownerDb`
    INSERT INTO notice (notice_id, organisation_id, environment, kind, subject_id, text, at)
    VALUES ('ntc_1', ${partnerId}, 'production', 'webhook.failing', 'whk_1', 'No event has reached it for a day.', serai_now())`;
  await arrived('pat@partner.example', 2);
  expect(mailsTo('pat@partner.example')[1]?.text).toContain('No event has reached it for a day.');
  const mailed = () =>
    database.ownerDb`SELECT mailed_to, mailed_at, mails_staff FROM notice WHERE notice_id = 'ntc_1'`;
  await expect
    .poll(mailed)
    .toMatchObject([{ mailed_to: ['pat@partner.example'], mailed_at: expect.any(Date), mails_staff: false }]);
  const send = openMailOutbox(mailing as never, Buffer.alloc(32, 7))?.send as SendMail;
  const available = { amount: '120.00', currency: 'EUR' };
  const low = { organisationId: partnerId, environment: 'production', available, at: new Date() } as const;
  const mail = balanceLowMail(low, 'https://dashboard.example.com') as Mail;
  const ofPartner = database.pool.forPartner({ organisationId: partnerId, environment: null });
  await send(ofPartner, mail);
  await send(ofPartner, mail);
  await arrived('pat@partner.example', 3);
  await arrived('fin@example.com', 2);
  expect(mailsTo('fin@example.com')[1]?.text).toContain('Low balance: Northern Travel');
  expect(mailsTo('fin@example.com')[1]?.text).toContain('120.00 EUR');
});

test('a statement arrives at the billing address as PDF and with its entries, and shows whether it was sent', async () => {
  const company = { billingEmail: 'accounts@partner.example' };
  const { partnerId } = (await operate('partners/create', { name: 'Eastern Trips', company })).json.partner;
  const partner = { partnerId, environment: 'sandbox' };
  const amount = { amount: '120.00', currency: 'EUR' };
  const charge = { ...partner, effect: 'OWES_MORE', amount, reason: 'Opening balance' };
  expect((await operate('billing/adjust', charge)).status).toBe(200);
  await database.ownerDb`
    UPDATE ledger_entry SET at = at - interval '40 days' WHERE organisation_id = ${partnerId}`;
  const { statements } = (await operate('statements/list', partner)).json;
  const named = { ...partner, month: statements.at(-1).month };
  expect((await operate('statements/close', named)).status).toBe(200);
  const state = () =>
    expect.poll(async () => {
      await time.leap(1_000);
      return (await operate('statements/show', named)).json.statement.sent.state;
    });
  expect((await operate('statements/send', named)).json).toMatchObject({
    isNew: true,
    statement: { sent: { to: 'accounts@partner.example', state: 'QUEUED' } },
  });
  expect((await operate('statements/send', named)).json.isNew).toBe(false);
  await state().toBe('SENT');
  const { sent } = (await operate('statements/show', named)).json.statement;
  expect(sent.response).toMatch(/^250 /);
  const [mail, ...others] = mailsTo('accounts@partner.example');
  expect(others).toEqual([]);
  expect(mail?.text).toContain('Subject: [Sandbox] Statement TEST-');
  expect(mail?.text).toContain('Amount due: 120.00 EUR');
  const { number } = (await operate('statements/show', named)).json.statement;
  const attached = (extension: string) => {
    const [, rest = ''] = mail?.text.split(`filename=statement-${number}.${extension}\r\n`) ?? [];
    return Buffer.from(/\r\n\r\n([\w+/=\r\n]+)/.exec(`\r\n${rest}`)?.[1] ?? '', 'base64');
  };
  expect(attached('csv').toString()).toContain(`Opening balance,120.00,EUR,,${number}`);
  const [page] = pdfPages(attached('pdf'));
  for (const shown of [number, 'Eastern Trips', 'Opening balance', '120.00 EUR'])
    expect(page).toContain(shown);

  await operate('statements/send', { ...named, to: 'gone@partner.example' });
  await state().toBe('FAILED');
  const failed = (await operate('statements/show', named)).json.statement.sent;
  expect(failed.response).toMatch(/550/);
  const audit = await operate('audit/list', { action: 'mail/given-up' });
  expect(audit.json.entries).toMatchObject([{ after: { kind: 'statement' } }]);
});

test('a hotel with own inventory is notified by email of a confirmed production booking, without prices', async () => {
  const { booking } = (await book(app, 'ok')).json;
  const { bookingId, price } = booking;
  await database.ownerDb`
    INSERT INTO hotel SELECT (jsonb_populate_record(hotel, jsonb_build_object('environment', 'production', 'content',
      jsonb_set(content::jsonb, '{contact}', '{"email": "desk@hotel.example"}')))).*
    FROM hotel WHERE hotel_id = ${booking.hotel.hotelId} AND environment = 'sandbox'`;
  await database.ownerDb`
    UPDATE booking SET environment = 'production', test_mode = false, provider = 'own', updated_at = serai_now()
    WHERE booking_id = ${bookingId}`;
  await arrived('desk@hotel.example');
  const { text } = mailsTo('desk@hotel.example')[0] ?? { text: '' };
  expect(text).toContain(bookingId);
  expect(text).toContain(booking.holder.lastName);
  expect(text).not.toContain(price.net.amount);
});

test('a change to an old booking is not reported to its hotel as a new booking', async () => {
  const { bookingId } = (await book(app, 'ok')).json.booking;
  const undone = new Error('undone');
  const claim = inTransaction(database.ownerDb, async tx => {
    await tx`
      UPDATE booking SET environment = 'production', test_mode = false, provider = 'own', updated_at = serai_now(),
        confirmed_at = serai_now() - interval '40 days'
      WHERE booking_id = ${bookingId}`;
    const claimed = await claimHotelBookings(tx);
    expect(claimed.map(({ booking_id }) => booking_id)).not.toContain(bookingId);
    throw undone;
  });
  await expect(claim).rejects.toBe(undone);
});

test('the mail outbox encrypts emails with a key that is derived from the master key', () => {
  const outbox = openMailOutbox(mailing as never, Buffer.alloc(32, 7));
  expect(outbox?.seal).toBeDefined();
  const key = deriveKey(Buffer.alloc(32, 7), 'mails');
  const sealed = createSeal(key).seal('mail', Buffer.from('secret link'));
  expect(outbox?.seal.open('mail', sealed).toString()).toBe('secret link');
});

test('opening the mail outbox fails if a mail server is set without a sender address', () => {
  const settings = { SERAI_SMTP_URL: 'smtp://127.0.0.1', SERAI_MAIL_FROM: undefined };
  expect(() => openMailOutbox(settings, Buffer.alloc(32))).toThrow('emails have no sender');
});
