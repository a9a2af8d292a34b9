import { expect, test } from 'vitest';
import { mergedOffer } from '../../../test/merged-offer.ts';
import { mergeOffers } from './merge-offers.ts';

const preferences: Record<string, number> = { 'test-1': 10, 'test-2': 5, 'test-3': 10 };
const options = { preferenceOf: (code: string) => preferences[code] ?? 0, keepsDuplicates: false };

const offers = [
  mergedOffer({ provider: 'test-1', fingerprint: 'fp_a', netMinor: 200 }),
  mergedOffer({ provider: 'test-2', fingerprint: 'fp_a', netMinor: 150 }),
  mergedOffer({ provider: 'test-1', fingerprint: 'fp_b', netMinor: 100 }),
  mergedOffer({ provider: 'test-3', fingerprint: 'fp_b', netMinor: 100 }),
  mergedOffer({ provider: 'test-2', fingerprint: 'fp_b', netMinor: 100 }),
];
const shown = (list: ReturnType<typeof mergeOffers>) =>
  list.map(offer => `${offer.provider} ${offer.fingerprint} ${offer.netMinor}`);

test('each product is shown once: the cheapest, ties by preference', () => {
  expect(shown(mergeOffers(offers, options))).toEqual(['test-2 fp_b 100', 'test-2 fp_a 150']);
});

test('the order in which providers answered does not matter', () => {
  expect(mergeOffers(offers.toReversed(), options)).toEqual(mergeOffers(offers, options));
});

test('asked for duplicates, every offer is shown, the cheapest first', () => {
  expect(shown(mergeOffers(offers, { ...options, keepsDuplicates: true }))).toEqual([
    'test-2 fp_b 100',
    'test-1 fp_b 100',
    'test-3 fp_b 100',
    'test-2 fp_a 150',
    'test-1 fp_a 200',
  ]);
});
