import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RecentPrices } from './recent-prices.ts';

const DAY_MS = 86_400_000;
const sample = (day: number, roomPrice: number, atMs = 0) => ({ day, roomPrice, atMs });

test('the median of recent prices needs five different arrival dates, however often they are searched', () => {
  const recent = new RecentPrices();
  for (let i = 0; i < 20; i++) recent.open('org_a', 'stay').add('liteapi', sample(1 + (i % 4), 100));
  expect(recent.find('org_a', 'stay')?.median('liteapi', 0)).toBeNull();
  recent.open('org_a', 'stay').add('liteapi', sample(5, 100));
  expect(recent.find('org_a', 'stay')?.median('liteapi', 0)).toBe(100);
});

test('the median of recent prices covers the seven arrival dates that were searched last', () => {
  const recent = new RecentPrices();
  for (const day of [1, 2, 3, 4, 5, 6, 7]) recent.open('org_a', 'stay').add('liteapi', sample(day, 100));
  for (const day of [11, 12, 13, 14]) recent.open('org_a', 'stay').add('liteapi', sample(day, 900, 1));
  expect(recent.find('org_a', 'stay')?.median('liteapi', 0)).toBe(900);
});

test('stored prices no longer count after three days', () => {
  const recent = new RecentPrices();
  for (const day of [1, 2, 3, 4, 5]) recent.open('org_a', 'stay').add('liteapi', sample(day, 100));
  const prices = recent.find('org_a', 'stay');
  expect(prices?.median('liteapi', 3 * DAY_MS - 1)).toBe(100);
  expect(prices?.priceOn('liteapi', 1, 3 * DAY_MS - 1)).toBe(100);
  expect(prices?.median('liteapi', 3 * DAY_MS)).toBeNull();
  expect(prices?.priceOn('liteapi', 1, 3 * DAY_MS)).toBeNull();
});

test('the recent price for the same arrival date is preferred to the median', () => {
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

test('with several partners, each eviction removes the oldest stay of a partner with the most stays', () => {
  const partner = fc.constantFrom('org_a', 'org_b', 'org_c');
  const opened = fc.array(fc.tuple(partner, fc.integer({ min: 0, max: 9 })), { maxLength: 60 });
  fc.assert(
    fc.property(opened, stays => {
      const recent = new RecentPrices(6);
      const expected = new Map<string, number[]>();
      for (const [organisationId, stay] of stays) {
        recent.open(organisationId, `${stay}`);
        const isNew = !expected.get(organisationId)?.includes(stay);
        if (isNew && [...expected.values()].flat().length === 6) evictOldest(expected, recent);
        const others = (expected.get(organisationId) ?? []).filter(each => each !== stay);
        expected.set(organisationId, [...others, stay]);
        const known = [...expected].flatMap(([org, days]) => days.map(day => recent.find(org, `${day}`)));
        expect(known.every(prices => prices !== undefined)).toBe(true);
        expect(recent.size).toBe(known.length);
      }
    }),
  );
});

/** Removes from `expected` the stay that was evicted, which must be the oldest of a partner with the most stays. */
function evictOldest(expected: Map<string, number[]>, recent: RecentPrices): void {
  const most = Math.max(...[...expected.values()].map(({ length }) => length));
  const evicted = [...expected].filter(
    ([org, [oldest]]) => oldest !== undefined && recent.find(org, `${oldest}`) === undefined,
  );
  expect(evicted).toHaveLength(1);
  const [[organisationId, stays]] = evicted as [[string, number[]]];
  expect(stays).toHaveLength(most);
  expected.set(organisationId, stays.slice(1));
}
