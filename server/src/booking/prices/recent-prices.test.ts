import { expect, test } from 'vitest';
import { RecentPrices } from './recent-prices.ts';

const DAY_MS = 86_400_000;
const sample = (day: number, roomPrice: number, atMs = 0) => ({ day, roomPrice, atMs });

test('the median needs prices of five different arrival dates, however often they are searched', () => {
  const recent = new RecentPrices();
  for (let i = 0; i < 20; i++) recent.open('org_a', 'stay').add('liteapi', sample(1 + (i % 4), 100));
  expect(recent.find('org_a', 'stay')?.median('liteapi', 0)).toBeNull();
  recent.open('org_a', 'stay').add('liteapi', sample(5, 100));
  expect(recent.find('org_a', 'stay')?.median('liteapi', 0)).toBe(100);
});

test('the median covers the seven arrival dates that were searched last', () => {
  const recent = new RecentPrices();
  for (const day of [1, 2, 3, 4, 5, 6, 7]) recent.open('org_a', 'stay').add('liteapi', sample(day, 100));
  for (const day of [11, 12, 13, 14]) recent.open('org_a', 'stay').add('liteapi', sample(day, 900, 1));
  expect(recent.find('org_a', 'stay')?.median('liteapi', 0)).toBe(900);
});

test('prices older than three days no longer count', () => {
  const recent = new RecentPrices();
  for (const day of [1, 2, 3, 4, 5]) recent.open('org_a', 'stay').add('liteapi', sample(day, 100));
  const prices = recent.find('org_a', 'stay');
  expect(prices?.median('liteapi', 3 * DAY_MS - 1)).toBe(100);
  expect(prices?.priceOn('liteapi', 1, 3 * DAY_MS - 1)).toBe(100);
  expect(prices?.median('liteapi', 3 * DAY_MS)).toBeNull();
  expect(prices?.priceOn('liteapi', 1, 3 * DAY_MS)).toBeNull();
});

test('the price of the same arrival date is preferred to the median', () => {
  const recent = new RecentPrices();
  for (const day of [1, 2, 3, 4, 5]) recent.open('org_a', 'stay').add('liteapi', sample(day, 100 * day));
  const prices = recent.find('org_a', 'stay');
  expect(prices?.priceOn('liteapi', 5, 0)).toBe(500);
  expect(prices?.priceOn('liteapi', 9, 0)).toBe(300);
  expect(prices?.priceOn('rapid', 5, 0)).toBeNull();
});

test('the recent prices of one partner do not affect another', () => {
  const recent = new RecentPrices();
  for (const day of [1, 2, 3, 4, 5]) recent.open('org_a', 'stay').add('liteapi', sample(day, 100));
  expect(recent.find('org_b', 'stay')).toBeUndefined();
});

test('a partner that searches for very many stays evicts its own prices, not those of others', () => {
  const recent = new RecentPrices(10);
  for (let i = 0; i < 3; i++) recent.open('org_b', `stay ${i}`).add('liteapi', sample(1, 100));
  for (let i = 0; i < 100; i++) recent.open('org_a', `stay ${i}`).add('liteapi', sample(1, 100));
  expect(recent.size).toBe(10);
  for (let i = 0; i < 3; i++) expect(recent.find('org_b', `stay ${i}`)).toBeDefined();
  expect(recent.find('org_a', 'stay 92')).toBeUndefined();
  expect(recent.find('org_a', 'stay 93')).toBeDefined();
});
