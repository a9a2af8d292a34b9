/**
 * Runs one test per seed. SERAI_SEEDS sets the number or range of seeds (`501-900`). SERAI_SEED runs only that seed and
 * prints every step. The seeds are divided between test files, so that several workers share them.
 */
import { test } from 'vitest';
import { simulationUnderTest } from './simulation-under-test.ts';

const SEEDS = 100;
const FILES = 2;
/** Generous, because a run that times out would keep changing the rows of the next run and make it fail too. */
const TIMEOUT_MS = 120_000;

/** `part` starts at 0. */
export function checkSeeds(part: number): void {
  const { SERAI_SEED, SERAI_SEEDS } = process.env;
  const all = SERAI_SEED ? [Number(SERAI_SEED)] : seedsOf(SERAI_SEEDS ?? String(SEEDS));
  const seeds = all.filter((_, i) => i % FILES === part);
  if (seeds.length === 0) {
    test.skip('the simulation seeds of this file are run by another test file', () => {});
    return;
  }
  const simulate = simulationUnderTest();

  test.for(seeds)(
    'the simulation with seed %i violates no guarantee',
    { timeout: TIMEOUT_MS },
    async seed => {
      const { faults, trace } = await simulate(seed);
      if (SERAI_SEED) process.stdout.write(`${trace.join('\n')}\n`);
      if (faults.length === 0) return;
      const replay = `SERAI_SEED=${seed} npx vitest run server/test/simulation/seeds-1`;
      throw new Error([...faults, '', `Again: ${replay}`, '', ...(SERAI_SEED ? [] : trace)].join('\n'));
    },
  );
}

function seedsOf(text: string): number[] {
  const [first, last] = text.includes('-') ? text.split('-').map(Number) : [1, Number(text)];
  if (!first || !last) throw new Error(`SERAI_SEEDS=${text} is neither a number nor a range`);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
