import { expect, test } from 'vitest';
import { FEATURE_NAMES, FEATURES } from '../../server/src/mapping/scoring/features.ts';
import { estimateModel, type Patterns } from './expectation-maximisation.ts';

/** Pairs with only a name and a phone. All other features are missing. */
function pairs(counts: readonly (readonly [name: string, phone: string, count: number])[]): Patterns {
  const patterns = new Map<string, { levels: number[]; count: number }>();
  for (const [name, phone, count] of counts) {
    const given: Record<string, string> = { NAME: name, PHONE: phone };
    const levels = FEATURE_NAMES.map(feature =>
      (FEATURES[feature] as readonly string[]).indexOf(given[feature] ?? 'MISSING'),
    );
    patterns.set(levels.join(), { levels, count });
  }
  return patterns;
}

test('expectation maximisation finds the pairs of the same hotel without labels and estimates their share', () => {
  const patterns = pairs([
    ['SAME', 'SAME', 90],
    ['SAME', 'DIFFERENT', 12],
    ['DIFFERENT', 'SAME', 8],
    ['DIFFERENT', 'DIFFERENT', 890],
  ]);
  const { share, m, u } = estimateModel(patterns, patterns, 50);
  expect(share).toBeGreaterThan(0.08);
  expect(share).toBeLessThan(0.12);
  const phone = FEATURE_NAMES.indexOf('PHONE');
  expect(m[phone]?.[0]).toBeGreaterThan(0.8);
  expect(u[phone]?.[0]).toBeLessThan(0.03);
});
