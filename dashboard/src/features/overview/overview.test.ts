import { KEY_EXAMPLE } from '@serai/contract/account/key.ts';
import { ENDPOINT_EXAMPLE } from '@serai/contract/account/webhook-endpoint.ts';
import { describe, expect, it } from 'vitest';
import type { Output } from '../../lib/calls/operator-client.ts';
import { formatDateTime } from '../../lib/format/format.ts';
import {
  cancellationsIn,
  cancelledWords,
  changeOfRatio,
  countedLate,
  isPrepared,
  perBooking,
} from './figures.ts';
import {
  bookingProblems,
  briefly,
  endpointProblems,
  expiringKeys,
  inOrder,
  keyProblems,
  overdueProblems,
  type Problem,
  providerProblems,
  queueProblems,
  shortUrl,
  systemProblems,
  withLastFailure,
} from './problem.ts';
import { hasReachedGoal, setupSteps } from './setup-card.tsx';

const NOW = Date.parse('2026-07-02T10:00:00Z');
const key = (name: string, expiresAt: string | null, status = 'ACTIVE') =>
  ({ ...KEY_EXAMPLE, name, expiresAt, status }) as Output<'keys/list'>['keys'][number];

describe('problems on the overview', () => {
  it('active keys that expire within two weeks are listed, the earliest first', () => {
    const keys = [
      key('late', '2026-07-15T00:00:00Z'),
      key('soon', '2026-07-03T00:00:00Z'),
      key('far', '2026-08-01T00:00:00Z'),
      key('never', null),
      key('revoked', '2026-07-03T00:00:00Z', 'REVOKED'),
    ];
    expect(expiringKeys(keys, NOW).map(({ name }) => name)).toEqual(['soon', 'late']);
    expect(keyProblems(keys, new Map(), NOW)[0]?.title).toBe('The API key “soon” expires in 14 h 0 min');
  });

  it('what is down or urgent comes first, and the order is otherwise kept', () => {
    const link = { to: '/', label: 'Open' };
    const problem = (key: string, tone: 'bad' | 'warn') => ({ key, tone, title: key, link });
    const list = [problem('a', 'warn'), problem('b', 'bad'), problem('c', 'warn'), problem('d', 'bad')];
    expect(inOrder(list).map(each => each.key)).toEqual(['b', 'd', 'a', 'c']);
  });

  it('a failing provider is named with its cause, and working or paused providers are left out', () => {
    const provider = { providerId: 'prv_1', name: 'Hotelbeds' };
    const why = '45% of calls in the last hour failed.';
    const at = '2026-07-02T09:59:00Z';
    const lastError = { at, operation: 'quote', cause: 'TIMEOUT', status: null, supplierSays: null };
    const health = { level: 'DEGRADED', why } as const;
    expect(providerProblems([{ provider, health, lastError }], NOW)).toMatchObject([
      {
        tone: 'warn',
        title: 'Hotelbeds is degraded',
        cause: `${why} Last failure: timeout.`,
        link: { to: '/providers/$providerId', params: { providerId: 'prv_1' } },
      },
    ]);
    const working = (['OK', 'PAUSED', 'UNKNOWN', 'LOADING'] as const).map(level => ({
      ...{ provider, health: { level }, lastError: null },
    }));
    expect(providerProblems(working)).toEqual([]);
  });

  it('an error of a provider is its cause only if it happened in the last hour', () => {
    const provider = { providerId: 'prv_1', name: 'Hotelbeds' };
    const why = 'Some circuit breakers are open.';
    const lastError = {
      ...{ at: '2026-07-02T09:30:00Z', operation: 'quote', cause: 'SERVER', status: 500 },
      supplierSays: 'Internal error.',
    };
    const causeAt = (nowMs: number) =>
      providerProblems([{ provider, health: { level: 'DOWN', why }, lastError }], nowMs)[0]?.cause;
    expect(causeAt(NOW)).toBe(
      `${why} Last failure: the supplier returned a server error (500 Internal Server Error), “Internal error”.`,
    );
    expect(causeAt(NOW + 86_400_000)).toBe(why);
  });

  it('staff see which partner an endpoint and a key belong to', () => {
    const partners = new Map([[KEY_EXAMPLE.partnerId, { name: 'Northern Travel' }]]);
    const health = { ...ENDPOINT_EXAMPLE.health, failingSince: '2026-07-02T08:00:00Z' };
    const endpoint = {
      ...{ ...ENDPOINT_EXAMPLE, partnerId: KEY_EXAMPLE.partnerId, url: 'https://shop.example/', health },
    } as never;
    expect(endpointProblems([endpoint], partners, NOW)[0]?.title).toBe(
      'Northern Travel’s webhook endpoint shop.example is down',
    );
    expect(keyProblems([key('soon', '2026-07-03T00:00:00Z')], partners, NOW)[0]?.title).toBe(
      'Northern Travel’s API key “soon” expires in 14 h 0 min',
    );
  });

  it('the last failure of an endpoint is added to its cause, with advice', () => {
    const problem: Problem = {
      key: 'whk_1',
      tone: 'warn',
      title: 'Degraded',
      link: { to: '/', label: 'Open' },
      cause: '6% of the attempts in the last 24 hours failed.',
    };
    const failed = { at: '2026-07-02T08:00:00Z', status: 404, error: 'HTTP 404' } as never;
    expect(withLastFailure(problem, failed)).toMatchObject({
      cause: `${problem.cause} Last failure: the endpoint returned 404 Not Found.`,
      advice: 'Correct the URL, because there is no receiver at this address.',
    });
    expect(withLastFailure(problem, undefined)).toEqual(problem);
  });

  it('a closed banner shows the cause in a few words and for how long', () => {
    const link = { to: '/', label: 'Open' };
    const problem: Problem = {
      ...{ key: 'a', tone: 'bad', title: 'Down', link },
      since: '2026-07-02T08:00:00Z',
      state: 'down' as const,
    };
    const failed = { at: '2026-07-02T08:00:00Z', status: 503, error: 'HTTP 503' } as never;
    expect(briefly(withLastFailure(problem, failed), NOW)).toBe('503 Service Unavailable. Down for 2 hours.');
    const cause = '34.9% of the calls failed. Last error: none.';
    expect(briefly({ ...problem, cause }, NOW)).toBe('34.9% of the calls failed. Down for 2 hours.');
    expect(briefly({ ...problem, cause, since: undefined }, NOW)).toBe('34.9% of the calls failed');
    const lastError = { at: '2026-07-02T09:59:00Z', operation: 'quote', cause: 'TIMEOUT', status: null };
    const health = { level: 'DEGRADED', why: cause, since: '2026-07-02T09:57:00Z' } as const;
    const provider = { providerId: 'prv_1', name: 'Hotelbeds' };
    const [degraded] = providerProblems(
      [{ provider, health, lastError: { ...lastError, supplierSays: 'Busy.' } }],
      NOW,
    );
    expect(degraded && briefly(degraded, NOW)).toBe('34.9% of the calls failed. Degraded for 3 minutes.');
  });

  it('an endpoint that fails for an hour is down, with the time since when and when it is disabled', () => {
    const [failingSince, disablesAt] = ['2026-07-02T08:00:00Z', '2026-07-07T08:00:00Z'];
    const health = { ...ENDPOINT_EXAMPLE.health, failingSince, disablesAt };
    const endpoint = { ...ENDPOINT_EXAMPLE, url: 'https://shop.example/hooks?a=1', health } as never;
    expect(endpointProblems([endpoint], new Map(), NOW)).toMatchObject([
      { tone: 'bad', title: 'The webhook endpoint shop.example/hooks is down', since: failingSince },
    ]);
    expect(endpointProblems([endpoint], new Map(), NOW)[0]?.outlook).toBe(
      `Serai disables it on ${formatDateTime(disablesAt)} unless a delivery succeeds before then.`,
    );
    expect(shortUrl('https://shop.example/')).toBe('shop.example');
    expect(shortUrl('no address')).toBe('no address');
  });

  it('the queue is urgent only if a decision is late or its deadline is within a day', () => {
    const queued = (kind: string, deadline: string, dueAt = '2026-07-02T11:00:00Z') => ({
      ...{ kind, deadline, dueAt, since: '2026-07-02T09:00:00Z' },
    });
    const [soon, later] = ['2026-07-02T12:00:00Z', '2026-07-09T12:00:00Z'];
    const problem = (...bookings: object[]) =>
      queueProblems({ count: 2, bookings: bookings as never }, NOW)[0];
    expect(problem(queued('DECISION', soon))).toMatchObject({
      tone: 'bad',
      title: '2 items need attention',
      cause: 'The most urgent one is due in 1 h 0 min.',
    });
    expect(problem(queued('DECISION', later))?.tone).toBe('warn');
    const late = '2026-07-02T09:00:00Z';
    expect(problem(queued('DECISION', later, late))).toMatchObject({
      tone: 'bad',
      cause: 'The most urgent one was due 1 hour ago.',
    });
    expect(problem(queued('OUTCOME_UNKNOWN', soon), queued('DECISION', later))?.tone).toBe('warn');
    expect(problem(queued('OUTCOME_UNKNOWN', soon), queued('DECISION', soon))?.tone).toBe('bad');
  });

  it('a queue with reservations without a booking names them, and an empty queue is no problem', () => {
    expect(queueProblems({ count: 1, bookings: [] }, NOW)).toMatchObject([
      {
        tone: 'warn',
        title: '1 item needs attention',
        cause: 'A provider has a reservation that belongs to no booking.',
      },
    ]);
    expect(queueProblems({ count: 0, bookings: [] }, NOW)).toEqual([]);
  });

  it('partner users read that the operator decides', () => {
    expect(bookingProblems(1, false)[0]?.title).toBe('1 booking needs attention');
    expect(bookingProblems(1, false)[0]?.cause).toContain('The operator is resolving it');
    expect(bookingProblems(0, true)).toEqual([]);
  });

  it('a partner that is overdue for more than 30 days is a problem, and others are counted', () => {
    const owes = (name: string, since: string, amount = '4935.70') => ({
      ...{ name, overdue: { since, amount: { amount, currency: 'EUR' } } },
    });
    const problems = (hasMore: boolean, ...balances: object[]) =>
      overdueProblems({ balances, page: { hasMore } } as never, '2026-11-17');
    const [southern, late, recent] = [
      owes('Southern Tours', '2026-08-15'),
      owes('Northern Travel', '2026-10-17'),
      owes('Western Trips', '2026-10-18'),
    ];
    expect(problems(false, southern, recent)).toMatchObject([
      {
        tone: 'bad',
        title: 'Southern Tours: 4,935.70 EUR overdue by up to 94 days',
        cause: 'The oldest unpaid statement was due on 15 Aug 2026.',
        link: { to: '/billing', search: { show: 'overdue' }, label: 'Open billing' },
      },
    ]);
    expect(problems(false, southern, late, recent)[0]?.cause).toContain(
      'Another partner is more than 30 days',
    );
    expect(problems(true, southern, late, late)[0]?.cause).toContain('At least 2 other partners are');
    expect(problems(false, recent)).toEqual([]);
  });

  it('each degraded mode of the system is a problem, and so is any other cause', () => {
    const mode = { mode: 'REDIS_DOWN', since: '2026-07-02T09:00:00Z', effect: 'Limits are local.' } as never;
    const degraded = { level: 'DEGRADED', why: 'Redis is unreachable.' } as const;
    expect(systemProblems(degraded, { degraded: [mode] })).toMatchObject([{ cause: 'Limits are local.' }]);
    expect(systemProblems(degraded, { degraded: [] })).toMatchObject([{ cause: 'Redis is unreachable.' }]);
    expect(systemProblems({ level: 'OK' }, { degraded: [] })).toEqual([]);
  });
});

