import { expect, test } from 'vitest';
import type { TokenClaims } from './token-claims.ts';
import { VerifiedTokens } from './token-verifier.ts';

function claims(expiresAtMs: number): TokenClaims {
  return {
    keyId: 'AAAABBBBCCCC',
    organisationId: 'org_test',
    environment: 'sandbox',
    scopes: new Set(),
    spendLimit: undefined,
    generation: 1,
    notBeforeMs: 0,
    expiresAtMs,
  };
}

test('a verified token stays cached until its expiry plus leeway, and is removed when a token is added after that', () => {
  const tokens = new VerifiedTokens(100);
  for (let second = 0; second < 10; second++) tokens.add(`t${second}`, claims(second * 1000), 0);
  tokens.add('next', claims(300_000), 34_999);
  expect(tokens.size).toBe(6);
  expect(tokens.get('t4')).toBeUndefined();
  expect(tokens.get('t5')).toBeDefined();
});

test('the cache of verified tokens never exceeds its size and evicts the oldest token', () => {
  const tokens = new VerifiedTokens(3);
  for (let i = 0; i < 10_000; i++) tokens.add(`t${i}`, claims(i), 0);
  expect(tokens.size).toBe(3);
  expect(tokens.get('t9996')).toBeUndefined();
  expect(tokens.get('t9997')).toBeDefined();
  expect(tokens.get('t9999')).toBeDefined();
});
