import { describe, expect, it } from 'vitest';
import { reminderProblems, statementProblems } from './schedule-problem.ts';

describe('statements that were sent automatically', () => {
  it('statements whose email failed are a problem until they are sent', () => {
    const problems = (...outcomes: string[]) => {
      const partners = outcomes.map((outcome, at) => ({ outcome, month: '2026-10', partnerName: `P${at}` }));
      return statementProblems({ statements: { partners } } as never);
    };
    expect(problems('SENT', 'FAILED', 'NOT_INCLUDED')).toMatchObject([
      {
        tone: 'warn',
        title: '1 statement for October 2026 could not be sent',
        cause: 'The email to P1 failed.',
        advice: 'Check the billing email, then send the statement again.',
        link: { to: '/billing', search: { tab: 'emails' }, label: 'Open automatic emails' },
      },
    ]);
    expect(problems('FAILED', 'FAILED')).toMatchObject([
      {
        title: '2 statements for October 2026 could not be sent',
        cause: 'The emails to P0 and 1 more partner failed.',
        advice: 'Check the billing emails, then send the statements again.',
      },
    ]);
    const none = statementProblems({ statements: null });
    expect([problems('SENT', 'NOT_INCLUDED'), none]).toEqual([[], []]);
  });
});

describe('reminders that were sent automatically', () => {
  const mail = (partnerId: string, outcome: string, reason: string | null = null) => ({
    ...{ partnerId, partnerName: partnerId.toUpperCase(), month: '2026-09', outcome, reason },
  });
  const run = (...partners: object[]) => ({ month: null, partners });
  const problems = (runs: readonly object[], owing?: readonly string[], hasMore = false) => {
    const overdue = owing && { balances: owing.map(partnerId => ({ partnerId })), page: { hasMore } };
    return reminderProblems(runs as never, overdue as never);
  };

  it('reminders whose email failed are a problem until the partner has paid', () => {
    const runs = [run(mail('a', 'FAILED'), mail('b', 'FAILED'))];
    expect(problems(runs, ['b'])).toMatchObject([
      {
        tone: 'warn',
        title: '1 reminder could not be sent',
        cause: 'The email to B failed.',
        advice: 'Check the billing email, then send the reminder again.',
        link: { to: '/billing', search: { tab: 'emails' }, label: 'Open automatic emails' },
      },
    ]);
    expect(problems(runs, [])).toEqual([]);
    // Not everybody who owes something is known.
    for (const unknown of [problems(runs), problems(runs, ['b'], true)]) {
      expect(unknown).toMatchObject([
        {
          title: '2 reminders could not be sent',
          advice: 'Check the billing emails, then send the reminders again.',
        },
      ]);
    }
  });

  it('a failed reminder stays a problem when a later run has sent reminders to other partners', () => {
    const runs = [run(mail('b', 'SENT')), run(mail('a', 'FAILED'))];
    expect(problems(runs, ['a', 'b'])).toMatchObject([{ cause: 'The email to A failed.' }]);
  });

  it('only the last reminder to a partner counts', () => {
    const [sent, failed] = [run(mail('a', 'SENT')), run(mail('a', 'FAILED'))];
    expect(problems([sent, failed])).toEqual([]);
    expect(problems([run(mail('a', 'NOT_INCLUDED', 'ALREADY_SENT')), failed])).toEqual([]);
    expect(problems([failed, sent])).toHaveLength(1);
    expect(problems([failed, failed])).toMatchObject([{ title: '1 reminder could not be sent' }]);
    // Nothing was sent, because the partner has no billing email any more.
    expect(problems([run(mail('a', 'NOT_INCLUDED', 'NO_BILLING_EMAIL')), failed])).toHaveLength(1);
  });

  it('runs for statements are no reminders', () => {
    const statements = { month: '2026-09', partners: [mail('a', 'SENT'), mail('b', 'FAILED')] };
    expect(problems([statements, run(mail('a', 'FAILED'))])).toMatchObject([
      { cause: 'The email to A failed.' },
    ]);
  });
});
