import { expect, test } from 'vitest';
import { limitReference } from './reference-length.ts';

test('a reference of up to 512 characters is not changed', () => {
  expect(limitReference(null)).toBeNull();
  expect(limitReference('x'.repeat(512))).toHaveLength(512);
});

test('a longer reference is cut, and never within a character', () => {
  expect(limitReference('x'.repeat(513))).toBe('x'.repeat(512));
  expect(limitReference(`${'x'.repeat(511)}🏨`)).toBe('x'.repeat(511));
});
