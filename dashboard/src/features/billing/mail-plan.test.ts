import { overdueStatement } from '@serai/contract/billing/mail-plan.ts';
import { expect, it } from 'vitest';
import type { Statement } from './download-statement.ts';
import { reminderPlan, statementPlan, wasSentSince } from './mail-plan.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const mail = (at: string, state = 'SENT') =>
  ({ to: 'a@example.com', at, by: 'ana@example.com', state }) as Statement['sent'];
const statement = (more: object): Statement =>
  ({
    partnerId: 'prt_1',
    partnerName: 'Northern Travel',
    environment: 'production',
    month: '2026-10',
    status: 'OPEN',
    entries: 3,
    closing: eur('444.00'),
    payment: null,
    dueOn: null,
    unpaid: null,
    amountDue: null,
    sent: null,
    reminded: null,
    ...more,
  }) as Statement;

const sources = (statements: Statement[], canSend = true) => ({
  statements,
  addresses: new Map([
    ['prt_1', 'a@example.com'],
    ['prt_2', null],
  ]),
  canSend,
});
const reasons = (statements: Statement[], canSend = true) =>
  statementPlan(sources(statements, canSend)).leftOut.map(({ reason }) => reason);

it('an open statement is closed and sent, and a closed one is only sent', () => {
  const { mails } = statementPlan(sources([statement({}), statement({ status: 'CLOSED' })]));
  expect(mails).toMatchObject([
    { action: 'CLOSE_AND_SEND', amount: eur('444.00'), to: 'a@example.com', isChosen: true },
    { action: 'SEND', isChosen: true },
  ]);
});

it('a statement of a partner without an address is closed, but not sent', () => {
  const open = statement({ partnerId: 'prt_2' });
  expect(statementPlan(sources([open]))).toMatchObject({
    mails: [{ action: 'CLOSE', to: null, lacksAddress: true, isChosen: true }],
    leftOut: [],
  });
});

it('a closed statement without an address, an empty month and a statement that was sent are not included, with the reason', () => {
  const closed = { status: 'CLOSED', sent: mail('2026-11-03T12:00:00Z') };
  const nowhere = statement({ partnerId: 'prt_2', status: 'CLOSED' });
  expect(statementPlan(sources([nowhere])).leftOut).toMatchObject([
    { reason: 'No billing email', lacksAddress: true },
  ]);
  expect(reasons([statement({ entries: 0, closing: eur('0.00') })])).toEqual(['Nothing in this month']);
  expect(reasons([statement(closed)])).toEqual(['Sent on 3 Nov 2026']);
});

it('only statements that were sent and empty months are settled', () => {
  const isSettled = (more: object, canSend = true) =>
    statementPlan(sources([statement(more)], canSend)).leftOut[0]?.isSettled;
  expect(isSettled({ sent: mail('2026-11-03T12:00:00Z') })).toBe(true);
  expect(isSettled({ entries: 0, closing: eur('0.00') })).toBe(true);
  expect(isSettled({ partnerId: 'prt_2', status: 'CLOSED' })).toBe(false);
  expect(isSettled({ status: 'CLOSED' }, false)).toBe(false);
});

it('a statement whose email failed is sent again, and a balance without entries is sent too', () => {
  const failed = statement({ status: 'CLOSED', sent: mail('2026-11-03T12:00:00Z', 'FAILED') });
  expect(statementPlan(sources([failed])).mails).toMatchObject([
    { action: 'SEND', note: 'The email to a@example.com could not be sent' },
  ]);
  expect(reasons([statement({ entries: 0 })])).toEqual([]);
});

it('an installation that cannot send emails only closes statements, for partners without an address as well', () => {
  const { mails } = statementPlan(sources([statement({ partnerId: 'prt_2' })], false));
  expect(mails).toMatchObject([{ action: 'CLOSE', to: null, lacksAddress: false }]);
  expect(reasons([statement({ status: 'CLOSED' })], false)).toEqual(['Already closed']);
});

