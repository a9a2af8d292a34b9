import { ENDPOINT_EXAMPLE } from '@serai/contract/account/webhook-endpoint.ts';
import { describe, expect, it, test } from 'vitest';
import {
  apiHealth,
  bySeverity,
  endpointHealth,
  endpointsHealth,
  healthFrom,
  partnerApiHealth,
  providerHealth,
  systemHealth,
  worstOf,
} from './health.ts';

const up = { enabled: true, health: { state: 'UP', since: '2026-07-01T09:00:00Z', message: null } } as const;
const provider = (errors: number, calls = 100) => providerHealth(up, { calls, errors });

test('what is down comes first, then what is degraded, and what is paused comes after what is OK', () => {
  const levels = ['UNKNOWN', 'OK', 'PAUSED', 'DEGRADED', 'DOWN'] as const;
  expect(bySeverity(levels, level => ({ level }))).toEqual(['DOWN', 'DEGRADED', 'UNKNOWN', 'OK', 'PAUSED']);
});

describe('providerHealth', () => {
  it('a provider with 45% errors is degraded, and with 50% it is down', () => {
    expect(provider(4).level).toBe('OK');
    expect(provider(5).level).toBe('DEGRADED');
    expect(provider(45)).toEqual({ level: 'DEGRADED', why: '45% of calls in the last hour failed.' });
    expect(provider(50).level).toBe('DOWN');
  });

  it('a failing provider is shown with the time of the first error and with timeouts as the cause', () => {
    const recent = { calls: 100, errors: 45, firstErrorAt: '2026-07-02T09:41:00Z' };
    const health = (timeouts: number) => providerHealth(up, { ...recent, timeouts });
    expect(health(45)).toEqual({
      level: 'DEGRADED',
      why: '45% of calls in the last hour failed, all with timeouts.',
      since: '2026-07-02T09:41:00Z',
    });
    expect(health(30).why).toContain('most with timeouts');
    expect(health(10).why).toBe('45% of calls in the last hour failed.');
  });

  it('a few failed calls do not make a provider degraded, but it is not OK either', () => {
    const why = '9 of 19 calls in the last hour failed.';
    expect(provider(9, 19)).toEqual({ level: 'UNKNOWN', label: 'Few calls', why });
    // A warning, because more than half of them failed.
    expect(provider(10, 19)).toMatchObject({
      ...{ level: 'UNKNOWN', label: '10 of 19 calls failed', warns: true },
      why: 'Too few calls in the last hour to rate the provider.',
    });
    expect(provider(1, 1).label).toBe('1 of 1 call failed');
    expect(provider(0, 19).level).toBe('OK');
  });

  it('open circuit breakers count even if few calls failed', () => {
    const open = {
      ...up,
      health: { ...up.health, state: 'DOWN', message: 'Circuit breaker open.' },
    } as const;
    expect(providerHealth(open, { calls: 100, errors: 0 })).toMatchObject({
      level: 'DOWN',
      why: 'Circuit breaker open.',
    });
  });

  it('a paused provider is paused, and the health of one without calls is unknown', () => {
    const none = { calls: 0, errors: 0 };
    expect(providerHealth({ ...up, enabled: false }, none).level).toBe('PAUSED');
    expect(providerHealth(up, none)).toMatchObject({ level: 'UNKNOWN', label: 'No recent calls' });
  });

  it('a provider whose first calls are still being counted is not reported as OK', () => {
    const none = { calls: 0, errors: 0 };
    const level = (afterMs: number) => providerHealth(up, none, Date.parse(up.health.since) + afterMs).level;
    expect([level(5_000), level(60_000)]).toEqual(['COUNTING', 'UNKNOWN']);
  });

  it('a provider is not reported as OK while its calls are unknown', () => {
    const degraded = { ...up, health: { ...up.health, state: 'DEGRADED' } } as const;
    expect(providerHealth(up, 'LOADING').level).toBe('LOADING');
    expect(providerHealth(up, 'NOT_LOADED').level).toBe('NOT_LOADED');
    expect(providerHealth(degraded, 'LOADING').level).toBe('DEGRADED');
  });
});

describe('healthFrom', () => {
  it('a failed read, or a response that could not be refreshed, is not reported as OK', () => {
    const level = (read: object) =>
      healthFrom({ isOutdated: false, ...read } as never, () => ({ level: 'OK' })).level;
    expect(level({ state: 'ready', data: 1 })).toBe('OK');
    expect(level({ state: 'waiting' })).toBe('LOADING');
    expect(level({ state: 'failed' })).toBe('NOT_LOADED');
    expect(level({ state: 'ready', data: 1, isOutdated: true })).toBe('NOT_LOADED');
  });

  it('the response to another input, for example of the other environment, is not shown as the health', () => {
    const read = { state: 'ready', data: 1, isOutdated: false, isPrevious: true } as const;
    expect(healthFrom(read, () => ({ level: 'DOWN' }))).toEqual({ level: 'LOADING' });
  });
});

