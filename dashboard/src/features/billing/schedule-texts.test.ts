import { expect, it } from 'vitest';
import {
  failedSubjects,
  failedTitle,
  lateSince,
  nextTexts,
  outcomeText,
  problemText,
  runCounts,
  runTitle,
  shownOutcome,
} from './schedule-texts.ts';

const canSend = true;
const RETRIED = {
  at: '2026-11-03T00:04:00Z',
  to: 'a@example.com',
  response: '421 Busy',
  retryAt: '2026-11-03T00:09:00Z',
};
const next = { on: '2026-12-03', month: '2026-11' };

it('says what is sent next, and nothing if everything is off', () => {
  const schedule = { statementsDay: 3, reminderDays: 1 };
  expect(nextTexts({ schedule, canSend, next }, '2026-11-18')).toEqual([
    'The November 2026 statements will be closed and sent automatically on 3 Dec 2026.',
    'Reminders are sent automatically 1 day after the due date.',
  ]);
  expect(nextTexts({ schedule, canSend, next }, '2026-12-03')[0]).toContain('automatically today.');
  expect(nextTexts({ schedule, canSend, next }, '2026-12-04')[0]).toContain('as soon as possible.');
  expect(nextTexts({ schedule, canSend: false, next }, '2026-11-18')).toEqual([]);
  expect(
    nextTexts({ schedule: { statementsDay: null, reminderDays: null }, canSend, next: null }, '2026-11-18'),
  ).toEqual([]);
});

it('a run is late from the day after its own, for statements and for reminders', () => {
  const nextReminders = { on: '2026-12-02' };
  expect([
    lateSince({ canSend, next, nextReminders: null }, '2026-12-03'),
    lateSince({ canSend, next, nextReminders: null }, '2026-12-04'),
    lateSince({ canSend, next: null, nextReminders }, '2026-12-02'),
    lateSince({ canSend, next, nextReminders }, '2026-12-04'),
    lateSince({ canSend, next: null, nextReminders: null }, '2026-12-04'),
    lateSince({ canSend: false, next, nextReminders }, '2026-12-04'),
  ]).toEqual([undefined, '2026-12-03', undefined, '2026-12-02', undefined, undefined]);
});

it('what is wrong with the automatic emails is one line, and nothing if all were sent', () => {
  const schedule = { schedule: { statementsDay: 3, reminderDays: 1 }, canSend, next, nextReminders: null };
  const text = (statements: number, reminders: number, more = {}, today = '2026-11-18') =>
    problemText({ ...schedule, ...more }, { today, statements, reminders });
  expect(text(0, 0)).toBeUndefined();
  expect(text(1, 0)).toBe('1 statement could not be sent automatically');
  expect(text(2, 1, {}, '2026-12-04')).toBe('2 statements and 1 reminder could not be sent automatically');
  expect(text(0, 0, {}, '2026-12-04')).toBe('The automatic run due on 3 Dec 2026 is late');
  expect(text(1, 0, { canSend: false })).toBe('Email is off, so nothing is sent automatically');
  const off = { statementsDay: null, reminderDays: null };
  expect(text(0, 0, { canSend: false, schedule: off, next: null })).toBeUndefined();
});

it('only failures that the line counts replace their notices', () => {
  const schedule = { schedule: { statementsDay: 3, reminderDays: 1 }, canSend };
  expect(failedSubjects(schedule, { statements: 1, reminders: 0 })).toEqual(['statements']);
  expect(failedSubjects(schedule, { statements: 2, reminders: 1 })).toEqual(['statements', 'reminders']);
  expect(failedSubjects(schedule, { statements: 0, reminders: 0 })).toEqual([]);
  expect(failedSubjects({ ...schedule, canSend: false }, { statements: 1, reminders: 1 })).toEqual([]);
});

it('the last run is named by its month or as reminders, with its day', () => {
  expect(runTitle({ on: '2026-11-03', month: '2026-10' })).toBe('October 2026 statements, 3 Nov 2026');
  expect(runTitle({ on: '2026-11-03', month: null })).toBe('Reminders, 3 Nov 2026');
});

