import { expect, test } from 'vitest';
import { scriptedSupplier } from '../../../../test/scripted-supplier.ts';
import type { Supplier } from '../../port/supplier.ts';
import { providerRegistry } from '../provider-registry.ts';
import { type Connection, connectedProviders, connectionKey } from './connection.ts';

const provider = (code: string, preference: number, kind: Supplier['kind'] = 'TEST') => ({
  code,
  preference,
  supplier: scriptedSupplier({ kind }),
});
const all = providerRegistry([
  provider('own', 5),
  provider('own', 5, 'LIVE'),
  provider('test-1', 10),
  provider('test-2', 20),
]);
const connection = (changes: Partial<Connection>): Connection => ({
  name: 'X',
  enabled: true,
  preference: 5,
  timeoutMs: null,
  supportContact: null,
  ...changes,
});
const connected = (code: string, changes: Partial<Connection>) =>
  connectedProviders(all, new Map([[connectionKey('sandbox', code), connection(changes)]]));
const codes = (providers: typeof all, testMode = true) => providers.list(testMode).map(({ code }) => code);

test('a partner without its own connection settings can book from all providers', () => {
  expect(connectedProviders(all, new Map())).toBe(all);
});

test('a paused provider is neither listed nor found in its environment', () => {
  const providers = connected('own', { enabled: false });
  expect([codes(providers), codes(providers, false)]).toEqual([['test-1', 'test-2'], ['own']]);
  expect(providers.find('own', true)).toBeUndefined();
  expect(providers.find('own', false)?.code).toBe('own');
  expect(providers.find('none', true)).toBeUndefined();
});

test('a changed preference and timeout override the defaults of the provider', () => {
  const providers = connected('test-2', { preference: 1, timeoutMs: 900 });
  expect(codes(providers)).toEqual(['test-2', 'own', 'test-1']);
  expect(providers.find('test-2', true)).toMatchObject({ preference: 1, timeoutMs: 900 });
  expect(connected('test-2', {}).find('test-2', true)).not.toHaveProperty('timeoutMs');
});
