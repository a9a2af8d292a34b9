import { expect, it } from 'vitest';
import { amountLines, changeOf, changeOfMoney, pointsOf } from './change.ts';

it('a figure is compared with the period before, unless that was empty', () => {
  expect(changeOf(42, 37)).toEqual({ direction: 'up', text: '14%' });
  expect(changeOf(3, 6)).toEqual({ direction: 'down', text: '50%' });
  expect(changeOf(6, 6)).toEqual({ direction: 'same', text: '0%' });
  expect(changeOf(6, 0)).toBeUndefined();
});

it('a figure without a value in either period is not compared', () => {
  expect(changeOf(undefined, 3.5)).toBeUndefined();
  expect(changeOf(3.5, undefined)).toBeUndefined();
});

it('a negative amount is not compared, because its percentage would mislead', () => {
  expect(changeOf(-50, -100)).toBeUndefined();
  expect(changeOf(50, -100)).toBeUndefined();
  expect(changeOf(-50, 100)).toBeUndefined();
  expect(changeOf(0, 100)).toEqual({ direction: 'down', text: '100%' });
});

it('a small change is not shown as unchanged', () => {
  expect(changeOf(1004, 1000)).toEqual({ direction: 'up', text: '0.4%' });
  expect(changeOf(99_999, 100_000)).toEqual({ direction: 'down', text: '<0.1%' });
});

it('amounts in different currencies are not compared', () => {
  const eur = (amount: string) => ({ amount, currency: 'EUR' });
  expect(changeOfMoney([eur('110.00')], [eur('100.00')])).toEqual({ direction: 'up', text: '10%' });
  expect(changeOfMoney([eur('1')], [{ amount: '1', currency: 'USD' }])).toBeUndefined();
  expect(changeOfMoney([eur('1')], [])).toBeUndefined();
});

it('each currency has its own line, and no amount is a dash', () => {
  const amounts = [
    { amount: '10.00', currency: 'CHF' },
    { amount: '90000.00', currency: 'EUR' },
  ];
  expect(amountLines(amounts)).toEqual(['10.00 CHF', '90,000.00 EUR']);
  expect(amountLines([])).toEqual(['–']);
});

it('the change of a share is in percentage points, and below 0.05 points it counts as unchanged', () => {
  expect(pointsOf(0.112, 0.1)).toEqual({ direction: 'up', text: '1.2 points' });
  expect(pointsOf(0.105, 0.114)).toEqual({ direction: 'down', text: '0.9 points' });
  expect(pointsOf(0.11, 0.1)).toEqual({ direction: 'up', text: '1 point' });
  expect(pointsOf(0.1004, 0.1)).toEqual({ direction: 'same', text: '0 points' });
  expect(pointsOf(0.1006, 0.1)).toEqual({ direction: 'up', text: '0.1 points' });
  expect(pointsOf(0.1, undefined)).toBeUndefined();
});
