import { expect, test } from 'vitest';
import { matchParts } from './match-parts.ts';

const marked = (text: string, typed: string) =>
  matchParts(text, typed)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

test('the beginnings of words that were typed are matches', () => {
  expect(marked('Mary Delacroix', 'dela')).toBe('Mary [Dela]croix');
  expect(marked('Mary Delacroix', 'del mar')).toBe('[Mar]y [Del]acroix');
  expect(marked('Sandbox cancel.penalty', 'pen')).toBe('Sandbox cancel.[pen]alty');
  expect(marked('Shop-Order-42, Casa Luna', 'shop-ord')).toBe('[Shop-Ord]er-42, Casa Luna');
  expect(marked('Hotels in Réunion', 'reu')).toBe('Hotels in [Réu]nion');
});

test('the middle of a word is no match, and without typed text nothing is', () => {
  expect(marked('Mary Delacroix', 'croix')).toBe('Mary Delacroix');
  expect(marked('Mary Delacroix', ' ')).toBe('Mary Delacroix');
  expect(marked('', 'a')).toBe('');
});
