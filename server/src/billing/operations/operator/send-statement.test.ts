import { PAYMENT_DETAILS_EXAMPLE } from '@serai/contract/account/payment-details.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls, type Response } from '../../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../../test/booking-world.ts';
import { pdfPages } from '../../../../test/pdf-text.ts';
import { composeMail, type Mail, type SendMail } from '../../../platform/mail/mail.ts';
import { insertMail, takeDueMails } from '../../../platform/mail/mail-outbox-store.ts';
import { createSeal } from '../../../platform/secrets/seal.ts';
import { settleStatementMail } from '../../statements/statement-mail-store.ts';

const seal = createSeal(Buffer.alloc(32, 3));
const queue: SendMail = (tx, mail) => insertMail(tx, seal, mail);
const ADDRESS = 'accounts@northern.example';
const MINUTE_MS = 60_000;

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
  const company = { legalName: null, address: null, taxNumber: null, billingEmail: ADDRESS, contacts: [] };
  await world.ownerDb`UPDATE organisation SET company = ${world.ownerDb.json(company)} WHERE id = 'org_a'`;
});
afterAll(() => world?.drop());
beforeEach(async () => {
  await calls.clear();
  await world.ownerDb`DELETE FROM mail_outbox`;
  await world.ownerDb`UPDATE organisation SET payment_days = 14 WHERE id = 'org_a'`;
  calls.sendMail = queue;
  calls.staff = true;
});

const SANDBOX = { environment: 'sandbox' };
const eur = (amount: string) => ({ amount, currency: 'EUR' });
const call: BillingCalls['call'] = (...input) => calls.call(...input);
const until = (day: string) =>
  world.time.advanceDatabase(Date.parse(`${day}T12:00:00Z`) - world.time.databaseNowMs());
const send = (month: string, more: object = {}) => call('statements/send', { ...SANDBOX, month, ...more });
const remind = (month: string) => send(month, { kind: 'REMINDER' });
const refused = (sending: Promise<unknown>): Promise<Response> =>
  sending.then(
    () => undefined,
    error => error,
  );
/** The emails in the outbox. */
const queued = async () =>
  (await takeDueMails(world.db, seal, { limit: 100, leaseMs: 0 })).map(({ mail }) => mail);

/** A statement over 300.00 EUR, closed on the third day of the next month and due 14 days later. */
async function closed(month: string, next: string, scope = SANDBOX): Promise<void> {
  await until(`${month}-10`);
  const charge = { effect: 'OWES_MORE', amount: eur('300.00'), reason: 'Opening balance' };
  await call('billing/adjust', { ...scope, ...charge });
  await until(`${next}-03`);
  await call('statements/close', { ...scope, month });
  calls.audited.length = 0;
}

