import { expect, it } from 'vitest';
import { scheduleProblems } from './schedule-problem.ts';

const link = { to: '/billing', search: { tab: 'emails' }, label: 'Open automatic emails' };
const failure = {
  at: '2026-11-03T00:04:00Z',
  to: 'a@example.com',
  response: '550 Unknown user',
  retryAt: null,
};
const mail = (partnerName: string, more: object = {}) => ({
  partnerName,
  month: '2026-10',
  failure,
  ...more,
});
const problems = (statements: object[], reminders: object[] = []) =>
  scheduleProblems({ statements, reminders } as never);

it('a statement or reminder that failed is a problem, with the response of the mail server', () => {
  const noun = (word: string) => ({
    tone: 'warn',
    cause: 'The email to P1 failed. The mail server responded “550 Unknown user”.',
    since: failure.at,
    advice: `Check the partner’s billing email, then send the ${word} again.`,
    link,
  });
  expect(problems([mail('P1')], [mail('P1')])).toMatchObject([
    { ...noun('statement'), title: '1 statement for October 2026 could not be sent' },
    { ...noun('reminder'), title: '1 reminder could not be sent' },
  ]);
  const unknown = problems([mail('P1', { failure: { ...failure, response: null } })]);
  expect(unknown).toMatchObject([{ cause: 'The email to P1 failed.' }]);
  expect(problems([])).toEqual([]);
});

it('several emails of a kind are one problem', () => {
  expect(problems([mail('P0'), mail('P1')], [mail('P0'), mail('P1'), mail('P2')])).toMatchObject([
    {
      title: '2 statements for October 2026 could not be sent',
      cause: 'The emails to P0 and 1 more partner failed.',
      advice: 'Check the partners’ billing emails, then send the statements again.',
    },
    { title: '3 reminders could not be sent', cause: 'The emails to P0 and 2 more partners failed.' },
  ]);
});

it('a mail server that could not be used is not said to have responded, and the advice fits the cause', () => {
  const unreachable = { ...failure, response: 'connect ECONNREFUSED 127.0.0.1:25' };
  expect(problems([mail('P1', { failure: unreachable })])).toMatchObject([
    {
      cause:
        'The email to P1 failed. The mail server could not be used: “connect ECONNREFUSED 127.0.0.1:25”.',
      advice: expect.stringContaining('SERAI_SMTP_URL'),
    },
  ]);
  const unprepared = { failure: { ...failure, to: null, response: null }, problem: 'The month is not over.' };
  expect(problems([mail('P1', unprepared)])).toMatchObject([
    { cause: 'The email to P1 failed. The month is not over.' },
  ]);
  expect(problems([mail('P1', { failure: unreachable }), mail('P2')])).toMatchObject([
    { advice: 'Resolve each reason, then send the statements again.' },
  ]);
});

it('emails have failed since the earliest failure', () => {
  const earlier = { ...failure, at: '2026-11-02T00:04:00Z' };
  expect(problems([mail('P1'), mail('P2', { failure: earlier })])).toMatchObject([{ since: earlier.at }]);
});
