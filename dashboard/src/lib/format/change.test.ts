import { expect, it } from 'vitest';
import { amountLines, changeOf, changeOfCount, changeOfMoney, pointsOf } from './change.ts';

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

it('the change of fewer than 20 things is a number instead of a percentage', () => {
  expect(changeOfCount(7, 2)).toEqual({ direction: 'up', text: '5' });
  expect(changeOfCount(3, 0)).toEqual({ direction: 'up', text: '3' });
  expect(changeOfCount(6, 19)).toEqual({ direction: 'down', text: '13' });
  expect(changeOfCount(30, 20)).toEqual({ direction: 'up', text: '50%' });
  expect(changeOfCount(0, 0)).toBeUndefined();
});

it('the change of the revenue of fewer than 20 bookings is an amount instead of a percentage', () => {
  const eur = (amount: string) => [{ amount, currency: 'EUR' }];
  expect(changeOfMoney(eur('2203.21'), eur('664.18'), 2)).toEqual({ direction: 'up', text: '1,539.03 EUR' });
  expect(changeOfMoney(eur('90.00'), eur('100.00'), 19)).toEqual({ direction: 'down', text: '10.00 EUR' });
  expect(changeOfMoney(eur('90.00'), eur('100.00'), 20)).toEqual({ direction: 'down', text: '10%' });
});

it('each currency has its own line, and no amount is zero', () => {
  const amounts = [
    { amount: '10.00', currency: 'CHF' },
    { amount: '90000.00', currency: 'EUR' },
  ];
  expect(amountLines(amounts)).toEqual(['10.00 CHF', '90,000.00 EUR']);
  expect(amountLines([])).toEqual(['0']);
});

it('the change of a share is in percentage points, and below 0.05 points it counts as unchanged', () => {
  expect(pointsOf(0.112, 0.1)).toEqual({ direction: 'up', text: '1.2 points' });
  expect(pointsOf(0.105, 0.114)).toEqual({ direction: 'down', text: '0.9 points' });
  expect(pointsOf(0.11, 0.1)).toEqual({ direction: 'up', text: '1 point' });
  expect(pointsOf(0.1004, 0.1)).toEqual({ direction: 'same', text: '0 points' });
  expect(pointsOf(0.1006, 0.1)).toEqual({ direction: 'up', text: '0.1 points' });
  expect(pointsOf(0.1, undefined)).toBeUndefined();
});
