import { expect, it } from 'vitest';
import { mergeTwins } from './merge-twins.ts';

it('a type that is the same in requests and responses is printed once, even if it refers to other such types', () => {
  const texts: Record<string, (nameOf: (name: string) => string) => string> = {
    Money: () => 'amount',
    MoneyInput: () => 'amount',
    Price: nameOf => `price of ${nameOf('Money')}`,
    PriceInput: nameOf => `price of ${nameOf('MoneyInput')}`,
    Bed: () => 'open',
    BedInput: () => 'closed',
    RoomInput: nameOf => nameOf('BedInput'),
  };
  const nameOf = mergeTwins(Object.keys(texts), (name, inner) => texts[name]?.(inner) ?? '');
  expect(Object.keys(texts).map(nameOf)).toEqual([
    'Money',
    'Money',
    'Price',
    'Price',
    'Bed',
    'BedInput',
    'RoomInput',
  ]);
});
