import { expect, test } from 'vitest';
import { moneySort, nextSort, sortRows, startsDescending, timeSort } from './sort-rows.ts';

test('rows are sorted by name without regard to case, numbers by their value, and rows without a value come last', () => {
  const names = ['key 10', undefined, 'Key 9', 'beta'];
  const sorted = (isDescending: boolean) =>
    sortRows(names, name => (name ? [name] : undefined), isDescending);
  expect(sorted(false)).toEqual(['beta', 'Key 9', 'key 10', undefined]);
  expect(sorted(true)).toEqual(['key 10', 'Key 9', 'beta', undefined]);
});

test('amounts are sorted within their currency', () => {
  const amounts = [
    { amount: '9.00', currency: 'USD' },
    { amount: '100.00', currency: 'EUR' },
    { amount: '20.00', currency: 'EUR' },
  ];
  expect(sortRows(amounts, moneySort, true).map(({ amount }) => amount)).toEqual(['9.00', '100.00', '20.00']);
  expect(moneySort(null)).toBeUndefined();
});

test('names begin with the first letter, and amounts and times with the highest or latest one', () => {
  expect(startsDescending(['a'], name => [name])).toBe(false);
  expect(startsDescending([null, '2026-01-02T00:00:00Z'], timeSort)).toBe(true);
  expect(startsDescending([{ amount: '1.00', currency: 'EUR' }], moneySort)).toBe(true);
});

test('the third click on a heading restores the order of the server', () => {
  const first = nextSort(undefined, 'owed', true);
  const second = nextSort(first, 'owed', true);
  expect([first, second, nextSort(second, 'owed', true)]).toEqual([
    { key: 'owed', isDescending: true },
    { key: 'owed', isDescending: false },
    undefined,
  ]);
  expect(nextSort(second, 'name', false)).toEqual({ key: 'name', isDescending: false });
});
