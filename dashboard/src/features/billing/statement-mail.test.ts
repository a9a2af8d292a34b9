import { expect, it } from 'vitest';
import { mayRemind, statementMail } from './statement-mail.ts';

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const OWED = {
  number: '2026-10-0003',
  month: '2026-10',
  environment: 'production',
  dueOn: '2026-11-15',
  unpaid: eur('1985.20'),
  amountDue: eur('4935.70'),
} as Parameters<typeof statementMail>[1];

it('the email about an unpaid statement contains its number, the amount due and the due date', () => {
  const mail = new URL(statementMail('accounts+eu@example.com', OWED) ?? '');
  expect(decodeURIComponent(mail.pathname)).toBe('accounts+eu@example.com');
  expect(mail.searchParams.get('subject')).toBe('Statement 2026-10-0003, October 2026: 4,935.70 EUR due');
  expect(mail.searchParams.get('body')?.split('\r\n')).toEqual([
    'Statement for October 2026',
    '',
    'Statement number: 2026-10-0003',
    'Amount due: 4,935.70 EUR (including earlier statements)',
    'Due date: 15 Nov 2026',
  ]);
});

it('the email about a sandbox statement states that there is nothing to pay', () => {
  const mail = statementMail('a@example.com', { ...OWED, environment: 'sandbox' }) ?? '';
  expect(new URL(mail).searchParams.get('body')).toContain('There is nothing to pay.');
});

it('there is no email for a statement that is paid, open, or of unknown payment', () => {
  expect(statementMail('a@example.com', { ...OWED, amountDue: eur('0.00') })).toBeUndefined();
  expect(statementMail('a@example.com', { ...OWED, amountDue: null })).toBeUndefined();
  expect(statementMail('a@example.com', { ...OWED, number: null })).toBeUndefined();
});

it('a reminder can be sent only while something is due, and not before the due date has passed', () => {
  const late = { ...OWED, payment: 'OVERDUE' as const };
  expect(mayRemind(late)).toBe(true);
  expect(mayRemind({ ...late, payment: 'UNPAID' })).toBe(false);
  expect(mayRemind({ ...late, payment: 'UNPAID', dueOn: null })).toBe(true);
  expect(mayRemind({ ...late, amountDue: eur('0.00') })).toBe(false);
  expect(mayRemind({ ...late, amountDue: null })).toBe(false);
});