describe('endpointHealth', () => {
  const NOW = Date.parse('2026-07-02T12:00:00Z');
  const endpoint = (health: object, more: object = {}) =>
    endpointHealth(
      { ...ENDPOINT_EXAMPLE, ...more, health: { ...ENDPOINT_EXAMPLE.health, ...health } } as never,
      NOW,
    ).level;

  it('an endpoint that has failed for an hour is down, and before that it is degraded', () => {
    expect(endpoint({ failingSince: '2026-07-02T11:30:00Z' })).toBe('DEGRADED');
    expect(endpoint({ failingSince: '2026-07-02T11:00:00Z' })).toBe('DOWN');
  });

  it('an endpoint whose first attempts fail is degraded until it has failed for an hour', () => {
    expect(endpoint({ failingSince: '2026-07-02T11:59:00Z', lastSuccessAt: null })).toBe('DEGRADED');
    expect(endpoint({ failingSince: '2026-07-02T11:00:00Z', lastSuccessAt: null })).toBe('DOWN');
  });

  it('an endpoint below 95% success is degraded, but only from 20 attempts on', () => {
    const rate = (successRate: number, attempts: number) => endpoint({ successRate, attempts });
    expect([rate(0.95, 20), rate(0.94, 20), rate(0.9, 10)]).toEqual(['OK', 'DEGRADED', 'OK']);
  });

  it('a disabled endpoint is down, and a paused one is paused', () => {
    expect(endpoint({}, { status: 'DISABLED' })).toBe('DOWN');
    expect(endpoint({}, { status: 'PAUSED' })).toBe('PAUSED');
    expect(endpoint({ attempts: 0, successRate: null, lastSuccessAt: null })).toBe('UNKNOWN');
  });

  it('an endpoint whose deliveries have failed is not said to have had none', () => {
    const label = (lastFailureAt: string | null) =>
      endpointHealth({
        ...ENDPOINT_EXAMPLE,
        health: {
          ...ENDPOINT_EXAMPLE.health,
          failingSince: null,
          attempts: 0,
          lastSuccessAt: null,
          lastFailureAt,
        },
      } as never).label;
    expect([label(null), label('2026-07-02T11:00:00Z')]).toEqual([
      ...['No deliveries yet', 'No successful deliveries yet'],
    ]);
  });
});

describe('endpointsHealth', () => {
  it('the health of a list with further pages states that it covers only a part of the endpoints', () => {
    const why = (nextCursor: string | null) =>
      endpointsHealth({ endpoints: [ENDPOINT_EXAMPLE, ENDPOINT_EXAMPLE], page: { nextCursor } } as never).why;
    expect([why(null), why('c')]).toEqual([undefined, 'Only the newest 2 endpoints are included.']);
  });
});

describe('apiHealth', () => {
  const api = (serverErrors: number, requests = 1_000) => apiHealth({ requests, serverErrors }).level;

  it('the API is degraded from 1% server errors, and down from 25%', () => {
    expect([api(9), api(10), api(250), api(0, 0), api(5, 10)]).toEqual([
      'OK',
      'DEGRADED',
      'DOWN',
      'UNKNOWN',
      'OK',
    ]);
  });
});

describe('apiHealth without requests', () => {
  it('requests that already count towards rate limits are not reported as missing', () => {
    const none = { requests: 0, serverErrors: 0 };
    expect(apiHealth(none)).toMatchObject({ level: 'UNKNOWN', label: 'No recent requests' });
    expect(apiHealth({ ...none, isCounting: true }).level).toBe('COUNTING');
    expect(apiHealth({ requests: 100, serverErrors: 5, isCounting: true }).level).toBe('DEGRADED');
  });

  it('a partner has data once its requests are counted, and until then they are being counted for a minute', () => {
    const health = (lastRequestAt: string | null, requests = 0) =>
      partnerApiHealth({ requests, serverErrors: 0, lastRequestAt }, Date.parse('2026-07-02T12:00:00Z'));
    expect(health('2026-07-02T11:59:55Z', 3).level).toBe('OK');
    expect(health('2026-07-02T11:59:55Z').level).toBe('COUNTING');
    for (const at of ['2026-07-02T11:59:00Z', null])
      expect(health(at)).toMatchObject({ level: 'UNKNOWN', label: 'No recent requests' });
  });
});

describe('systemHealth', () => {
  const fine = {
    ready: true,
    checks: [],
    database: { kind: 'embedded', reachable: true, version: null },
    redis: null,
    replicas: [],
    degraded: [],
  } as const;

  it('an installation is down without its database, and degraded without Redis or a replica', () => {
    const level = (more: object) => systemHealth({ ...fine, ...more } as never).level;
    expect(level({})).toBe('OK');
    expect(level({ database: { ...fine.database, reachable: false } })).toBe('DOWN');
    expect(level({ ready: false })).toBe('DOWN');
    expect(level({ redis: { reachable: false, version: null } })).toBe('DEGRADED');
    expect(level({ replicas: [{ name: 'r', state: 'DOWN', lagSeconds: null }] })).toBe('DEGRADED');
    expect(level({ degraded: [{ mode: 'm', since: '2026-07-01T09:00:00Z', effect: 'e' }] })).toBe('DEGRADED');
  });
});

describe('worstOf', () => {
  it('a group is degraded if some members fail, and down if all members are down', () => {
    const [ok, down] = [{ level: 'OK' }, { level: 'DOWN' }] as const;
    expect(worstOf([ok, ok], 'providers')).toEqual({ level: 'OK' });
    expect(worstOf([ok, down], 'providers')).toEqual({
      level: 'DEGRADED',
      why: '1 of 2 providers has problems.',
    });
    expect(worstOf([{ ...down, why: 'It fails.' }], 'providers')).toEqual({
      level: 'DOWN',
      why: 'It fails.',
    });
    expect(worstOf([{ level: 'UNKNOWN' }, down], 'providers').level).toBe('DEGRADED');
  });

  it('a group without members has none, and a group of which nothing is known shows what is missing', () => {
    const [counting, quiet] = [
      { level: 'COUNTING' },
      { level: 'UNKNOWN', label: 'No recent calls' },
    ] as const;
    expect(worstOf([], 'endpoints')).toEqual({ level: 'UNKNOWN', label: 'No endpoints' });
    expect(worstOf([quiet, quiet], 'providers')).toEqual(quiet);
    expect(worstOf([quiet, counting], 'providers')).toEqual(counting);
    expect(worstOf([counting, { level: 'OK' }], 'providers')).toEqual({ level: 'OK' });
  });
});
