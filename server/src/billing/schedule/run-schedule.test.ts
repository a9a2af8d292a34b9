import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Response } from '../../../test/billing-calls.ts';
import { ADDRESS, ScheduledBilling } from '../../../test/scheduled-billing.ts';
import { ApiError } from '../../platform/api-error.ts';
import { postponeStatementMail } from '../statements/statement-mail-store.ts';
import { scheduleJobs } from './run-schedule.ts';

let billing: ScheduledBilling;
beforeAll(async () => {
  billing = await ScheduledBilling.start();
});
afterAll(() => billing?.drop());
beforeEach(() => billing.clear());

describe('statements on a schedule', () => {
  test('on the day, in the time zone of the operator, the statements of the month before are closed and sent', async () => {
    await billing.at('2030-01-10T12:00:00Z');
    await billing.turnOn({ statementsDay: 3, since: '2030-01-10' });
    await billing.owe('org_a');
    await billing.at('2030-02-02T22:59:00Z');
    await billing.run();
    expect([(await billing.statement('2030-01')).status, await billing.queued()]).toEqual(['OPEN', []]);
    expect((await billing.call('billing/schedule/show', { statementsDay: 1 }, null)).next).toEqual({
      month: '2030-01',
      on: '2030-02-01',
    });
    // In Madrid, the third of February has begun.
    await billing.at('2030-02-02T23:01:00Z');
    await billing.run();
    expect(await billing.statement('2030-01')).toMatchObject({
      status: 'CLOSED',
      closedBy: 'schedule',
      sent: { to: ADDRESS, by: 'schedule' },
    });
    expect(await billing.queued()).toMatchObject([{ to: ADDRESS, kind: 'statement' }]);
    const entries = billing.calls.audited.filter(({ action }) => action.startsWith('statements/'));
    expect(entries).toMatchObject([
      { action: 'statements/close', actor: 'schedule', staff: true, organisationId: 'org_a' },
      { action: 'statements/send', actor: 'schedule', staff: true, organisationId: 'org_a' },
    ]);
    expect(entries.every(({ requestId }) => requestId === undefined)).toBe(true);
    expect((await billing.shown()).next).toEqual({ month: '2030-02', on: '2030-03-03' });
  });

  test('a statement that was sent is not included, and without a billing email it is closed but not sent, with the reason', async () => {
    await billing.at('2030-03-10T12:00:00Z');
    await billing.turnOn({ statementsDay: 3, since: '2030-03-10' });
    await billing.owe('org_a');
    await billing.owe('org_b');
    await billing.at('2030-04-02T12:00:00Z');
    await billing.call('statements/close', { month: '2030-03' });
    await billing.call('statements/send', { month: '2030-03' });
    await billing.at('2030-04-03T12:00:00Z');
    await billing.run();
    const { statements } = await billing.shown();
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
    expect(await billing.statement('2030-03', 'org_b')).toMatchObject({
      ...{ status: 'CLOSED', closedBy: 'schedule', dueOn: '2030-04-17', sent: null },
    });
    expect(await billing.queued()).toHaveLength(1);
  });

  test('two runs at the same time send each email once, and so do later runs', async () => {
    await billing.at('2030-05-10T12:00:00Z');
    await billing.turnOn({ statementsDay: 1, since: '2030-05-10' });
    await billing.owe('org_a');
    await billing.at('2030-06-01T12:00:00Z');
    await Promise.all([billing.run(), billing.run(), billing.run()]);
    await billing.at('2030-06-04T12:00:00Z');
    await billing.run();
    expect(await billing.queued()).toHaveLength(1);
    expect((await billing.shown()).statements).toMatchObject({ sent: 1, notIncluded: 0, failed: 0 });
  });

  test('after a downtime, missed months are sent in their order, but none from before it was turned on', async () => {
    await billing.at('2030-07-10T12:00:00Z');
    await billing.owe('org_a');
    await billing.at('2030-08-20T12:00:00Z');
    await billing.turnOn({ statementsDay: 3, since: '2030-08-20' });
    await billing.run();
    await billing.owe('org_a', '50.00');
    await billing.at('2030-11-15T12:00:00Z');
    expect((await billing.shown()).next).toEqual({ month: '2030-08', on: '2030-09-03' });
    await billing.run();
    expect((await billing.queued()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Statement 2030-08-0001 for August 2030 /),
      expect.stringMatching(/^Statement 2030-09-0001 for September 2030 /),
      expect.stringMatching(/^Statement 2030-10-0001 for October 2030 /),
    ]);
    expect((await billing.statement('2030-07')).status).toBe('OPEN');
  });

  test('an interrupted run is continued and reported as a whole', async () => {
    await billing.addressOf('org_b', 'billing@other.example');
    await billing.at('2030-12-10T12:00:00Z');
    await billing.turnOn({ statementsDay: 3, since: '2030-12-10' });
    await billing.owe('org_a');
    await billing.owe('org_b');
    await billing.at('2031-01-03T12:00:00Z');
    const stopping = new AbortController();
    billing.calls.sendMail = async (tx, mail) => {
      await billing.queue(tx, mail);
      stopping.abort();
    };
    await expect(billing.run(stopping.signal)).rejects.toThrow();
    expect([(await billing.queued()).length, (await billing.shown()).statements]).toEqual([1, null]);
    billing.calls.sendMail = billing.queue;
    await billing.at('2031-01-03T13:00:00Z');
    await billing.run();
    expect(await billing.queued()).toHaveLength(2);
    expect((await billing.shown()).statements).toMatchObject({ sent: 2, notIncluded: 0, failed: 0 });
  });

  test('nothing is sent while it is off or while email is off, and the next run makes up for the latter', async () => {
    await billing.at('2031-02-10T12:00:00Z');
    await billing.turnOn({ since: '2031-02-10' });
    await billing.owe('org_a');
    await billing.at('2031-03-05T12:00:00Z');
    await billing.run();
    expect([await billing.queued(), await billing.shown()]).toMatchObject([
      [],
      { next: null, statements: null },
    ]);
    await billing.turnOn({ statementsDay: 3, since: '2031-02-10' });
    billing.calls.sendMail = undefined;
    await billing.run();
    expect(await billing.shown()).toMatchObject({
      canSend: false,
      next: { on: '2031-03-03' },
      statements: null,
    });
    expect((await billing.statement('2031-02')).status).toBe('OPEN');
    billing.calls.sendMail = billing.queue;
    await billing.run();
    expect(await billing.queued()).toHaveLength(1);
  });

  test('a refusal concerns one partner, is reported with a notice, and is settled when staff send the statement', async () => {
    await billing.addressOf('org_b', 'billing@other.example');
    await billing.at('2031-04-10T12:00:00Z');
    await billing.turnOn({ statementsDay: 3, since: '2031-04-10' });
    await billing.owe('org_a');
    await billing.owe('org_b');
    await billing.at('2031-05-03T12:00:00Z');
    billing.calls.sendMail = async (tx, mail) => {
      if (mail.to === ADDRESS) throw new ApiError('INVALID_STATE', 'This address is blocked.');
      await billing.queue(tx, mail);
    };
    await billing.run();
    const shown = (await billing.shown()).statements;
    expect(shown).toMatchObject({ sent: 1, failed: 1 });
    const { finishedAt: at, partners } = shown;
    expect(partners.filter(({ outcome }: Response) => outcome === 'FAILED')).toMatchObject([
      {
        problem: 'This address is blocked.',
        failure: { at, to: null, response: null, retryAt: null },
      },
    ]);
    expect(await billing.notices()).toEqual([
      { text: expect.stringContaining('statements for April 2031: 1 failed, 1 sent'), open: true },
    ]);
    billing.calls.sendMail = billing.queue;
    await billing.call('statements/send', { month: '2031-04' });
    expect((await billing.shown()).statements).toMatchObject({ sent: 2, failed: 0 });
    const [mail] = (await billing.queued()).filter(({ to }) => to === ADDRESS);
    await billing.refuse(mail);
    expect((await billing.shown()).statements.partners).toContainEqual(
      expect.objectContaining({
        outcome: 'FAILED',
        problem: `The email to ${ADDRESS} could not be sent.`,
        failure: {
          at: expect.stringMatching(/^2031-05-03T12:00/),
          ...{ to: ADDRESS, response: '550 Unknown user', retryAt: null },
        },
      }),
    );
    await billing.at('2031-06-03T12:00:00Z');
    await billing.run();
    expect(await billing.notices()).toMatchObject([{ open: false }]);
  });
});

