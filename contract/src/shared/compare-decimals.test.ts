import { expect, it } from 'vitest';
import { compareDecimals } from './money.ts';

it.each([
  ['1', '1.00', 0],
  ['007', '7', 0],
  ['9', '10', -1],
  ['10.1', '10.09', 1],
  ['0.1', '0.10000000000000000001', -1],
  ['9007199254740993', '9007199254740992', 1],
])('orders %s and %s exactly', (a, b, order) => {
  expect(Math.sign(compareDecimals(a, b))).toBe(order);
});
