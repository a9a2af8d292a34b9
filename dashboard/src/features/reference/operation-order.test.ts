import { expect, it } from 'vitest';
import { inGroups, inReferenceOrder, neighboursOf, type OperationHead } from './operation-order.ts';

const head = (name: string, group: OperationHead['group']): OperationHead => ({
  name,
  group,
  path: `/${name}`,
  summary: name,
  scope: 'hotels:search',
});
const operations = [
  head('boards', 'Content'),
  head('availability', 'Booking'),
  head('search', 'Places'),
  head('cancel', 'Booking'),
];

it('operations are in the order of their groups, and within a group in that of the response', () => {
  const names = inReferenceOrder(operations).map(({ name }) => name);
  expect(names).toEqual(['availability', 'cancel', 'search', 'boards']);
});

it('groups without operations are left out', () => {
  const found = operations.filter(({ group }) => group !== 'Places');
  expect(inGroups(found).map(({ group }) => group)).toEqual(['Booking', 'Content']);
});

it('the operations before and after one are found across groups', () => {
  const names = (name: string) => {
    const { previous, next } = neighboursOf(operations, name);
    return [previous?.name, next?.name];
  };
  expect(names('availability')).toEqual([undefined, 'cancel']);
  expect(names('search')).toEqual(['cancel', 'boards']);
  expect(names('boards')).toEqual(['search', undefined]);
  expect(names('unknown')).toEqual([undefined, undefined]);
});