describe('the first steps', () => {
  const none = {
    ...{ hasKey: false, hasCalled: false, hasWebhook: false, hasBooked: false },
    mayCreateKeys: true,
  };

  it('each completed step is marked as done', () => {
    const steps = setupSteps({ environment: 'sandbox', ...none, hasKey: true, hasBooked: true });
    expect(steps.filter(({ done }) => done).map(({ key: name }) => name)).toEqual(['key', 'booking']);
  });

  it('the steps end with the first booking, even without an endpoint', () => {
    const all = { ...none, hasKey: true, hasCalled: true, hasBooked: true };
    expect(hasReachedGoal(setupSteps({ environment: 'sandbox', ...all }))).toBe(true);
    expect(hasReachedGoal(setupSteps({ environment: 'sandbox', ...all, hasBooked: false }))).toBe(false);
  });

  it('users who may not create keys are sent to an admin instead of a page that refuses them', () => {
    const [step] = setupSteps({ environment: 'sandbox', ...none, mayCreateKeys: false });
    expect(step).toMatchObject({ key: 'key', hint: 'Ask an admin to create one.', link: undefined });
  });
});

describe('business figures', () => {
  it('a report is being prepared until it has caught up, apart from a delay of a few minutes', () => {
    const to = '2026-07-08T12:00:00Z';
    expect(isPrepared({ asOf: null, to })).toBe(false);
    expect(isPrepared({ asOf: '2026-07-08T11:00:00Z', to })).toBe(false);
    expect(isPrepared({ asOf: '2026-07-08T11:58:00Z', to })).toBe(true);
  });

  it('a ratio of searches and bookings is rounded, unless it is small', () => {
    expect(perBooking(7_212, 100)).toBe(72);
    expect(perBooking(9, 2)).toBe(4.5);
    expect(perBooking(120_000, 10)).toBe(12_000);
    expect(perBooking(0, 3)).toBeUndefined();
    expect(perBooking(3, 0)).toBeUndefined();
  });

  it('the searches per booking of fewer than 20 earlier bookings change by a number, not by a percentage', () => {
    expect(changeOfRatio(498, 1_740, 2)).toEqual({ direction: 'down', text: '1,242' });
    expect(changeOfRatio(60, 50, 20)).toEqual({ direction: 'up', text: '20%' });
    expect(changeOfRatio(60, undefined, 20)).toBeUndefined();
  });

  it('searches that are counted only since a day of the period are divided by the bookings since then', () => {
    const from = '2026-11-12T00:00:00.000Z';
    const late = (countedSince: string | null) => countedLate({ from, countedSince });
    expect(late('2026-11-17T21:00:00.000Z')).toBe('2026-11-17T21:00:00.000Z');
    expect(late('2026-11-12T07:00:00.000Z')).toBeUndefined();
    expect(late(null)).toBeUndefined();
  });

  it('rejected bookings do not lower the share of cancelled ones, and a pending cancellation is not counted', () => {
    const states = [
      { status: 'CONFIRMED', count: 2 },
      { status: 'CANCEL_PENDING', count: 1 },
      { status: 'CANCELLED', count: 1 },
      { status: 'REJECTED', count: 6 },
    ] as never;
    const words = cancelledWords(cancellationsIn({ total: 10, states }));
    expect(words).toEqual({ count: '1 of 4', share: '25%' });
    expect(cancelledWords(cancellationsIn({ total: 0, states: [] }))).toEqual({ count: '0' });
    expect(cancelledWords({ cancelled: 0, bookings: 3 })).toEqual({ count: '0 of 3' });
  });
});