it('an email that was not sent has the reason, and a statement without a billing email was still closed', () => {
  const reason = 'NO_BILLING_EMAIL' as const;
  const none = { problem: null, neverSent: [] };
  expect(outcomeText({ ...none, reason }, 'STATEMENT')).toBe(
    'The statement is closed. The partner has no billing email.',
  );
  expect(outcomeText({ ...none, reason }, 'REMINDER')).toBe('No billing email');
  expect(outcomeText({ ...none, reason: 'ALREADY_SENT' }, 'STATEMENT')).toBe('Already sent');
  const problem = 'The email to a@example.com could not be sent.';
  expect(outcomeText({ ...none, reason: null, problem }, 'STATEMENT')).toBe(problem);
});

it('an automatic reminder says which statements had never been sent', () => {
  const sent = { reason: null, problem: null };
  expect(outcomeText({ ...sent, neverSent: [] }, 'REMINDER')).toBeUndefined();
  expect(outcomeText({ ...sent, neverSent: ['2026-10-0002'] }, 'REMINDER')).toBe(
    'Includes statement 2026-10-0002, which had not been sent before.',
  );
  expect(outcomeText({ ...sent, neverSent: ['2026-09-0001', '2026-10-0002'] }, 'REMINDER')).toBe(
    'Includes statements 2026-09-0001 and 2026-10-0002, which had not been sent before.',
  );
});

it('a run is summed up by its failures, then by each reason why something was not sent, then by what was sent', () => {
  const plain = { reason: null, failure: null };
  const partners = [plain, { ...plain, reason: 'NO_BILLING_EMAIL' as const }, plain];
  const texts = (failed: number, sent: number, notIncluded: number) =>
    runCounts({ failed, sent, notIncluded, partners }).map(({ text }) => text);
  expect(texts(1, 1, 1)).toEqual(['1 failed', '1 without billing email', '1 sent']);
  expect(texts(0, 0, 3)).toEqual(['1 without billing email', '2 not sent']);
  const counts = { failed: 0, sent: 2, notIncluded: 0, partners: [plain, { ...plain, failure: RETRIED }] };
  expect(runCounts(counts).map(({ text }) => text)).toEqual(['1 retrying', '1 sent']);
  expect(runCounts({ failed: 0, sent: 0, notIncluded: 0, partners: [] })).toEqual([
    { text: '0 sent', tone: 'plain' },
  ]);
});

it('an email that is being retried is not shown as sent, and failures come first', () => {
  const shown = [
    shownOutcome({ outcome: 'FAILED', reason: null, failure: { ...RETRIED, retryAt: null } }),
    shownOutcome({ outcome: 'SENT', reason: null, failure: RETRIED }),
    shownOutcome({ outcome: 'NOT_INCLUDED', reason: 'NO_BILLING_EMAIL', failure: null }),
    shownOutcome({ outcome: 'NOT_INCLUDED', reason: 'ALREADY_SENT', failure: null }),
    shownOutcome({ outcome: 'SENT', reason: null, failure: null }),
  ];
  expect(shown.map(({ label }) => label)).toEqual(['Failed', 'Retrying', 'Not sent', 'Not sent', 'Sent']);
  // Only what the operator can do something about is a warning, as in the sum of the run.
  expect(shown.map(({ tone }) => tone)).toEqual(['bad', 'warn', 'warn', 'plain', 'good']);
  expect(shown.toSorted((a, b) => a.rank - b.rank)).toEqual(shown);
});

it('names the email that failed', () => {
  const mail = { partnerName: 'Southern Tours', month: '2026-10' };
  expect(failedTitle(mail, 'STATEMENT')).toBe('The October 2026 statement for Southern Tours was not sent');
  expect(failedTitle(mail, 'REMINDER')).toBe('The reminder to Southern Tours was not sent');
});
