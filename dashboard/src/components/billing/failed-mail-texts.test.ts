import { expect, it, test } from 'vitest';
import { failureAdvice, failureCause, isRetried } from './failed-mail-texts.ts';

const failure = { at: '2026-11-03T00:04:00Z', to: 'a@example.com', response: null, retryAt: null };

test.each([
  ['550 Unknown user', 'ADDRESS'],
  ['553 Mailbox name not allowed', 'ADDRESS'],
  ['550-5.1.1 The email account does not exist', 'ADDRESS'],
  ['552 5.2.2 Mailbox full', 'ADDRESS'],
  ['550 5.7.1 Blocked by policy', 'REFUSED'],
  ['552 Message too large', 'REFUSED'],
  ['554 5.6.0 Spam', 'REFUSED'],
  ['Invalid login: 535 5.7.8 Authentication failed', 'SERVER'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'SERVER'],
  ['421 Too many connections', 'SERVER'],
  ['451 4.3.2 Try again later', 'SERVER'],
  ['450 4.1.1 Unknown user', 'ADDRESS'],
  ['452-4.2.2 The mailbox is full', 'ADDRESS'],
  ['553 5.1.7 Invalid sender address', 'REFUSED'],
  ['550 5.1.8 The domain of the sender does not exist', 'REFUSED'],
  ['450 4.1.8 Sender address rejected: Domain not found', 'REFUSED'],
  ['553 Sender is not allowed', 'REFUSED'],
  ['550 5.1.1 Unknown user, returned to sender', 'ADDRESS'],
  [null, 'ADDRESS'],
] as const)('the response %s has the cause %s', (response, cause) => {
  expect(failureCause({ ...failure, response })).toBe(cause);
});

it('each failure has advice that ends with sending the email again', () => {
  const advice = (more: object) => failureAdvice({ ...failure, ...more }, 'STATEMENT');
  expect(advice({ response: '550 Unknown user' })).toBe(
    'Check the partner’s billing email, then send the statement again.',
  );
  expect(failureAdvice(failure, 'REMINDER')).toBe(
    'Check the partner’s billing email, then send the reminder again.',
  );
  expect(advice({ response: '554 Spam' })).toMatch(/^The mail server refused the email\..* again\.$/);
  expect(advice({ response: '553 5.1.7 Invalid sender' })).toMatch(/SERAI_MAIL_FROM, then send/);
  expect(failureAdvice(failure, 'REMINDER', 2)).toBe(
    'Check the partners’ billing emails, then send the reminders again.',
  );
  expect(advice({ response: 'connect ECONNREFUSED' })).toMatch(
    /SERAI_SMTP_URL, then send the statement again\.$/,
  );
  expect(advice({ to: null })).toBe('Fix the problem, then send the statement again.');
});

it('an email that is being retried is not to be sent again by staff', () => {
  const retried = { ...failure, response: 'connect ECONNREFUSED', retryAt: '2026-11-03T00:09:00Z' };
  expect(failureAdvice(retried, 'STATEMENT')).toMatch(/^Serai retries for three days\./);
  expect([isRetried({ failure: retried }), isRetried({ failure }), isRetried({ failure: null })]).toEqual([
    ...[true, false, false],
  ]);
});
