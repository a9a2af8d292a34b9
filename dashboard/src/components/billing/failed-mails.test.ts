import { expect, it } from 'vitest';
import { failedMails } from './failed-mails.ts';

const mail = (partnerId: string) => ({ partnerId });
const runs = [
  { month: null, partners: [mail('a'), mail('b')] },
  { month: '2026-10', partners: [mail('a')] },
] as never;

it('failed statements and reminders are separate, and reminders are needed until the partner has paid', () => {
  const failed = (owing?: readonly string[], hasMore = false) => {
    const overdue = owing && { balances: owing.map(mail), page: { hasMore } };
    const { statements, reminders } = failedMails(runs, overdue as never);
    return [statements, reminders].map(mails => mails.map(({ partnerId }) => partnerId));
  };
  expect(failed(['b'])).toEqual([['a'], ['b']]);
  expect(failed([])).toEqual([['a'], []]);
  // Not everybody who owes something is known.
  for (const unknown of [failed(), failed(['b'], true)]) expect(unknown).toEqual([['a'], ['a', 'b']]);
});
