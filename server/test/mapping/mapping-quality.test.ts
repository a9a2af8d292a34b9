/**
 * A small version of `npm run bench -- mapping`: similar requirements, checked on about two thousand hotels of the
 * hold-out data.
 */
import { expect, test } from 'vitest';
import modelFile from '../../src/mapping/scoring/model.json' with { type: 'json' };
import { readModel } from '../../src/mapping/scoring/model.ts';
import { compareCountry, judgeHotels } from './map-world.ts';
import { precisionBound } from './precision-bound.ts';
import { generateWorld, SEEDS } from './world/generate-world.ts';

const SMALL = { countries: 6, towns: 5, hotelsPerTown: 70, twins: 0.25 };

test('automatic matches of generated hotels have at most one error, respect every veto and cover most hotels', () => {
  const model = readModel(modelFile);
  const counts = { records: 0, matchable: 0, automatic: 0, wrong: 0, againstVeto: 0, hard: 0 };
  for (const world of generateWorld(SEEDS.holdOut, SMALL)) {
    for (const { hotel, decision } of judgeHotels([...compareCountry(world, 'WHOLESALER')], model)) {
      counts.records += 1;
      if (hotel.isInCatalogue) counts.matchable += 1;
      if (hotel.relation !== null) counts.hard += 1;
      if (decision.outcome !== 'SAME') continue;
      counts.automatic += 1;
      if (decision.best.id !== hotel.truth) counts.wrong += 1;
      if (decision.best.comparison.vetoes.length > 0) counts.againstVeto += 1;
    }
  }
  expect(counts.records).toBeGreaterThan(1_500);
  expect(counts.hard).toBeGreaterThan(300);
  expect(counts.againstVeto).toBe(0);
  expect(counts.wrong).toBeLessThanOrEqual(1);
  expect((counts.automatic - counts.wrong) / counts.matchable).toBeGreaterThan(0.75);
});

test('the same seed generates the same world, and a different seed generates a different world', () => {
  const tiny = { countries: 1, towns: 1, hotelsPerTown: 5, twins: 1 };
  const [first, again] = [SEEDS.holdOut, SEEDS.holdOut].map(seed =>
    JSON.stringify([...generateWorld(seed, tiny)]),
  );
  expect(first).toBe(again);
  expect(JSON.stringify([...generateWorld(SEEDS.tuning, tiny)])).not.toBe(first);
});

test('the lower bound of the precision is above 99.9 % with 12 errors in 20,000 matches, and below with 13', () => {
  expect(precisionBound(12, 20_000)).toBeGreaterThan(0.999);
  expect(precisionBound(13, 20_000)).toBeLessThan(0.999);
  expect(precisionBound(0, 0)).toBe(0);
});
