import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSeal, deriveKey } from './seal.ts';

const masterKey = randomBytes(32);
const seal = createSeal(masterKey);
const clear = Buffer.from('a private key');

test('a sealed secret can be opened and looks different each time', () => {
  const sealed = seal.seal('signing-key', clear);
  expect(seal.open('signing-key', sealed)).toEqual(clear);
  expect(sealed.includes(clear)).toBe(false);
  expect(seal.seal('signing-key', clear)).not.toEqual(sealed);
});

test('a sealed secret cannot be opened with another purpose or key', () => {
  const sealed = seal.seal('signing-key', clear);
  expect(() => seal.open('webhook', sealed)).toThrow();
  expect(() => createSeal(randomBytes(32)).open('signing-key', sealed)).toThrow();
});

test('a change to any byte of a sealed secret is detected', () => {
  const sealed = seal.seal('signing-key', clear);
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] as number) ^ 1;
    expect(() => seal.open('signing-key', changed)).toThrow();
  }
});

test('derived keys are stable and differ by purpose and master key', () => {
  expect(deriveKey(masterKey, 'cursors')).toEqual(deriveKey(masterKey, 'cursors'));
  expect(deriveKey(masterKey, 'cursors')).toHaveLength(32);
  expect(deriveKey(masterKey, 'cursors')).not.toEqual(deriveKey(masterKey, 'other'));
  expect(deriveKey(masterKey, 'cursors')).not.toEqual(deriveKey(randomBytes(32), 'cursors'));
});
