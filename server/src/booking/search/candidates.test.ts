import { expect, test } from 'vitest';
import type { CatalogueHotel } from '../catalogue.ts';
import {
  isAfter,
  orderCandidates,
  priceOrder,
  type Reach,
  type SearchOrder,
  searchOrder,
} from './candidates.ts';

const reach = (hotelId: string, stars: number | null, distanceMetres?: number): Reach => ({
  hotel: { hotelId, stars } as CatalogueHotel,
  distanceMetres,
});

const ids = (found: readonly Reach[], sort: SearchOrder['sort'], sortDirection?: SearchOrder['direction']) =>
  orderCandidates(found, searchOrder({ sort, sortDirection })).map(({ hotel }) => hotel.hotelId);

const around = [reach('a', 1, 500), reach('b', 5, 900), reach('c', null, 1_000), reach('d', 5, 9_000)];

test('sorting by RANK lets additional stars compensate for some distance', () => {
  expect(ids(around, 'RANK')).toEqual(['b', 'a', 'c', 'd']);
});

test('sorting by RANK keeps the requested order of hotel ids', () => {
  expect(ids([reach('z', 1), reach('a', 5), reach('m', 3)], 'RANK')).toEqual(['z', 'a', 'm']);
});

test('DISTANCE sorts hotels by distance, and STARS sorts them by stars with unrated hotels last', () => {
  expect(ids(around, 'DISTANCE')).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(around, 'STARS')).toEqual(['b', 'd', 'a', 'c']);
});

test('the direction DESC reverses the orders by rank, distance and price, and is the default for stars', () => {
  expect(ids(around, 'RANK', 'DESC')).toEqual(['d', 'c', 'a', 'b']);
  expect(ids(around, 'DISTANCE', 'DESC')).toEqual(['d', 'c', 'b', 'a']);
  expect(ids(around, 'STARS', 'DESC')).toEqual(ids(around, 'STARS'));
  expect(priceOrder(200, { sort: 'PRICE', direction: 'DESC' })).toBeLessThan(
    priceOrder(100, { sort: 'PRICE', direction: 'DESC' }),
  );
});

test('hotels without stars come last in both directions when sorted by STARS', () => {
  expect(ids(around, 'STARS', 'ASC')).toEqual(['a', 'b', 'd', 'c']);
  expect(ids(around, 'STARS', 'DESC')).toEqual(['b', 'd', 'a', 'c']);
});

test('hotels with equal sort values are ordered by id, so that pages never overlap', () => {
  const equal = [reach('b', 3, 100), reach('a', 3, 100), reach('c', 3, 100)];
  const ordered = orderCandidates(equal, { sort: 'DISTANCE', direction: 'ASC' });
  expect(ordered.map(({ hotel }) => hotel.hotelId)).toEqual(['a', 'b', 'c']);
  const rest = ordered.filter(candidate => isAfter(candidate, { order: 100, hotelId: 'a' }));
  expect(rest.map(({ hotel }) => hotel.hotelId)).toEqual(['b', 'c']);
});