describe('sending a statement', () => {
  test('a statement goes to the billing email of the partner, with its entries, and the page shows who sent it', async () => {
    await closed('2030-01', '2030-02');
    const { statement, isNew } = await send('2030-01');
    expect(isNew).toBe(true);
    expect(statement).toMatchObject({
      sent: { to: ADDRESS, by: 'finance@example.com', state: 'QUEUED' },
      reminded: null,
    });
    expect(await queued()).toMatchObject([
      {
        to: ADDRESS,
        replyTo: 'billing@example.com',
        attachments: [
          { filename: 'statement-TEST-2030-01-0001.pdf', encoding: 'base64' },
          {
            filename: 'statement-TEST-2030-01-0001.csv',
            content: expect.stringContaining('300.00,EUR,,TEST-2030-01-0001'),
          },
        ],
      },
    ]);
    expect(calls.audited).toMatchObject([
      {
        action: 'statements/send',
        after: { month: '2030-01', number: 'TEST-2030-01-0001', kind: 'STATEMENT', to: ADDRESS },
      },
    ]);
    const { statements } = await call('statements/list', { ...SANDBOX, month: '2030-01' });
    expect(statements[0].sent).toEqual(statement.sent);
    calls.staff = false;
    const seen = await call('statements/show', { ...SANDBOX, month: '2030-01' });
    expect(seen.statement).toMatchObject({ sent: null, reminded: null });
    expect(seen.issuer.paymentDetails).toEqual(PAYMENT_DETAILS_EXAMPLE);
  });

  test('the same email is sent once within 10 minutes, even if it is requested several times at once', async () => {
    await closed('2030-03', '2030-04');
    const answers = await Promise.all([1, 2, 3, 4].map(() => send('2030-03')));
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect((await send('2030-03', { to: ADDRESS.toUpperCase() })).isNew).toBe(false);
    expect([(await queued()).length, calls.audited.length]).toEqual([1, 1]);
    expect((await send('2030-03', { to: 'other@example.com' })).isNew).toBe(true);
    await world.time.advanceDatabase(11 * MINUTE_MS);
    expect((await send('2030-03')).isNew).toBe(true);
    expect(await queued()).toHaveLength(3);
  });

  test('an email that failed permanently can be sent again at once', async () => {
    await closed('2030-05', '2030-06');
    await send('2030-05');
    const [mail] = await queued();
    await settleStatementMail(world.db, { key: mail?.key ?? '' }, 'FAILED', '550 Unknown user');
    // A slower process cannot change the outcome.
    await settleStatementMail(world.db, { key: mail?.key ?? '' }, 'SENT', '250 Ok');
    const shown = await call('statements/show', { ...SANDBOX, month: '2030-05' });
    expect(shown.statement.sent).toMatchObject({ state: 'FAILED', response: '550 Unknown user' });
    expect(await send('2030-05')).toMatchObject({ isNew: true, statement: { sent: { state: 'QUEUED' } } });
  });

  test('an email without an outcome counts as failed when it is no longer retried', async () => {
    await closed('2030-09', '2030-10');
    await send('2030-09');
    const state = async () =>
      (await call('statements/show', { ...SANDBOX, month: '2030-09' })).statement.sent.state;
    await until('2030-10-06');
    expect(await state()).toBe('QUEUED');
    await until('2030-10-08');
    expect(await state()).toBe('FAILED');
  });

  test('the audit log, which users of the partner read, omits an address that is not the billing email', async () => {
    await closed('2030-11', '2030-12');
    await send('2030-11', { to: 'staff@operator.example' });
    expect(calls.audited[0]).toMatchObject({ action: 'statements/send' });
    expect(JSON.stringify(calls.audited)).not.toContain('staff@operator.example');
  });

  test('if the email cannot be queued, nothing is recorded', async () => {
    await closed('2030-07', '2030-08');
    calls.sendMail = async (tx, mail) => {
      await queue(tx, mail);
      throw new Error('the connection was lost');
    };
    expect(await refused(send('2030-07'))).toMatchObject({ message: 'the connection was lost' });
    const { statement } = await call('statements/show', { ...SANDBOX, month: '2030-07' });
    expect([statement.sent, await queued(), calls.audited]).toEqual([null, [], []]);
  });

  test('an open statement, a partner without an address, and an installation without email are refused with the reason', async () => {
    await closed('2030-09', '2030-10');
    expect(await refused(send('2030-10'))).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('Close it before you send it.'),
    });
    await call('billing/adjust', { ...SANDBOX, effect: 'OWES_MORE', amount: eur('1'), reason: 'x' }, 'org_b');
    await until('2030-11-03');
    await call('statements/close', { ...SANDBOX, month: '2030-10' }, 'org_b');
    const toOther = (more = {}) =>
      call('statements/send', { ...SANDBOX, month: '2030-10', ...more }, 'org_b');
    expect(await refused(toOther())).toMatchObject({
      code: 'VALIDATION_ERROR',
      extras: { details: [{ path: '/to' }] },
    });
    expect((await toOther({ to: 'someone@example.com' })).isNew).toBe(true);
    calls.sendMail = undefined;
    expect(await refused(send('2030-09'))).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('SERAI_SMTP_URL'),
    });
    expect((await call('statements/show', { ...SANDBOX, month: '2030-09' })).canSend).toBe(false);
  });
});

