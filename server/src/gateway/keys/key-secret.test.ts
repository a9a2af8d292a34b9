import { expect, test } from 'vitest';
import { digestSecret, findSecret, hashSecret, type StoredSecret } from './key-secret.ts';

const stored = (id: string, secret: string, validUntilMs?: number): StoredSecret => ({
  id,
  hash: hashSecret(secret).toString('latin1'),
  validUntilMs,
});

test('a key with two secrets accepts either of them and no other secret', () => {
  const secrets = [stored('old', 'aaa', 2_000), stored('new', 'bbb')];
  expect(findSecret(secrets, digestSecret('aaa'), 1_000)?.id).toBe('old');
  expect(findSecret(secrets, digestSecret('bbb'), 1_000)?.id).toBe('new');
  expect(findSecret(secrets, digestSecret('ccc'), 1_000)).toBeUndefined();
});

test('a secret is rejected from the exact time of its expiry', () => {
  const secrets = [stored('old', 'aaa', 2_000)];
  expect(findSecret(secrets, digestSecret('aaa'), 1_999)?.id).toBe('old');
  expect(findSecret(secrets, digestSecret('aaa'), 2_000)).toBeUndefined();
});

test('no secret matches an unknown key or a key without secrets', () => {
  expect(findSecret(undefined, digestSecret(''), 0)).toBeUndefined();
  expect(findSecret([], digestSecret(''), 0)).toBeUndefined();
});

test('a damaged hash matches no secret, not even the one that was compared before', () => {
  const whole = stored('whole', 'aaa');
  for (const hash of ['', whole.hash.slice(0, 31)]) {
    expect(findSecret([whole], digestSecret('aaa'), 0)?.id).toBe('whole');
    expect(findSecret([{ ...whole, hash }], digestSecret('aaa'), 0)).toBeUndefined();
  }
});
