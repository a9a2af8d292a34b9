import { expect, test } from 'vitest';
import { soldHotel, soldResult } from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import type { WantedHotel } from './cache-entry.ts';
import { EntrySingleFlight } from './entry-single-flight.ts';

const wanted = (): WantedHotel => ({
  hotel: soldHotel('htl_1'),
  entryKey: 'e',
  generationKey: 'g',
  generation: undefined,
});

test('ending a completed fetch does not affect a newer in-flight fetch of the same entry', async () => {
  const clock = new ManualClock();
  const flight = new EntrySingleFlight(clock);
  const [first, second, third] = [wanted(), wanted(), wanted()];
  const part = (nightMinor: number) => ({
    hotels: [first.hotel],
    outcome: { kind: 'OK', value: soldResult(['htl_1'], nightMinor) } as const,
    fetchedAtMs: 0,
    isCached: false,
  });
  expect(flight.begin([first])).toEqual([[], [first]]);
  flight.complete(first, part(1));
  expect(flight.begin([second])).toEqual([[], [second]]);
  flight.end([first]);
  expect(flight.begin([third])).toEqual([[third], []]);
  const joined = flight.join([third], clock.monotonicMs() + 1_000);
  flight.complete(first, part(1));
  flight.complete(second, part(2));
  expect(await joined).toEqual([part(2)]);
});
