import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../../manual-clock.ts';
import { FACTS } from './facts.ts';
import { RapidClient } from './rapid-client.ts';
import { type RapidSimulator, startRapid } from './simulator.ts';
import type { Conditions } from './world.ts';

const START_MS = Date.UTC(2027, 0, 10, 12);

describe('facts about Rapid that the simulator reproduces', () => {
  const clock = new ManualClock(START_MS);
  let simulator: RapidSimulator;

  beforeAll(async () => {
    simulator = await startRapid({ clock });
  });
  afterAll(() => simulator.close());

  it.each(FACTS.map(fact => [fact.name, fact.source, fact] as const))(
    '%s (%s)',
    async (_name, _source, fact) => {
      await fact.check({ simulator, client: new RapidClient(simulator, clock), clock });
    },
  );
});

describe('a broken simulator', () => {
  it.each<[NonNullable<Conditions['isBroken']>, string]>([
    ['ACCEPTS_DUPLICATES', 'a repeated reference is refused with the nested error duplicate_itinerary'],
    ['SHOWS_ITINERARIES_AT_ONCE', 'a new itinerary can be invisible for minutes'],
    ['NEVER_EXPIRES', 'an expired link is refused with link.invalid'],
    ['POSITIVE_REFUND', 'cancel_refund is negative, even for a non-refundable room'],
    ['IGNORES_SIGNATURE', 'a wrong signature, an old timestamp and a wrong key return 401'],
  ])('a Rapid simulator with the defect %s fails the check of the fact "%s"', async (isBroken, name) => {
    const clock = new ManualClock(START_MS);
    const simulator = await startRapid({ clock });
    simulator.set({ isBroken });
    const check = FACTS.find(each => each.name === name)?.check({
      simulator,
      client: new RapidClient(simulator, clock),
      clock,
    });
    await expect(check).rejects.toThrow();
    await simulator.close();
  });
});
