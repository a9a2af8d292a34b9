import { expect, test } from 'vitest';
import { accountView } from './account-view.ts';
import { type Account, availableMinor } from './available.ts';

const account: Account = {
  model: 'NONE',
  currency: 'EUR',
  limitMinor: null,
  owedMinor: 30_000,
  heldMinor: 5_000,
};

test('the available amount is null if the billing model has no limit', () => {
  expect(availableMinor(account)).toBeNull();
});

test('credit that is owed or held is not available', () => {
  expect(availableMinor({ ...account, model: 'CREDIT', limitMinor: 100_000 })).toBe(65_000);
  expect(availableMinor({ ...account, model: 'CREDIT', limitMinor: 10_000 })).toBe(-25_000);
});

test('a partner that pays in advance can book up to its funds minus the held amount', () => {
  const prepaid: Account = { ...account, model: 'PREPAID', owedMinor: -40_000 };
  expect(accountView(prepaid)).toEqual({
    billing: 'PREPAID',
    currency: 'EUR',
    limit: null,
    balance: { amount: '400.00', currency: 'EUR' },
    held: { amount: '50.00', currency: 'EUR' },
    available: { amount: '350.00', currency: 'EUR' },
  });
  expect(accountView({ ...prepaid, owedMinor: 0 }).balance.amount).toBe('0.00');
});
