import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BillingCalls } from '../../../test/billing-calls.ts';
import { type BookingWorld, bookingWorld } from '../../../test/booking-world.ts';
import { ApiError } from '../../platform/api-error.ts';
import { createLog } from '../../platform/log.ts';
import type { Mail, SendMail } from '../../platform/mail/mail.ts';
import { insertMail, takeDueMails } from '../../platform/mail/mail-outbox-store.ts';
import { createSeal } from '../../platform/secrets/seal.ts';
import { settleStatementMail } from '../statements/statement-mail-store.ts';
import { runSchedule, scheduleJobs } from './run-schedule.ts';

const seal = createSeal(Buffer.alloc(32, 3));
const queue: SendMail = (tx, mail) => insertMail(tx, seal, mail);
const ADDRESS = 'accounts@northern.example';

let world: BookingWorld;
let calls: BillingCalls;
beforeAll(async () => {
  world = await bookingWorld();
  calls = new BillingCalls(world);
});
afterAll(() => world?.drop());
beforeEach(async () => {
  await calls.clear();
  const { ownerDb } = world;
  await ownerDb`DELETE FROM mail_outbox`;
  await ownerDb`DELETE FROM billing_run`;
  await ownerDb`DELETE FROM notice`;
  await addressOf('org_a', ADDRESS);
  await addressOf('org_b', null);
  await ownerDb`UPDATE organisation SET payment_days = 14 WHERE kind = 'PARTNER'`;
  calls.sendMail = queue;
  calls.zone = 'Europe/Madrid';
});

const addressOf = (id: string, billingEmail: string | null) => {
  const company = { legalName: null, address: null, taxNumber: null, billingEmail, contacts: [] };
  return world.ownerDb`UPDATE organisation SET company = ${world.ownerDb.json(company)} WHERE id = ${id}`;
};
/** Only moves forward, so that each test uses later months than the one before. */
const at = (time: string) => world.time.advanceDatabase(Date.parse(time) - world.time.databaseNowMs());
const call: BillingCalls['call'] = (...input) => calls.call(...input);
const owe = (partner: string, amount = '300.00') =>
  call(
    'billing/adjust',
    { effect: 'OWES_MORE', amount: { amount, currency: 'EUR' }, reason: 'Opening balance' },
    partner,
  );
const run = (signal = new AbortController().signal) =>
  runSchedule({ ...calls.parts(), pool: world.pool, log: createLog('silent') }, { db: world.db, signal });
const queued = async (): Promise<Mail[]> =>
  (await takeDueMails(world.db, seal, { limit: 100, leaseMs: 0 })).flatMap(({ mail }) => mail ?? []);
const shown = () => call('billing/schedule/show', {}, null);
const statement = async (month: string, partner = 'org_a') =>
  (await call('statements/show', { month }, partner)).statement;

const notices = () => world.ownerDb<{ text: string; open: boolean }[]>`
  SELECT text, ended_at IS NULL AS open FROM notice WHERE kind = 'billing.schedule_failed'`;
/** The mail server cannot be reached for one of the partners. */
const failFor = (address: string) => {
  calls.sendMail = async (tx, mail) => {
    if (mail.to === address) throw new Error('the connection was lost');
    await queue(tx, mail);
  };
};

interface Rules {
  statementsDay?: number;
  reminderDays?: number;
  since: string;
}

const turnOn = ({ statementsDay, reminderDays, since }: Rules) => world.ownerDb`
  UPDATE organisation SET statements_day = ${statementsDay ?? null}, statements_since = ${since}::text::date,
    reminder_days = ${reminderDays ?? null}, reminders_since = ${since}::text::date
  WHERE kind = 'OPERATOR'`;

