import { expect, test } from 'vitest';
import { mergeOffers } from './merge-offers.ts';

const preferences: Record<string, number> = { 'test-1': 10, 'test-2': 5, 'test-3': 10 };
const options = { preferenceOf: (code: string) => preferences[code] ?? 0, keepsDuplicates: false };

const offers = [
  { provider: 'test-1', rateKey: 'r1', product: 'a', netMinor: 200 },
  { provider: 'test-2', rateKey: 'r1', product: 'a', netMinor: 150 },
  { provider: 'test-1', rateKey: 'r1', product: 'b', netMinor: 100 },
  { provider: 'test-3', rateKey: 'r1', product: 'b', netMinor: 100 },
  { provider: 'test-2', rateKey: 'r1', product: 'b', netMinor: 100 },
];
const shown = (list: ReturnType<typeof mergeOffers>) =>
  list.map(offer => `${offer.provider} ${offer.product} ${offer.netMinor}`);

test('each product is shown once: the cheapest, ties by preference', () => {
  expect(shown(mergeOffers(offers, options))).toEqual(['test-2 b 100', 'test-2 a 150']);
});

test('the order in which providers answered does not matter', () => {
  expect(mergeOffers(offers.toReversed(), options)).toEqual(mergeOffers(offers, options));
});

test('asked for duplicates, every offer is shown, the cheapest first', () => {
  expect(shown(mergeOffers(offers, { ...options, keepsDuplicates: true }))).toEqual([
    'test-2 b 100',
    'test-1 b 100',
    'test-3 b 100',
    'test-2 a 150',
    'test-1 a 200',
  ]);
});
