import { expect, it } from 'vitest';
import { formatDateTime } from '../../lib/format/format.ts';
import { describeDisabling, describeEmails, type FailureEmails } from './failure-outlook.ts';

const [SENT, NEXT] = ['2026-11-19T10:00:00Z', '2026-11-22T10:00:00Z'];
const emails: FailureEmails = { isOn: true, sentAt: null, sentTo: [], nextAt: null, nextTo: [] };

it('a failing endpoint states when it is disabled', () => {
  expect(describeDisabling(NEXT)).toBe(
    `Serai disables it on ${formatDateTime(NEXT)} unless a delivery succeeds`,
  );
});

it('a failing endpoint states who will be emailed, or why nobody is', () => {
  const next = { ...emails, nextAt: NEXT, nextTo: ['ana@a.example', 'operator'] };
  expect(describeEmails(next)).toBe(
    `Nobody has been emailed yet. If deliveries still fail on ${formatDateTime(NEXT)}, Serai emails ana@a.example and the operator.`,
  );
  expect(describeEmails({ ...next, nextTo: [] })).toContain('no user has a role');
  expect(describeEmails({ ...emails, isOn: false })).toContain('no mail server is set up');
});

it('a failing endpoint states who was emailed and when the next email follows', () => {
  const sent = { ...emails, sentAt: SENT, sentTo: ['ana@a.example'] };
  const words = `Serai emailed ana@a.example on ${formatDateTime(SENT)}.`;
  expect(describeEmails(sent)).toBe(words);
  expect(describeEmails({ ...sent, nextAt: NEXT, nextTo: ['ana@a.example'] })).toBe(
    `${words} The next email is due on ${formatDateTime(NEXT)}.`,
  );
  expect(describeEmails(emails)).toBe('No email was sent.');
});

it('only the first recipients are named, and the others are counted', () => {
  const sentTo = ['a@a.example', 'b@a.example', 'c@a.example', 'd@a.example'];
  expect(describeEmails({ ...emails, sentAt: SENT, sentTo })).toContain(
    'a@a.example, b@a.example and 2 others on',
  );
});

it('nothing is claimed about emails that an earlier version sent', () => {
  const unknown = { ...emails, sentTo: null };
  expect([describeEmails(unknown), describeEmails({ ...unknown, nextAt: NEXT })]).toEqual(['', '']);
  expect(describeEmails({ ...unknown, nextAt: NEXT, nextTo: ['ana@a.example'] })).toBe(
    `If deliveries still fail on ${formatDateTime(NEXT)}, Serai emails ana@a.example.`,
  );
});

it('users who have been removed are not named to their colleagues', () => {
  const sent = { ...emails, sentAt: SENT, sentTo: ['ana@a.example', 'former-user'] };
  expect(describeEmails(sent)).toContain('Serai emailed ana@a.example and a former user on');
});
