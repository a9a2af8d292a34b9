import { expect, it } from 'vitest';
import { isOverdueUnsent, sentWords } from './statement-sent.tsx';

type Statement = Parameters<typeof sentWords>[0];

const eur = (amount: string) => ({ amount, currency: 'EUR' });
const UNPAID = {
  payment: 'UNPAID',
  unpaid: eur('10.00'),
  amountDue: eur('10.00'),
  sent: null,
  reminded: null,
} as Statement;
const mail = (day: string, state = 'SENT') =>
  ({ to: 'a@example.com', at: `${day}T12:00:00Z`, by: 'ana@example.com', state }) as Statement['sent'];

it('a statement shows the later of its two emails', () => {
  expect(sentWords({ ...UNPAID, sent: mail('2026-11-03') })).toBe('Sent 3 Nov 2026');
  const reminded = { ...UNPAID, sent: mail('2026-11-03'), reminded: mail('2026-11-16') };
  expect(sentWords(reminded)).toBe('Reminder sent 16 Nov 2026');
  expect(sentWords({ ...reminded, sent: mail('2026-11-17') })).toBe('Sent 17 Nov 2026');
});

it('an email that could not be sent is named as such', () => {
  expect(sentWords({ ...UNPAID, sent: mail('2026-11-03', 'FAILED') })).toBe('Could not be sent');
  expect(sentWords({ ...UNPAID, sent: mail('2026-11-03', 'QUEUED') })).toBe('Is being sent');
  expect(sentWords({ ...UNPAID, reminded: mail('2026-11-03', 'QUEUED') })).toBe('Reminder is being sent');
  expect(sentWords({ ...UNPAID, reminded: mail('2026-11-03', 'FAILED') })).toBe('Reminder could not be sent');
});

it('only statements that ask for a payment are named as not sent', () => {
  expect(sentWords(UNPAID)).toBe('Not sent');
  expect(sentWords({ ...UNPAID, payment: 'PAID' })).toBeUndefined();
  expect(sentWords({ ...UNPAID, payment: null })).toBeUndefined();
  expect(sentWords({ ...UNPAID, unpaid: eur('0.00') })).toBeUndefined();
});

it('only an overdue statement without any email needs the warning that it was never sent', () => {
  const overdue: Statement = { ...UNPAID, payment: 'OVERDUE' };
  expect(isOverdueUnsent(overdue)).toBe(true);
  expect(isOverdueUnsent(UNPAID)).toBe(false);
  expect(isOverdueUnsent({ ...overdue, sent: mail('2026-11-03') })).toBe(false);
  expect(isOverdueUnsent({ ...overdue, reminded: mail('2026-11-03', 'FAILED') })).toBe(false);
  expect(isOverdueUnsent({ ...overdue, unpaid: eur('0.00') })).toBe(false);
});