describe('statements on a schedule', () => {
  test('on the day, in the time zone of the operator, the statements of the month before are closed and sent', async () => {
    await at('2030-01-10T12:00:00Z');
    await turnOn({ statementsDay: 3, since: '2030-01-10' });
    await owe('org_a');
    await at('2030-02-02T22:59:00Z');
    await run();
    expect([(await statement('2030-01')).status, await queued()]).toEqual(['OPEN', []]);
    expect((await call('billing/schedule/show', { statementsDay: 1 }, null)).next).toEqual({
      month: '2030-01',
      on: '2030-02-01',
    });
    // In Madrid, the third of February has begun.
    await at('2030-02-02T23:01:00Z');
    await run();
    expect(await statement('2030-01')).toMatchObject({
      status: 'CLOSED',
      closedBy: 'schedule',
      sent: { to: ADDRESS, by: 'schedule' },
    });
    expect(await queued()).toMatchObject([{ to: ADDRESS, kind: 'statement' }]);
    const entries = calls.audited.filter(({ action }) => action.startsWith('statements/'));
    expect(entries).toMatchObject([
      { action: 'statements/close', actor: 'schedule', staff: true, organisationId: 'org_a' },
      { action: 'statements/send', actor: 'schedule', staff: true, organisationId: 'org_a' },
    ]);
    expect(entries.every(({ requestId }) => requestId === undefined)).toBe(true);
    expect((await shown()).next).toEqual({ month: '2030-02', on: '2030-03-03' });
  });

  test('a statement that was sent is not included, and without a billing email it is closed but not sent, with the reason', async () => {
    await at('2030-03-10T12:00:00Z');
    await turnOn({ statementsDay: 3, since: '2030-03-10' });
    await owe('org_a');
    await owe('org_b');
    await at('2030-04-02T12:00:00Z');
    await call('statements/close', { month: '2030-03' });
    await call('statements/send', { month: '2030-03' });
    await at('2030-04-03T12:00:00Z');
    await run();
    const { statements } = await shown();
    expect(statements).toMatchObject({
      on: '2030-04-03',
      month: '2030-03',
      sent: 0,
      notIncluded: 2,
      failed: 0,
    });
    expect(statements.partners.map((each: { reason: string }) => each.reason).sort()).toEqual([
      'ALREADY_SENT',
      'NO_BILLING_EMAIL',
    ]);
    expect(await statement('2030-03', 'org_b')).toMatchObject({
      ...{ status: 'CLOSED', closedBy: 'schedule', dueOn: '2030-04-17', sent: null },
    });
    expect(await queued()).toHaveLength(1);
  });

  test('two runs at the same time send each email once, and so do later runs', async () => {
    await at('2030-05-10T12:00:00Z');
    await turnOn({ statementsDay: 1, since: '2030-05-10' });
    await owe('org_a');
    await at('2030-06-01T12:00:00Z');
    await Promise.all([run(), run(), run()]);
    await at('2030-06-04T12:00:00Z');
    await run();
    expect(await queued()).toHaveLength(1);
    expect((await shown()).statements).toMatchObject({ sent: 1, notIncluded: 0, failed: 0 });
  });

  test('after a downtime, missed months are sent in their order, but none from before it was turned on', async () => {
    await at('2030-07-10T12:00:00Z');
    await owe('org_a');
    await at('2030-08-20T12:00:00Z');
    await turnOn({ statementsDay: 3, since: '2030-08-20' });
    await run();
    await owe('org_a', '50.00');
    await at('2030-11-15T12:00:00Z');
    expect((await shown()).next).toEqual({ month: '2030-08', on: '2030-09-03' });
    await run();
    expect((await queued()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Statement 2030-08-0001 for August 2030 /),
      expect.stringMatching(/^Statement 2030-09-0001 for September 2030 /),
      expect.stringMatching(/^Statement 2030-10-0001 for October 2030 /),
    ]);
    expect((await statement('2030-07')).status).toBe('OPEN');
  });

  test('an interrupted run is continued and reported as a whole', async () => {
    await addressOf('org_b', 'billing@other.example');
    await at('2030-12-10T12:00:00Z');
    await turnOn({ statementsDay: 3, since: '2030-12-10' });
    await owe('org_a');
    await owe('org_b');
    await at('2031-01-03T12:00:00Z');
    const stopping = new AbortController();
    calls.sendMail = async (tx, mail) => {
      await queue(tx, mail);
      stopping.abort();
    };
    await expect(run(stopping.signal)).rejects.toThrow();
    expect([(await queued()).length, (await shown()).statements]).toEqual([1, null]);
    calls.sendMail = queue;
    await at('2031-01-03T13:00:00Z');
    await run();
    expect(await queued()).toHaveLength(2);
    expect((await shown()).statements).toMatchObject({ sent: 2, notIncluded: 0, failed: 0 });
  });

  test('nothing is sent while it is off or while email is off, and the next run makes up for the latter', async () => {
    await at('2031-02-10T12:00:00Z');
    await turnOn({ since: '2031-02-10' });
    await owe('org_a');
    await at('2031-03-05T12:00:00Z');
    await run();
    expect([await queued(), await shown()]).toMatchObject([[], { next: null, statements: null }]);
    await turnOn({ statementsDay: 3, since: '2031-02-10' });
    calls.sendMail = undefined;
    await run();
    expect(await shown()).toMatchObject({ canSend: false, next: { on: '2031-03-03' }, statements: null });
    expect((await statement('2031-02')).status).toBe('OPEN');
    calls.sendMail = queue;
    await run();
    expect(await queued()).toHaveLength(1);
  });

  test('a refusal concerns one partner, is reported with a notice, and is settled when staff send the statement', async () => {
    await addressOf('org_b', 'billing@other.example');
    await at('2031-04-10T12:00:00Z');
    await turnOn({ statementsDay: 3, since: '2031-04-10' });
    await owe('org_a');
    await owe('org_b');
    await at('2031-05-03T12:00:00Z');
    calls.sendMail = async (tx, mail) => {
      if (mail.to === ADDRESS) throw new ApiError('INVALID_STATE', 'This address is blocked.');
      await queue(tx, mail);
    };
    await run();
    expect((await shown()).statements).toMatchObject({ sent: 1, failed: 1 });
    expect(await notices()).toEqual([
      { text: expect.stringContaining('statements for April 2031: 1 failed, 1 sent'), open: true },
    ]);
    calls.sendMail = queue;
    await call('statements/send', { month: '2031-04' });
    expect((await shown()).statements).toMatchObject({ sent: 2, failed: 0 });
    const [mail] = (await queued()).filter(({ to }) => to === ADDRESS);
    await settleStatementMail(world.db, { key: mail?.key ?? '' }, 'FAILED');
    expect((await shown()).statements.partners).toContainEqual(
      expect.objectContaining({ outcome: 'FAILED', problem: `The email to ${ADDRESS} could not be sent.` }),
    );
    await at('2031-06-03T12:00:00Z');
    await run();
    expect(await notices()).toMatchObject([{ open: false }]);
  });
});

