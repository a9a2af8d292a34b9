import { expect, it } from 'vitest';
import { type Adapter, errorRate, fieldsToSend, stateOf } from './provider.ts';

const health = { state: 'UP', since: '2026-07-01T09:00:00Z', message: null } as const;

it('a paused provider is called paused, however it is', () => {
  expect(stateOf({ enabled: true, health }).words).toBe('Up');
  expect(stateOf({ enabled: false, health }).words).toBe('Paused');
  expect(stateOf({ enabled: true, health: { ...health, state: 'DOWN' } }).tone).toBe('bad');
});

it('without calls there is no error rate', () => {
  expect(errorRate({ calls: 0, errors: 0 })).toBeNull();
  expect(errorRate({ calls: 4, errors: 1 })).toBe(0.25);
});

it('secrets go as credentials, the rest as settings, and what is empty not at all', () => {
  const field = (name: string, secret: boolean) => ({ name, description: '', required: false, secret });
  const adapter: Adapter = {
    adapter: 'a',
    name: 'A',
    description: '',
    fields: [field('timeoutMs', false), field('region', false), field('apiKey', true), field('note', false)],
  };
  const values = { timeoutMs: ' 1500 ', region: 'eu', apiKey: '0042', note: ' ', unknown: 'x' };
  expect(fieldsToSend(adapter, values)).toEqual({
    settings: { timeoutMs: 1500, region: 'eu' },
    credentials: { apiKey: '0042' },
  });
  expect(fieldsToSend(adapter, {})).toEqual({});
});
