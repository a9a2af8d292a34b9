import { expect, test } from 'vitest';
import { wholeNumberOrNull, wholeNumberProblem } from './whole-number.ts';

test.each(['30 days', '1e3', '-1', '1.5', '1,000', 'none'])(
  '"%s" is a problem, never an empty value',
  text => {
    expect(wholeNumberProblem(text)).toBeDefined();
    expect(() => wholeNumberOrNull(text)).toThrow();
  },
);

test('only an empty field means that there is no value', () => {
  expect(wholeNumberOrNull(' ')).toBeNull();
  expect(wholeNumberOrNull(' 30 ')).toBe(30);
  expect(wholeNumberOrNull('0')).toBe(0);
});