describe('errors that may be temporary', () => {
  test('after an error, the other partners get their emails, and the run is repeated until it is complete', async () => {
    await owing('2031-07-10');
    await at('2031-08-03T12:00:00Z');
    failFor(ADDRESS);
    await expect(run()).rejects.toThrow('the connection was lost');
    expect((await queued()).map(({ to }) => to)).toEqual(['billing@other.example']);
    expect(await shown()).toMatchObject({ next: { on: '2031-08-03' }, statements: null });
    calls.sendMail = queue;
    await run();
    expect((await queued()).map(({ to }) => to).sort()).toEqual([ADDRESS, 'billing@other.example']);
    expect((await shown()).statements).toMatchObject({ sent: 2, failed: 0 });
  });

  test('a job that has failed permanently raises one notice, which ends with the next complete run', async () => {
    await owing('2031-09-10');
    await at('2031-10-03T12:00:00Z');
    const [job] = Object.values(
      scheduleJobs({ ...calls.parts(), pool: world.pool, log: createLog('silent') }),
    );
    await job?.onGivenUp?.(world.db, 'all');
    await job?.onGivenUp?.(world.db, 'all');
    expect(await notices()).toEqual([
      {
        text: expect.stringContaining('Automatic statements for September 2031 could not all be sent.'),
        open: true,
      },
    ]);
    await run();
    expect(await notices()).toMatchObject([{ open: false }]);
  });

  test('a week after its first try, a run no longer waits for a partner with an error, even if it began late', async () => {
    await owing('2031-11-10');
    await at('2031-12-11T12:00:00Z');
    failFor(ADDRESS);
    await expect(run()).rejects.toThrow('the connection was lost');
    await world.ownerDb`UPDATE statement_mail SET sent_at = serai_now()`;
    await at('2031-12-18T12:00:00Z');
    await expect(run()).rejects.toThrow('the connection was lost');
    expect((await shown()).statements).toBeNull();
    await at('2031-12-19T12:00:00Z');
    await run();
    expect((await shown()).statements).toMatchObject({ month: '2031-11', sent: 1, failed: 1 });
  });

  test('an email that failed before the run was complete is reported as failed, and not sent again', async () => {
    await owing('2032-01-10');
    await at('2032-02-03T12:00:00Z');
    failFor('billing@other.example');
    await expect(run()).rejects.toThrow();
    const [mail] = await queued();
    await settleStatementMail(world.db, { key: mail?.key ?? '' }, 'FAILED');
    calls.sendMail = queue;
    await run();
    expect(await notices()).toMatchObject([{ text: expect.stringContaining('1 failed, 1 sent') }]);
    expect(await queued()).toHaveLength(2);
  });

  /** Both partners owe something, and their statements are sent on the third of the next month. */
  async function owing(day: string): Promise<void> {
    await addressOf('org_b', 'billing@other.example');
    await at(`${day}T12:00:00Z`);
    await turnOn({ statementsDay: 3, since: day });
    await owe('org_a');
    await owe('org_b');
  }
});

