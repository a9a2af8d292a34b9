import { expect, test } from 'vitest';
import { searchCost } from './search-cost.ts';

const STAY = { checkIn: '2027-03-01', checkOut: '2027-03-04', occupancies: [{ adults: 2 }] };
const hotelIds = Array.from({ length: 40 }, (_, i) => `htl_${i}`) as never;

test.each([
  ['all hotels given by id', { hotelIds }, 2, 40 * 3 * 2],
  ['every room', { hotelIds, occupancies: [{ adults: 2 }, { adults: 1 }] }, 2, 40 * 2 * 3 * 2],
  ['only the nights of the stay', { hotelIds, checkOut: '2027-03-02' }, 2, 40 * 2],
  ['one page and some spare hotels', { hotelIds, page: { limit: 5 } }, 1, 16 * 3],
  ['all hotels when sorting by price', { hotelIds, page: { limit: 5 }, sort: 'PRICE' as const }, 1, 40 * 3],
  ['the maximum number of hotels for a place sorted by price', { sort: 'PRICE' as const }, 1, 1_000 * 3],
  ['one page of hotels for a place', {}, 1, 61 * 3],
])('the cost of a search counts %s', (_, fields, providers, cost) => {
  expect(searchCost({ ...STAY, ...fields }, providers)).toBe(cost);
});