describe('previewing the email', () => {
  const preview = (month: string, more: object = {}) =>
    call('statements/preview', { ...SANDBOX, month, ...more });

  test('the preview is the email that is sent, and sends nothing itself', async () => {
    await closed('2031-05', '2031-06');
    const { subject, text, attachments } = await preview('2031-05');
    expect([await queued(), calls.audited]).toEqual([[], []]);
    await send('2031-05');
    const [mail] = await queued();
    const sent = composeMail(mail as Mail);
    expect([subject, text]).toEqual([sent.subject, sent.text]);
    expect(attachments).toEqual(sent.attachments.map(({ filename }) => filename));
  });

  test('statements say where to pay once they are closed, but not in the sandbox, where there is nothing to pay', async () => {
    const saysWhere = async (scope: object, month: string) => {
      const html = await call('statements/export', { ...scope, month, format: 'HTML' });
      return html.text.includes('IBAN: ES91 2100 0418 4502 0005 1332');
    };
    const production = { environment: 'production' };
    await closed('2031-09', '2031-10', production);
    const { text } = await call('statements/preview', { ...production, month: '2031-09' });
    expect(text).toContain('IBAN: ES91 2100 0418 4502 0005 1332');
    expect(text).toContain('Reference: 2031-09-0001');
    expect([await saysWhere(production, '2031-09'), await saysWhere(production, '2031-10')]).toEqual([
      true,
      false,
    ]);
    await closed('2031-11', '2031-12');
    expect((await preview('2031-11')).text).not.toContain('IBAN');
    expect(await saysWhere(SANDBOX, '2031-11')).toBe(false);
  });

  test('a reminder that cannot be sent yet has no preview, but a mail server is not needed', async () => {
    await closed('2031-07', '2031-08');
    calls.sendMail = undefined;
    expect(await refused(preview('2031-07', { kind: 'REMINDER' }))).toMatchObject({ code: 'INVALID_STATE' });
    await until('2031-08-18');
    expect((await preview('2031-07', { kind: 'REMINDER' })).subject).toContain(
      'Payment reminder: 300.00 EUR',
    );
    expect((await call('statements/list', { ...SANDBOX, month: '2031-07' })).canSend).toBe(false);
  });
});

