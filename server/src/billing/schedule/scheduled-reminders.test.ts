import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Response } from '../../../test/billing-calls.ts';
import { ADDRESS, ScheduledBilling } from '../../../test/scheduled-billing.ts';
import type { ScheduledMail } from './schedule-store.ts';
import { runView } from './schedule-view.ts';

let billing: ScheduledBilling;
beforeAll(async () => {
  billing = await ScheduledBilling.start();
});
afterAll(() => billing?.drop());
beforeEach(() => billing.clear());

describe('reminders on a schedule', () => {
  /** Closed on the first day of the next month, so it is due on the 15th. */
  async function closed(month: string, next: string, partner = 'org_a'): Promise<void> {
    await billing.at(`${month}-20T12:00:00Z`);
    await billing.owe(partner);
    await billing.at(`${next}-01T12:00:00Z`);
    await billing.call('statements/close', { month }, partner);
    billing.calls.audited.length = 0;
  }

  test('the schedule sends one reminder for each statement, on the given day after its due date', async () => {
    await closed('2033-07', '2033-08');
    await billing.turnOn({ reminderDays: 5, since: '2033-08-01' });
    await billing.at('2033-08-19T21:00:00Z');
    await billing.run();
    expect(await billing.queued()).toEqual([]);
    // In Madrid, the twentieth has begun.
    await billing.at('2033-08-19T22:30:00Z');
    await Promise.all([billing.run(), billing.run()]);
    expect(await billing.queued()).toMatchObject([{ to: ADDRESS, kind: 'payment-reminder' }]);
    expect(billing.calls.audited).toMatchObject([{ action: 'statements/send', actor: 'schedule' }]);
    for (const day of ['21', '22', '23']) {
      await billing.at(`2033-08-${day}T12:00:00Z`);
      await billing.run();
    }
    expect(await billing.queued()).toHaveLength(1);
    expect(await billing.shown()).toMatchObject({
      nextReminders: { on: '2033-08-24' },
      reminders: { on: '2033-08-20', month: null, sent: 1 },
    });
  });

  test('the newest statement that is late enough asks for the earlier ones, and the next one is reminded of later', async () => {
    await billing.turnOn({ reminderDays: 20, since: '2033-09-01' });
    await closed('2033-09', '2033-10');
    await closed('2033-10', '2033-11');
    await billing.at('2033-11-20T12:00:00Z');
    await billing.run();
    const subjects = async () => (await billing.queued()).map(({ subject }) => subject);
    expect(await subjects()).toEqual(['Payment reminder: 300.00 EUR overdue']);
    await billing.at('2033-12-05T12:00:00Z');
    await billing.run();
    expect((await subjects()).at(-1)).toBe('Payment reminder: 600.00 EUR overdue');
    // The second email has both statements attached, and reminds of both.
    const [, mail] = await billing.queued();
    expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
      'statement-2033-09-0001.pdf',
      'statement-2033-10-0001.pdf',
      'statement-2033-10-0001.csv',
    ]);
    const { reminded } = await billing.statement('2033-10');
    expect((await billing.statement('2033-09')).reminded).toEqual(reminded);
  });

  test('nothing is sent for due dates from before it was turned on, to partners that paid, or that staff have reminded', async () => {
    await closed('2034-01', '2034-02');
    await billing.at('2034-02-25T12:00:00Z');
    await billing.turnOn({ reminderDays: 5, since: '2034-02-25' });
    await billing.run();
    expect(await billing.queued()).toEqual([]);
    await closed('2034-02', '2034-03');
    await billing.at('2034-03-16T12:00:00Z');
    await billing.call('statements/send', { month: '2034-02', kind: 'REMINDER' });
    await billing.at('2034-03-20T12:00:00Z');
    await billing.run();
    expect(await billing.queued()).toHaveLength(1);
    await closed('2034-03', '2034-04');
    await billing.call('billing/payments/record', {
      amount: { amount: '900', currency: 'EUR' },
      externalReference: 'P-1',
    });
    await billing.at('2034-04-25T12:00:00Z');
    await billing.run();
    expect(await billing.queued()).toHaveLength(1);
    expect((await billing.shown()).reminders).toBeNull();
  });

  test('a partner without a billing email is reported once, and is reminded on the day after it got one', async () => {
    await billing.turnOn({ reminderDays: 5, since: '2034-05-01' });
    await closed('2034-05', '2034-06', 'org_b');
    await billing.at('2034-06-20T12:00:00Z');
    await billing.run();
    await billing.at('2034-06-21T12:00:00Z');
    await billing.run();
    expect((await billing.shown()).reminders).toMatchObject({
      on: '2034-06-20',
      notIncluded: 1,
      partners: [{ partnerId: 'org_b', reason: 'NO_BILLING_EMAIL' }],
    });
    await billing.addressOf('org_b', 'billing@other.example');
    await billing.at('2034-06-22T12:00:00Z');
    await billing.run();
    expect(await billing.queued()).toMatchObject([{ to: 'billing@other.example' }]);
  });

  test('the last runs are listed with the statements that were never sent before, and a later failure does not change earlier runs', async () => {
    await billing.turnOn({ reminderDays: 20, since: '2034-09-01' });
    await closed('2034-09', '2034-10');
    await closed('2034-10', '2034-11');
    await billing.at('2034-11-20T12:00:00Z');
    await billing.run();
    await billing.accept((await billing.queued())[0]);
    await billing.at('2034-11-21T12:00:00Z');
    await billing.run();
    await billing.at('2034-12-05T12:00:00Z');
    await billing.run();
    await billing.refuse((await billing.queued())[1]);
    const { runs } = await billing.call('billing/schedule/runs', {}, null);
    const problem = `The email to ${ADDRESS} could not be sent.`;
    expect(runs).toMatchObject([
      {
        on: '2034-12-05',
        failed: 1,
        partners: [{ month: '2034-10', neverSent: ['2034-10-0001'], outcome: 'FAILED', problem }],
      },
      {
        on: '2034-11-20',
        sent: 1,
        partners: [{ month: '2034-09', neverSent: ['2034-09-0001'], outcome: 'SENT' }],
      },
    ]);
    // Nothing was due on the day in between.
    expect(runs).toHaveLength(2);
  });

  test('a later run that reminds of the same statements changes no earlier run, but an email from staff does', async () => {
    await billing.turnOn({ reminderDays: 5, since: '2035-01-01' });
    await closed('2035-01', '2035-02');
    await closed('2035-01', '2035-02', 'org_b');
    const outcomes = async () => {
      const { runs } = await billing.call('billing/schedule/runs', {}, null);
      return runs.map(({ partners }: Response) => partners.map(({ outcome }: Response) => outcome));
    };
    await billing.at('2035-02-20T12:00:00Z');
    await billing.run();
    await billing.refuse((await billing.queued())[0]);
    expect(await outcomes()).toEqual([['FAILED', 'NOT_INCLUDED']]);
    await billing.addressOf('org_b', 'billing@other.example');
    await closed('2035-02', '2035-03');
    await billing.at('2035-03-20T12:00:00Z');
    await billing.run();
    for (const mail of (await billing.queued()).slice(1)) await billing.refuse(mail);
    expect(await outcomes()).toEqual([
      ['FAILED', 'FAILED'],
      ['FAILED', 'NOT_INCLUDED'],
    ]);
    await billing.at('2035-03-21T12:00:00Z');
    await billing.call('statements/send', { month: '2035-01', kind: 'REMINDER' });
    expect(await outcomes()).toEqual([
      ['FAILED', 'FAILED'],
      ['SENT', 'NOT_INCLUDED'],
    ]);
  });

  test('statements that were never sent are reported even if the run was interrupted after their reminder', async () => {
    await billing.turnOn({ reminderDays: 5, since: '2035-05-01' });
    await closed('2035-05', '2035-06');
    await billing.at('2035-06-20T12:00:00Z');
    await billing.run();
    await billing.accept((await billing.queued())[0]);
    await closed('2035-06', '2035-07');
    await billing.at('2035-07-20T12:00:00Z');
    const stopping = new AbortController();
    billing.calls.sendMail = async (tx, mail) => {
      await billing.queue(tx, mail);
      stopping.abort();
    };
    await expect(billing.run(stopping.signal)).rejects.toThrow();
    billing.calls.sendMail = billing.queue;
    await billing.run();
    // The reminder also lists May, of which an earlier run has reminded.
    expect((await billing.shown()).reminders).toMatchObject({
      on: '2035-07-20',
      partners: [{ month: '2035-06', outcome: 'SENT', neverSent: ['2035-06-0001'] }],
    });
  });

  test('a partner without a billing email whose payment is returned after the reminder day is reported', async () => {
    await billing.turnOn({ reminderDays: 5, since: '2035-08-01' });
    await closed('2035-08', '2035-09', 'org_b');
    const payment = { externalReference: 'P-2' };
    const amount = { amount: '300', currency: 'EUR' };
    await billing.call('billing/payments/record', { ...payment, amount }, 'org_b');
    await billing.at('2035-09-20T12:00:00Z');
    await billing.run();
    expect((await billing.shown()).reminders).toBeNull();
    await billing.at('2035-11-10T12:00:00Z');
    await billing.call('billing/payments/return', { ...payment, reason: 'Insufficient funds' }, 'org_b');
    for (const day of ['11', '12']) {
      await billing.at(`2035-11-${day}T12:00:00Z`);
      await billing.run();
    }
    expect((await billing.shown()).reminders).toMatchObject({
      on: '2035-11-11',
      partners: [{ partnerId: 'org_b', month: '2035-08', reason: 'NO_BILLING_EMAIL' }],
    });
  });

  test('the work for a run grows with the number of its partners, not with its square', () => {
    const PARTNERS = 100;
    let reads = 0;
    const counted = <One extends object>(one: One): One =>
      new Proxy(one, {
        get: (target, key) => {
          reads++;
          return Reflect.get(target, key);
        },
      });
    const finishedAt = new Date('2035-04-20T12:00:00Z');
    const each = Array.from({ length: PARTNERS }, (_, i) => ({
      ...{
        partnerId: `org_${i}` as ScheduledMail['partnerId'],
        partnerName: `P${i}`,
        statementId: `stm_${i}`,
        month: '2035-03',
      },
      ...({ kind: 'REMINDER', address: ADDRESS, askedAt: finishedAt, askedBy: 'schedule' } as const),
      ...({
        sentAt: null,
        failedAt: null,
        triedAt: null,
        retryAt: null,
        response: null,
        outcome: 'SENT',
        reason: null,
        problem: null,
      } as const),
    }));
    const run = { period: '2035-04-20', runOn: '2035-04-20', finishedAt, mails: each };
    const later = { closed: each.map(counted), mails: each.map(counted) };
    expect(runView('REMINDERS', run, later).sent).toBe(PARTNERS);
    expect(reads).toBeLessThan(20 * PARTNERS);
  });
});
