import { expect, it } from 'vitest';
import { stillFailed } from './schedule-view.ts';

type Runs = Parameters<typeof stillFailed>[0];

const mail = (partnerId: string, outcome: string, reason: string | null = null) => ({
  ...{ partnerId, outcome, reason },
});
const run = (month: string | null, ...partners: object[]) => ({ month, sent: 9, notIncluded: 9, partners });
const reminders = (...partners: object[]) => run(null, ...partners);
/** The partners whose emails still have to be sent, of each run. */
const failed = (...runs: object[]) =>
  stillFailed(runs as unknown as Runs).map(({ partners }) => partners.map(({ partnerId }) => partnerId));

it('only statements of the last run still have to be sent', () => {
  const last = run('2026-10', mail('a', 'FAILED'), mail('b', 'SENT'), mail('c', 'NOT_INCLUDED'));
  const before = run('2026-09', mail('d', 'FAILED'));
  expect(failed(last, before)).toEqual([['a']]);
  expect(failed(run('2026-10', mail('a', 'SENT')), before)).toEqual([]);
  expect(stillFailed([last] as unknown as Runs)).toMatchObject([{ failed: 1, sent: 0, notIncluded: 0 }]);
});

it('a failed reminder still has to be sent when a later run has sent reminders to other partners', () => {
  expect(failed(reminders(mail('b', 'SENT')), reminders(mail('a', 'FAILED')))).toEqual([['a']]);
});

it('only the last reminder to a partner counts', () => {
  const [sent, bad] = [reminders(mail('a', 'SENT')), reminders(mail('a', 'FAILED'))];
  expect(failed(sent, bad)).toEqual([]);
  expect(failed(reminders(mail('a', 'NOT_INCLUDED', 'ALREADY_SENT')), bad)).toEqual([]);
  expect(failed(bad, sent)).toEqual([['a']]);
  expect(failed(bad, bad)).toEqual([['a']]);
  // Nothing was sent, because the partner has no billing email any more.
  expect(failed(reminders(mail('a', 'NOT_INCLUDED', 'NO_BILLING_EMAIL')), bad)).toEqual([['a']]);
});

it('statements that were sent replace no reminder', () => {
  const statements = run('2026-09', mail('a', 'SENT'), mail('b', 'FAILED'));
  expect(failed(statements, reminders(mail('a', 'FAILED')))).toEqual([['b'], ['a']]);
});