describe('payment reminders', () => {
  test('a reminder can be sent once the due date has passed, until the statement is paid', async () => {
    await closed('2031-01', '2031-02');
    expect(await refused(remind('2031-01'))).toMatchObject({
      code: 'INVALID_STATE',
      message: 'This statement is due on 2031-02-17. Send a reminder after that day.',
    });
    await until('2031-02-18');
    const { statement } = await remind('2031-01');
    expect(statement).toMatchObject({ sent: null, reminded: { to: ADDRESS, state: 'QUEUED' } });
    await call('billing/payments/record', { ...SANDBOX, amount: eur('300'), externalReference: 'P-1' });
    expect(await refused(remind('2031-01'))).toMatchObject({
      code: 'INVALID_STATE',
      message: expect.stringContaining('Nothing is due'),
    });
    expect(await queued()).toHaveLength(1);
  });

  test('a reminder lists the statements that it asks for, with what is unpaid of each of them', async () => {
    await closed('2031-11', '2031-12');
    await call('billing/payments/record', { ...SANDBOX, amount: eur('100'), externalReference: 'P-2' });
    await closed('2031-12', '2032-01');
    await until('2032-01-18');
    const asked = { ...SANDBOX, month: '2031-12', kind: 'REMINDER' };
    const { subject, text } = await call('statements/preview', asked);
    expect(subject).toBe('[Sandbox] Payment reminder: 500.00 EUR overdue');
    expect(text).toContain(`Statement          Due                   Unpaid
TEST-2031-11-0001  17 December 2031  200.00 EUR
TEST-2031-12-0001  17 January 2032   300.00 EUR

Amount due: 500.00 EUR
`);
    await remind('2031-12');
    expect((await queued()).map(mail => mail?.subject)).toEqual([subject]);
  });

  test('a reminder attaches all statements that it asks for, shows which were never sent, and reminds of all of them', async () => {
    await closed('2032-03', '2032-04');
    await send('2032-03');
    const [first] = await queued();
    await settleStatementMail(world.db, { key: first?.key ?? '' }, 'SENT', '250 Ok');
    await world.ownerDb`DELETE FROM mail_outbox`;
    await closed('2032-04', '2032-05');
    await closed('2032-05', '2032-06');
    await until('2032-06-18');
    const { attachments, statements } = await call('statements/preview', {
      ...SANDBOX,
      month: '2032-05',
      kind: 'REMINDER',
    });
    expect(statements).toEqual([
      { number: 'TEST-2032-03-0001', month: '2032-03', isAttached: true, wasSent: true },
      { number: 'TEST-2032-04-0001', month: '2032-04', isAttached: true, wasSent: false },
      { number: 'TEST-2032-05-0001', month: '2032-05', isAttached: true, wasSent: false },
    ]);
    const { statement } = await remind('2032-05');
    const [mail] = await queued();
    const files = mail?.attachments ?? [];
    expect(files.map(({ filename }) => filename)).toEqual(attachments);
    expect(attachments).toEqual([
      'statement-TEST-2032-03-0001.pdf',
      'statement-TEST-2032-04-0001.pdf',
      'statement-TEST-2032-05-0001.pdf',
      'statement-TEST-2032-05-0001.csv',
    ]);
    for (const { filename, content } of files.slice(0, 3)) {
      const [page] = pdfPages(Buffer.from(content, 'base64'));
      expect(page).toContain(filename.slice('statement-'.length, -'.pdf'.length));
    }
    const reminded = async () =>
      ((await call('statements/list', SANDBOX)).statements as Response[])
        .filter(({ status }) => status === 'CLOSED')
        .map(each => each.reminded);
    expect(await reminded()).toEqual([1, 2, 3].map(() => statement.reminded));
    await settleStatementMail(world.db, { key: mail?.key ?? '' }, 'SENT', '250 Ok: queued as 1');
    const settled = { ...statement.reminded, state: 'SENT', response: '250 Ok: queued as 1' };
    expect(await reminded()).toEqual([settled, settled, settled]);
    expect(calls.audited).toHaveLength(1);
  });

  test('a reminder of many statements attaches the newest ones, and names those that are not attached', async () => {
    const months = Array.from({ length: 8 }, (_, at) => `2033-0${at + 1}`);
    for (const [at, month] of months.entries()) await closed(month, months[at + 1] ?? '2033-09');
    await until('2033-09-18');
    const { attachments, text, statements } = await call('statements/preview', {
      ...SANDBOX,
      month: '2033-08',
      kind: 'REMINDER',
    });
    expect(attachments).toEqual([
      ...months.slice(2).map(month => `statement-TEST-${month}-0001.pdf`),
      'statement-TEST-2033-08-0001.csv',
    ]);
    expect(text).toContain(
      'Not attached, to limit the size of this email: TEST-2033-01-0001, TEST-2033-02-0001.',
    );
    expect(statements.map(({ isAttached }: { isAttached: boolean }) => isAttached)).toEqual(
      months.map((_, at) => at >= 2),
    );
    await remind('2033-08');
    const [mail] = await queued();
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(attachments);
    const { statement } = await call('statements/show', { ...SANDBOX, month: '2033-01' });
    expect(statement.reminded).toMatchObject({ to: ADDRESS });
  });

  test('a statement without a due date can be reminded of at any time', async () => {
    await world.ownerDb`UPDATE organisation SET payment_days = NULL WHERE id = 'org_a'`;
    await closed('2031-03', '2031-04');
    expect((await remind('2031-03')).isNew).toBe(true);
  });
});
