import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomBase62 } from '../../platform/ids/ids.ts';
import {
  displayKey,
  environmentsOf,
  findKeyText,
  keyIdIn,
  keyIdStart,
  newKeyId,
  newKeyText,
  parseKeyText,
} from './key-format.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('the text of a key', () => {
  test('keys for both environments can be generated and parsed', () => {
    for (const environment of ['sandbox', 'production'] as const) {
      const id = newKeyId();
      const text = newKeyText(environment, id);
      expect(text).toMatch(/^serai_(sandbox|live)_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/);
      expect(parseKeyText(text)).toEqual({ environment, id, secret: text.slice(-36) });
      expect(keyIdIn(text)).toBe(id);
    }
  });

  test('a complete key is found in pasted text', () => {
    const text = newKeyText('production', newKeyId());
    const damaged = `${text.slice(0, -1)}${text.endsWith('0') ? '1' : '0'}`;
    for (const around of ['', ' ', "'", 'ApiKey ', `KEY=${damaged};\n`])
      expect(findKeyText(`${around}${text}${around}`)).toEqual(parseKeyText(text));
    expect(findKeyText(damaged)).toBeUndefined();
    expect(findKeyText(`${text.slice(0, -1)} `)).toBeUndefined();
  });

  test('a key with any single character changed is rejected', () => {
    const text = newKeyText('production', newKeyId());
    for (let i = 0; i < text.length; i++) {
      for (const letter of `${BASE62}_-. `) {
        if (text[i] === letter) continue;
        const damaged = text.slice(0, i) + letter + text.slice(i + 1);
        expect(parseKeyText(damaged), damaged).toBeUndefined();
      }
    }
  });

  test('a key with any two neighbouring characters swapped is rejected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 61 }), index => {
        const text = newKeyText('sandbox', newKeyId());
        const i = Math.min(index, text.length - 2);
        if (text[i] === text[i + 1]) return;
        const swapped = text.slice(0, i) + text[i + 1] + text[i] + text.slice(i + 2);
        expect(parseKeyText(swapped)).toBeUndefined();
      }),
    );
  });

  test('a string that is not exactly a key is rejected', () => {
    fc.assert(fc.property(fc.string({ maxLength: 200 }), text => parseKeyText(text) === undefined));
    const text = newKeyText('sandbox', newKeyId());
    for (const bad of [
      '',
      `${text} `,
      ` ${text}`,
      `${text}\n`,
      text.toUpperCase(),
      text.replace('sandbox', 'test'),
    ]) {
      expect(parseKeyText(bad)).toBeUndefined();
    }
  });

  test('a key is displayed with its ID and only the first four characters of its secret', () => {
    expect(displayKey('production', 'AAAABBBBCCCC', 'wxyz')).toBe('serai_live_AAAABBBBCCCC_wxyz…');
  });
});

test.each([
  ['serai_live_4Z', '4Z'],
  ['serai_live_4Zk81mQpXr2T_h7Qd…', '4Zk81mQpXr2T'],
  ['4Zk8', '4Zk8'],
  ['4Zk', undefined],
  ['serai_live_', undefined],
  ['web shop', undefined],
])('a search for "%s" looks for IDs that begin with %s', (text, id) => {
  expect(keyIdStart(text)).toBe(id);
});

test.each([
  ['serai_', ['sandbox', 'production']],
  ['serai_l', ['production']],
  ['serai_sandbox_', ['sandbox']],
  ['serai', []],
  ['serai_live_4', []],
])('a search for "%s" finds all keys of %j', (text, environments) => {
  expect(environmentsOf(text).toSorted()).toEqual(environments.toSorted());
});

describe('the key generator', () => {
  test('the key generator uses all characters equally often (chi-square over 620,000 characters)', () => {
    const counts = new Map<string, number>();
    const expected = 10_000;
    for (const letter of randomBase62(62 * expected)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    let chiSquare = 0;
    for (const letter of BASE62) chiSquare += ((counts.get(letter) ?? 0) - expected) ** 2 / expected;
    // 61 degrees of freedom: a fair source exceeds this value once in a million runs.
    expect(chiSquare).toBeLessThan(125);
  });

  test('the key generator discards random bytes that would make some characters more likely', () => {
    const bytes = [...new Uint8Array(20).fill(255), ...randomBytes(200)];
    const random = (size: number) => Uint8Array.from(bytes.splice(0, size));
    expect(randomBase62(5, random)).toHaveLength(5);
    expect(bytes.length).toBeLessThan(200);
  });
});
