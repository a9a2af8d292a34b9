import { expect, it } from 'vitest';
import { balanceHint, isOwing, termsWords } from './account.tsx';

const balance = (amount: string) => ({ amount, currency: 'EUR' });

it('a partner owes something if its balance is above zero, or if its funds are below zero', () => {
  expect(isOwing({ billing: 'CREDIT', balance: balance('0.01') })).toBe(true);
  expect(isOwing({ billing: 'NONE', balance: balance('0.00') })).toBe(false);
  expect(isOwing({ billing: 'CREDIT', balance: balance('-5.00') })).toBe(false);
  expect(isOwing({ billing: 'PREPAID', balance: balance('5.00') })).toBe(false);
  expect(isOwing({ billing: 'PREPAID', balance: balance('-5.00') })).toBe(true);
  expect(isOwing({ billing: 'PREPAID', balance: balance('0.00') })).toBe(false);
});

it('a balance is explained unless it is zero', () => {
  expect(balanceHint({ billing: 'CREDIT', balance: balance('0.00') })).toBeUndefined();
  expect(balanceHint({ billing: 'CREDIT', balance: balance('-5.00') })).toBe('Nothing owed');
  expect(balanceHint({ billing: 'CREDIT', balance: balance('5.00') })).toBe('Nothing overdue');
  expect(balanceHint({ billing: 'PREPAID', balance: balance('5.00') })).toBe('Prepaid');
});

it('the terms of a partner name its limit, and say nothing about a partner without a limit', () => {
  expect(termsWords({ billing: 'CREDIT', limit: balance('12000.00') })).toBe('Credit limit 12,000.00 EUR');
  expect(termsWords({ billing: 'PREPAID', limit: null })).toBe('Prepaid');
  expect(termsWords({ billing: 'NONE', limit: null })).toBeUndefined();
});
