import { expect, it } from 'vitest';
import { derivationText, findingsText } from './plan-words.ts';

it('a plan that follows another one names it and the change', () => {
  const text = (change: object) => derivationText({ derivedFrom: { plan: 'FLEX', ...change } }, 'EUR');
  expect(text({ percent: '-10' })).toBe('FLEX −10%');
  expect(text({ percent: '12.5' })).toBe('FLEX +12.5%');
  expect(text({ amount: '-1500.00' })).toBe('FLEX −1,500.00 EUR');
  expect(text({ amount: '0' })).toBe('same price as FLEX');
  expect(derivationText({}, 'EUR')).toBeUndefined();
});

it('findings are counted, and problems come first', () => {
  expect(findingsText(0, 4)).toBe('4 warnings');
  expect(findingsText(1, 1)).toBe('1 problem, 1 warning');
  expect(findingsText(0, 0)).toBeUndefined();
});
