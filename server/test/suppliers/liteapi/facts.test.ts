import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { FACTS } from './facts.ts';
import { LiteApiClient } from './lite-api-client.ts';
import { type LiteApiSimulator, startLiteApi } from './simulator.ts';
import type { Conditions } from './world.ts';

const START_MS = Date.UTC(2027, 0, 10, 12);

describe('facts about LiteAPI that the simulator reproduces', () => {
  const clock = new ManualClock(START_MS);
  let simulator: LiteApiSimulator;

  beforeAll(async () => {
    simulator = await startLiteApi({ clock });
  });
  afterAll(() => simulator.close());

  it.each(FACTS.map(fact => [fact.name, fact.source, fact] as const))(
    '%s (%s)',
    async (_name, _source, fact) => {
      await fact.check({ simulator, client: new LiteApiClient(simulator), clock });
    },
  );
});

describe('a broken simulator', () => {
  it.each<[NonNullable<Conditions['isBroken']>, string]>([
    [
      'DEDUPLICATES_PREBOOKS',
      'one prebook id can be booked three times, with three bookings and three payments',
    ],
    ['ACCEPTS_DUPLICATES', 'a repeated client reference is refused with code 4005 and no description'],
    ['NEVER_EXPIRES', 'an offer that is a few minutes old is refused with status 400 and code 2001'],
  ])('a LiteAPI simulator with the defect %s fails the check of the fact "%s"', async (isBroken, name) => {
    const clock = new ManualClock(START_MS);
    const simulator = await startLiteApi({ clock });
    simulator.set({ isBroken });
    const fact = FACTS.find(each => each.name === name);
    const check = fact?.check({ simulator, client: new LiteApiClient(simulator), clock });
    await expect(check).rejects.toThrow();
    await simulator.close();
  });
});