describe('reminders on a schedule', () => {
  /** Closed on the first day of the next month, so it is due on the 15th. */
  async function closed(month: string, next: string, partner = 'org_a'): Promise<void> {
    await at(`${month}-20T12:00:00Z`);
    await owe(partner);
    await at(`${next}-01T12:00:00Z`);
    await call('statements/close', { month }, partner);
    calls.audited.length = 0;
  }

  test('the schedule sends one reminder for each statement, on the given day after its due date', async () => {
    await closed('2033-07', '2033-08');
    await turnOn({ reminderDays: 5, since: '2033-08-01' });
    await at('2033-08-19T21:00:00Z');
    await run();
    expect(await queued()).toEqual([]);
    // In Madrid, the twentieth has begun.
    await at('2033-08-19T22:30:00Z');
    await Promise.all([run(), run()]);
    expect(await queued()).toMatchObject([{ to: ADDRESS, kind: 'payment-reminder' }]);
    expect(calls.audited).toMatchObject([{ action: 'statements/send', actor: 'schedule' }]);
    for (const day of ['21', '22', '23']) {
      await at(`2033-08-${day}T12:00:00Z`);
      await run();
    }
    expect(await queued()).toHaveLength(1);
    expect(await shown()).toMatchObject({
      nextReminders: { on: '2033-08-24' },
      reminders: { on: '2033-08-20', month: null, sent: 1 },
    });
  });

  test('the newest statement that is late enough asks for the earlier ones, and the next one is reminded of later', async () => {
    await turnOn({ reminderDays: 20, since: '2033-09-01' });
    await closed('2033-09', '2033-10');
    await closed('2033-10', '2033-11');
    await at('2033-11-20T12:00:00Z');
    await run();
    const subjects = async () => (await queued()).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Payment reminder: 300.00 EUR overdue']);
    await at('2033-12-05T12:00:00Z');
    await run();
    expect((await subjects()).at(-1)).toBe('Payment reminder: 600.00 EUR overdue');
  });

  test('nothing is sent for due dates from before it was turned on, to partners that paid, or that staff have reminded', async () => {
    await closed('2034-01', '2034-02');
    await at('2034-02-25T12:00:00Z');
    await turnOn({ reminderDays: 5, since: '2034-02-25' });
    await run();
    expect(await queued()).toEqual([]);
    await closed('2034-02', '2034-03');
    await at('2034-03-16T12:00:00Z');
    await call('statements/send', { month: '2034-02', kind: 'REMINDER' });
    await at('2034-03-20T12:00:00Z');
    await run();
    expect(await queued()).toHaveLength(1);
    await closed('2034-03', '2034-04');
    await call('billing/payments/record', {
      amount: { amount: '900', currency: 'EUR' },
      externalReference: 'P-1',
    });
    await at('2034-04-25T12:00:00Z');
    await run();
    expect(await queued()).toHaveLength(1);
    expect((await shown()).reminders).toBeNull();
  });

  test('a partner without a billing email is reported once, and is reminded on the day after it got one', async () => {
    await turnOn({ reminderDays: 5, since: '2034-05-01' });
    await closed('2034-05', '2034-06', 'org_b');
    await at('2034-06-20T12:00:00Z');
    await run();
    await at('2034-06-21T12:00:00Z');
    await run();
    expect((await shown()).reminders).toMatchObject({
      on: '2034-06-20',
      notIncluded: 1,
      partners: [{ partnerId: 'org_b', reason: 'NO_BILLING_EMAIL' }],
    });
    await addressOf('org_b', 'billing@other.example');
    await at('2034-06-22T12:00:00Z');
    await run();
    expect(await queued()).toMatchObject([{ to: 'billing@other.example' }]);
  });
});