describe('errors that may be temporary', () => {
  test('after an error, the other partners get their emails, and the run is repeated until it is complete', async () => {
    await owing('2031-07-10');
    await billing.at('2031-08-03T12:00:00Z');
    billing.failFor(ADDRESS);
    await expect(billing.run()).rejects.toThrow('the connection was lost');
    expect((await billing.queued()).map(({ to }) => to)).toEqual(['billing@other.example']);
    expect(await billing.shown()).toMatchObject({ next: { on: '2031-08-03' }, statements: null });
    billing.calls.sendMail = billing.queue;
    await billing.run();
    expect((await billing.queued()).map(({ to }) => to).sort()).toEqual([ADDRESS, 'billing@other.example']);
    expect((await billing.shown()).statements).toMatchObject({ sent: 2, failed: 0 });
  });

  test('a job that has failed permanently raises one notice, which ends with the next complete run', async () => {
    await owing('2031-09-10');
    await billing.at('2031-10-03T12:00:00Z');
    const [job] = Object.values(scheduleJobs(billing.scheduleParts()));
    await job?.onGivenUp?.(billing.db, 'all');
    await job?.onGivenUp?.(billing.db, 'all');
    expect(await billing.notices()).toEqual([
      {
        text: expect.stringContaining('Some automatic statements for September 2031 could not be sent.'),
        open: true,
      },
    ]);
    await billing.run();
    expect(await billing.notices()).toMatchObject([{ open: false }]);
  });

  test('a week after its first try, a run no longer waits for a partner with an error, even if it began late', async () => {
    await owing('2031-11-10');
    await billing.at('2031-12-11T12:00:00Z');
    billing.failFor(ADDRESS);
    await expect(billing.run()).rejects.toThrow('the connection was lost');
    await billing.ownerDb`UPDATE statement_mail SET sent_at = serai_now()`;
    await billing.at('2031-12-18T12:00:00Z');
    await expect(billing.run()).rejects.toThrow('the connection was lost');
    expect((await billing.shown()).statements).toBeNull();
    await billing.at('2031-12-19T12:00:00Z');
    await billing.run();
    expect((await billing.shown()).statements).toMatchObject({ month: '2031-11', sent: 1, failed: 1 });
  });

  test('an email that is being retried is listed with the last response and the time of the next try until it is sent', async () => {
    await owing('2032-03-10');
    await billing.at('2032-04-03T12:00:00Z');
    await billing.run();
    const [mail] = (await billing.queued()).filter(({ to }) => to === ADDRESS);
    const attempt = { response: 'connect ECONNREFUSED', delayMs: 300_000 };
    await postponeStatementMail(billing.db, mail ?? expect.fail('no email'), attempt);
    const listed = async () =>
      (await billing.shown()).statements.partners.find(({ partnerId }: Response) => partnerId === 'org_a');
    expect(await listed()).toMatchObject({
      outcome: 'SENT',
      failure: {
        ...{ to: ADDRESS, response: 'connect ECONNREFUSED' },
        at: expect.stringMatching(/^2032-04-03T12:00/),
        retryAt: expect.stringMatching(/^2032-04-03T12:05/),
      },
    });
    expect((await billing.statement('2032-03')).sent).toMatchObject({
      ...{ state: 'QUEUED', response: 'connect ECONNREFUSED' },
    });
    await billing.accept(mail);
    expect(await listed()).toMatchObject({ outcome: 'SENT', failure: null });
    await postponeStatementMail(billing.db, mail ?? expect.fail('no email'), attempt);
    expect(await listed()).toMatchObject({ outcome: 'SENT', failure: null });
    await billing.ownerDb`UPDATE statement_mail SET tried_at = serai_now(), retry_at = serai_now() WHERE sent_at IS NOT NULL`;
    expect(await listed()).toMatchObject({ outcome: 'SENT', failure: null });
  });

  test('an email without an outcome counts as lost four days after it was asked for', async () => {
    await owing('2032-05-10');
    await billing.at('2032-06-03T12:00:00Z');
    await billing.run();
    await billing.at('2032-06-20T12:00:00Z');
    expect((await billing.shown()).statements.partners).toMatchObject(
      [ADDRESS, 'billing@other.example'].map(to => ({
        outcome: 'FAILED',
        failure: { at: expect.stringMatching(/^2032-06-07T12:00/), to, response: null, retryAt: null },
      })),
    );
  });

  test('an email that failed before the run was complete is reported as failed, and not sent again', async () => {
    await owing('2032-01-10');
    await billing.at('2032-02-03T12:00:00Z');
    billing.failFor('billing@other.example');
    await expect(billing.run()).rejects.toThrow();
    const [mail] = await billing.queued();
    await billing.refuse(mail);
    billing.calls.sendMail = billing.queue;
    await billing.run();
    expect(await billing.notices()).toMatchObject([{ text: expect.stringContaining('1 failed, 1 sent') }]);
    expect(await billing.queued()).toHaveLength(2);
    const { runs } = await billing.call('billing/schedule/runs', { stillFailed: true }, null);
    expect(runs).toMatchObject([
      { month: '2032-01', failed: 1, sent: 0, partners: [{ failure: { response: '550 Unknown user' } }] },
    ]);
  });

  test('a statement that failed stays listed when 12 runs for reminders follow, without the statements of earlier runs', async () => {
    const run = (kind: string, period: string, finishedAt: string, outcome: string) => billing.db`
      INSERT INTO billing_run (kind, period, run_on, finished_at, mails)
      VALUES (${kind}, ${period}, ${finishedAt.slice(0, 10)}::text::date, ${finishedAt}::text::timestamptz, ${billing.db.json(
        [{ partnerId: 'org_a', partnerName: 'A', month: '2033-01', outcome, reason: null, problem: null }],
      )})`;
    await run('STATEMENTS', '2033-01', '2033-02-03T12:00:00Z', 'FAILED');
    await run('STATEMENTS', '2033-02', '2033-03-03T12:00:00Z', 'FAILED');
    for (let day = 10; day < 22; day += 1) {
      await run('REMINDERS', `2033-03-${day}`, `2033-03-${day}T12:00:00Z`, 'SENT');
    }
    const months = async (input: object): Promise<(string | null)[]> =>
      (await billing.call('billing/schedule/runs', input, null)).runs.map(
        ({ month }: { month: string | null }) => month,
      );
    expect(await months({ stillFailed: true })).toEqual(['2033-02']);
    expect(await months({})).toEqual([...Array(12).fill(null), '2033-02']);
  });

  /** Both partners owe something, and their statements are sent on the third of the next month. */
  async function owing(day: string): Promise<void> {
    await billing.addressOf('org_b', 'billing@other.example');
    await billing.at(`${day}T12:00:00Z`);
    await billing.turnOn({ statementsDay: 3, since: day });
    await billing.owe('org_a');
    await billing.owe('org_b');
  }
});
