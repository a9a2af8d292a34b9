import { expect, test } from 'vitest';
import { phonePlaces } from './data-table.tsx';

test('the first column is the title of a card, unless another column is', () => {
  expect(phonePlaces([{}, { phone: 'status' }, {}])).toEqual(['title', 'status', undefined]);
  expect(phonePlaces([{ phone: 'plain' }, { phone: 'title' }])).toEqual(['plain', 'title']);
});
