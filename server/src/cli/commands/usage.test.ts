import { LOGGED_REQUEST_EXAMPLE } from '@serai/contract/account/requests.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import type { Clock } from '../../platform/clock.ts';

const clock = new ManualClock(Date.parse('2026-07-02T10:18:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const serai = (argv: string[], more: object = {}) => runSerai(argv, { env: service.env, clock, ...more });

describe('sign-in', () => {
  it('serai sign-in prints the link and its expiry', async () => {
    const { out } = await serai(['sign-in', '--role', 'developer']);
    expect(out).toContain('http://127.0.0.1:8081/sign-in#<token>');
    expect(out).toContain('It expires at 2026-07-03 10:15 UTC');
    expect(service.received[0]?.input).toEqual({ role: 'developer' });
  });
});

describe('usage', () => {
  it('serai usage shows totals, operations, errors and rate windows', async () => {
    const { code, out } = await serai(['usage', '--since', '7d', '--environment', 'production']);
    expect(code).toBe(0);
    expect(out).toContain('1204 requests, 3 rate limited, 310.4 ms on average, p50 240 ms, p95 910 ms.');
    expect(out).toContain('188 of 600');
    expect(out).toContain('VALIDATION_ERROR');
    expect(service.received[0]?.input).toEqual({
      from: '2026-06-25T10:18:00.000Z',
      environment: 'production',
    });
  });
});

describe('usage of keys', () => {
  it('serai usage clients shows the addresses and client versions that use a key', async () => {
    const { out } = await serai(['usage', 'clients', '4Zk81mQpXr2T']);
    expect(out).toContain('203.0.113.7');
    expect(out).toContain('4.2.0');
    expect(service.received[0]).toMatchObject({ input: { keyId: '4Zk81mQpXr2T' } });
  });

  it('serai usage sparks draws the last 24 hours of every key', async () => {
    const { out } = await serai(['usage', 'sparks', 'production']);
    expect(out).toMatch(/4Zk81mQpXr2T +▁.*█ +3312/);
  });

  it('serai usage funnel shows the searches, quotes and bookings of each key', async () => {
    const { out } = await serai(['usage', 'funnel', 'production', '--since', '7d']);
    expect(out).toMatch(/61200 +1830 +402 +395/);
    expect(service.received[0]?.input).toEqual({
      environment: 'production',
      from: '2026-06-25T10:18:00.000Z',
    });
  });
});

describe('requests show', () => {
  it('serai requests show prints a request with its bodies', async () => {
    const { out } = await serai(['requests', 'show', 'log_01J9ZD8K5M']);
    expect(out).toContain('"checkIn": "2026-08-01"');
    expect(out).toContain('Response body: not stored');
  });
});

describe('requests list', () => {
  it('serai requests list sends every filter and shows the rows', async () => {
    const typed =
      'requests list --since 1h --until 2026-07-02T10:00:00Z --status 429 --class 4xx --code RATE_LIMIT_EXCEEDED --operation availability --key k --address a --request-id r --idempotency-key i --booking b --limit 5';
    const { out } = await serai(typed.split(' '));
    expect(out).toContain('2026-07-02 10:15:00.120');
    expect(service.received[0]?.input).toEqual({
      from: '2026-07-02T09:18:00.000Z',
      to: '2026-07-02T10:00:00.000Z',
      status: 429,
      statusClass: '4xx',
      code: 'RATE_LIMIT_EXCEEDED',
      operation: 'availability',
      keyId: 'k',
      address: 'a',
      requestId: 'r',
      idempotencyKey: 'i',
      bookingId: 'b',
      page: { limit: 5 },
    });
  });

  it('serai requests list --follow prints each new row once, newest last, until interrupted', async () => {
    const page = (...rowIds: string[]) => ({
      requests: rowIds.map(rowId => ({ ...LOGGED_REQUEST_EXAMPLE, rowId })),
      page: { nextCursor: null, hasMore: false },
      retentionDays: 30,
      droppedRows: 0,
    });
    const interrupt = new AbortController();
    const steps = [page('log_2', 'log_1'), page('log_3', 'log_2', 'log_1'), page('log_4', 'log_3')];
    for (const step of steps) service.answerNext(200, step);
    const following: Clock = {
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      after(_delayMs, task) {
        const passed = setImmediate(() => {
          if (service.received.length === steps.length) interrupt.abort();
          else task();
        });
        return { cancel: () => clearImmediate(passed) };
      },
    };
    const { code, out } = await serai(['requests', 'list', '--follow', '--json'], {
      clock: following,
      signal: interrupt.signal,
    });
    expect(code).toBe(0);
    const rows = out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).rowId);
    expect(rows).toEqual(['log_1', 'log_2', 'log_3', 'log_4']);
  });
});