const OVERDUE = {
  status: 'CLOSED',
  payment: 'OVERDUE',
  dueOn: '2026-11-01',
  unpaid: eur('10.00'),
  amountDue: eur('30.00'),
};

it('a partner gets one reminder, for its newest overdue statement with an amount of its own', () => {
  const carried = statement({ ...OVERDUE, month: '2026-10', unpaid: eur('0.00') });
  const newest = statement({ ...OVERDUE, month: '2026-09' });
  const older = statement({ ...OVERDUE, month: '2026-08', amountDue: eur('20.00') });
  const notDue = statement({ ...OVERDUE, month: '2026-11', payment: 'UNPAID' });
  expect(overdueStatement([notDue, carried, newest, older])?.month).toBe('2026-09');
  expect(overdueStatement([notDue, carried])).toBeUndefined();
  const { mails } = reminderPlan(sources([notDue, carried, newest, older]), 0);
  expect(mails).toMatchObject([
    { action: 'REMIND', month: '2026-09', amount: eur('30.00'), to: 'a@example.com', isChosen: true },
  ]);
});

it('a reminder names the statements that it asks for, although they were never sent', () => {
  const unsent = { ...OVERDUE, sent: null, reminded: null };
  const newest = statement({ ...unsent, month: '2026-09', number: '2026-09-0001' });
  const failed = statement({
    ...unsent,
    month: '2026-08',
    number: '2026-08-0001',
    sent: mail('2026-09-03T12:00:00Z', 'FAILED'),
  });
  const sent = statement({ ...unsent, month: '2026-07', sent: mail('2026-08-03T12:00:00Z') });
  const attached = statement({ ...unsent, month: '2026-06', reminded: mail('2026-08-03T12:00:00Z') });
  const later = statement({ ...unsent, month: '2026-10', payment: 'UNPAID' });
  const paid = statement({ ...unsent, month: '2026-05', unpaid: eur('0.00') });
  const { mails } = reminderPlan(sources([later, newest, failed, sent, attached, paid]), 0);
  expect(mails[0]?.neverSent).toEqual(['2026-09-0001', '2026-08-0001']);
});

it('a partner that was reminded in the last 7 days is not chosen, but can be', () => {
  const reminded = (day: string, state?: string) =>
    reminderPlan(
      sources([statement({ ...OVERDUE, reminded: mail(`${day}T12:00:00Z`, state) })]),
      Date.parse('2026-11-18T12:00:00Z'),
    ).mails[0];
  expect(reminded('2026-11-12')).toMatchObject({
    isChosen: false,
    note: 'Reminded on 12 Nov 2026',
  });
  expect(reminded('2026-11-10')?.isChosen).toBe(true);
  expect(reminded('2026-11-12', 'FAILED')).toMatchObject({ isChosen: true, note: undefined });
  const nowhere = statement({ ...OVERDUE, partnerId: 'prt_2' });
  expect(reminderPlan(sources([nowhere]), 0).leftOut).toMatchObject([{ reason: 'No billing email' }]);
});

it('an installation that cannot send emails plans no reminders', () => {
  const { mails, leftOut } = reminderPlan(sources([statement(OVERDUE)], false), 0);
  expect(mails).toEqual([]);
  expect(leftOut).toMatchObject([{ reason: 'Email is off', isSettled: false }]);
});

it('an email that somebody else has sent since the plan was made is noticed, of the same kind only', () => {
  const at = '2026-11-03T12:00:00Z';
  const sentNow = { sent: mail(at), reminded: null };
  expect(wasSentSince({ action: 'SEND', lastAt: null }, sentNow)).toBe(true);
  expect(wasSentSince({ action: 'SEND', lastAt: at }, sentNow)).toBe(false);
  expect(wasSentSince({ action: 'REMIND', lastAt: null }, sentNow)).toBe(false);
  expect(wasSentSince({ action: 'REMIND', lastAt: null }, { sent: null, reminded: mail(at) })).toBe(true);
  expect(wasSentSince({ action: 'SEND', lastAt: null }, { sent: mail(at, 'FAILED'), reminded: null })).toBe(
    false,
  );
});
