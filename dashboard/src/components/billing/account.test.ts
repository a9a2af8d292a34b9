import { expect, it } from 'vitest';
import { balanceHint, isOwing } from './account.tsx';

const balance = (amount: string) => ({ amount, currency: 'EUR' });

it('a partner owes something if its balance is above zero, or if its funds are below zero', () => {
  expect(isOwing({ billing: 'CREDIT', balance: balance('0.01') })).toBe(true);
  expect(isOwing({ billing: 'NONE', balance: balance('0.00') })).toBe(false);
  expect(isOwing({ billing: 'CREDIT', balance: balance('-5.00') })).toBe(false);
  expect(isOwing({ billing: 'PREPAID', balance: balance('5.00') })).toBe(false);
  expect(isOwing({ billing: 'PREPAID', balance: balance('-5.00') })).toBe(true);
  expect(isOwing({ billing: 'PREPAID', balance: balance('0.00') })).toBe(false);
});

it('a balance of zero says that nothing is owed', () => {
  expect(balanceHint({ billing: 'CREDIT', balance: balance('0.00') })).toBe('Nothing owed');
  expect(balanceHint({ billing: 'CREDIT', balance: balance('5.00') })).toBe('Credit');
  expect(balanceHint({ billing: 'PREPAID', balance: balance('5.00') })).toBe('Prepaid');
});
