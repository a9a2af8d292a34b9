import { ENDPOINT_EXAMPLE } from '@serai/contract/account/webhook-endpoint.ts';
import { describe, expect, it } from 'vitest';
import { apiHealth, endpointHealth, providerHealth, systemHealth, worstOf } from './health.ts';

const up = { enabled: true, health: { state: 'UP', since: '2026-07-01T09:00:00Z', message: null } } as const;
const provider = (errors: number, calls = 100) => providerHealth(up, { calls, errors });

describe('providerHealth', () => {
  it('a provider with 45 % errors is degraded, and with 50 % it is down', () => {
    expect(provider(4).level).toBe('OK');
    expect(provider(5).level).toBe('DEGRADED');
    expect(provider(45)).toEqual({ level: 'DEGRADED', why: '45 % of the calls in the last hour failed.' });
    expect(provider(50).level).toBe('DOWN');
  });

  it('a few failed calls do not make a provider degraded', () => {
    expect(provider(10, 19).level).toBe('OK');
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

  it('a paused provider is paused, and one without calls is unknown', () => {
    expect(providerHealth({ ...up, enabled: false }).level).toBe('PAUSED');
    expect(providerHealth({ ...up, health: { ...up.health, state: 'UNKNOWN' } }).level).toBe('UNKNOWN');
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

  it('an endpoint that has never succeeded is down as soon as it fails', () => {
    expect(endpoint({ failingSince: '2026-07-02T11:59:00Z', lastSuccessAt: null })).toBe('DOWN');
  });

  it('an endpoint below 95 % success is degraded', () => {
    expect([endpoint({ successRate: 0.95 }), endpoint({ successRate: 0.94 })]).toEqual(['OK', 'DEGRADED']);
  });

  it('a disabled endpoint is down, and a paused one is paused', () => {
    expect(endpoint({}, { status: 'DISABLED' })).toBe('DOWN');
    expect(endpoint({}, { status: 'PAUSED' })).toBe('PAUSED');
    expect(endpoint({ successRate: null, lastSuccessAt: null })).toBe('UNKNOWN');
  });
});

describe('apiHealth', () => {
  const api = (serverErrors: number, requests = 1_000) => apiHealth({ requests, serverErrors }).level;

  it('the API is degraded from 1 % server errors, and down from 25 %', () => {
    expect([api(9), api(10), api(250), api(0, 0), api(5, 10)]).toEqual([
      'OK',
      'DEGRADED',
      'DOWN',
      'UNKNOWN',
      'OK',
    ]);
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
  it('a group is degraded if some of its members fail, and down only if all of them are down', () => {
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
    expect(worstOf([], 'providers').level).toBe('UNKNOWN');
  });
});
