import { expect, test } from 'vitest';
import { checkMayChange } from './inventory-parts.ts';

test('staff without a list of hotels may change every hotel and import files', () => {
  expect(() => checkMayChange({ hotels: null }, 'htl_1')).not.toThrow();
  expect(() => checkMayChange({ hotels: null })).not.toThrow();
  expect(() => checkMayChange({}, 'htl_1')).not.toThrow();
});

test('a revenue manager with a list of hotels may change only those hotels', () => {
  const limited = { hotels: ['htl_1'] };
  expect(() => checkMayChange(limited, 'htl_1')).not.toThrow();
  expect(() => checkMayChange(limited, 'htl_2')).toThrow('You are not allowed to change this hotel.');
  expect(() => checkMayChange(limited)).toThrow('cannot import files');
});
