import { expect, test } from 'vitest';
import { searchCost } from './search-cost.ts';

const STAY = { checkIn: '2027-03-01', checkOut: '2027-03-04', occupancies: [{ adults: 2 }] };
const hotelIds = Array.from({ length: 40 }, (_, i) => `htl_${i}`) as never;

test.each([
  ['hotels by id', { hotelIds }, 2, 40 * 3 * 2],
  ['rooms count', { hotelIds, occupancies: [{ adults: 2 }, { adults: 1 }] }, 2, 40 * 2 * 3 * 2],
  ['nights count', { hotelIds, checkOut: '2027-03-02' }, 2, 40 * 2],
  ['no more hotels than a page needs', { hotelIds, page: { limit: 5 } }, 1, 16 * 3],
  ['by price all of them', { hotelIds, page: { limit: 5 }, sort: 'PRICE' as const }, 1, 40 * 3],
  ['a place counts as a large one', { sort: 'PRICE' as const }, 1, 1_000 * 3],
  ['of a place a page', {}, 1, 61 * 3],
])('%s', (_, members, providers, cost) => {
  expect(searchCost({ ...STAY, ...members }, providers)).toBe(cost);
});
