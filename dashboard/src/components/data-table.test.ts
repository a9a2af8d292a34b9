import { expect, test } from 'vitest';
import { groupRows, phonePlaces } from './data-table.tsx';

test('the first column is the title of a card, unless another column is', () => {
  expect(phonePlaces([{}, { phone: 'status' }, {}])).toEqual(['title', 'status', undefined]);
  expect(phonePlaces([{ phone: 'plain' }, { phone: 'title' }])).toEqual(['plain', 'title']);
});

test('neighbours with the same heading are one group, and rows without headings are a single group', () => {
  expect(groupRows(['a1', 'a2', 'b1', 'a3'], row => row.charAt(0))).toEqual([
    { heading: 'a', members: ['a1', 'a2'] },
    { heading: 'b', members: ['b1'] },
    { heading: 'a', members: ['a3'] },
  ]);
  expect(groupRows(['a1', 'b1'], undefined)).toEqual([{ heading: undefined, members: ['a1', 'b1'] }]);
});
