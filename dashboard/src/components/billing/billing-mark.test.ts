import { expect, it } from 'vitest';
import { billingMark } from './billing-mark.ts';
import type { Overdue } from './failed-mails.ts';

const TODAY = '2026-11-19';

function overdueSince(days: readonly (string | null)[], hasMore = false): Overdue {
  const balances = days.map(since => ({
    overdue: since === null ? null : { since, amount: { amount: '10.00', currency: 'EUR' } },
  }));
  return { balances, page: { hasMore } } as unknown as Overdue;
}

const markOf = (days: readonly (string | null)[], failedEmails = 0) =>
  billingMark({ overdue: overdueSince(days), failedEmails, today: TODAY });

it('counts every overdue partner and every failed email', () => {
  expect(markOf(['2026-11-18', '2026-11-08', '2026-10-25'], 1)).toEqual({
    count: 4,
    isSerious: true,
    words: '3 partners overdue, 1 failed email',
  });
});

it('is not serious while no debt is overdue for more than 30 days and no email failed', () => {
  expect(markOf(['2026-10-20'])).toEqual({ count: 1, isSerious: false, words: '1 partner overdue' });
});

it('is serious if a debt is overdue for more than 30 days', () => {
  expect(markOf(['2026-10-19'])).toEqual({ count: 1, isSerious: true, words: '1 partner overdue' });
});

it('does not count partners that are not overdue', () => {
  expect(markOf([null])).toEqual({ count: 0, isSerious: false, words: '' });
});

it('counts failed emails while the balances are not known', () => {
  expect(billingMark({ overdue: undefined, failedEmails: 2, today: TODAY })).toEqual({
    count: 2,
    isSerious: true,
    words: '2 failed emails',
  });
});

it('says that there are more overdue partners than were read', () => {
  const overdue = overdueSince(['2026-11-18', '2026-11-08'], true);
  expect(billingMark({ overdue, failedEmails: 0, today: TODAY }).words).toBe('at least 2 partners overdue');
});
