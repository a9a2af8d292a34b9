import { expect, it } from 'vitest';
import { withFxMargin } from './fx-margin.ts';

it.each([
  ['1.1745', '0', '1.1745'],
  ['1.1745', '2', '1.19799'],
  ['184.05', '1.5', '186.81075'],
  ['0.333333333333', '3', '0.343333333333'],
  ['0.000000000001', '50', '0.000000000002'],
  ['1', '0.0001', '1.000001'],
])('a rate of %s with a margin of %s percent is %s', (rate, percent, result) => {
  expect(withFxMargin(rate, percent)).toBe(result);
});
