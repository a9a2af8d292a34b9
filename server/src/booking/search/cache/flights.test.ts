import { expect, test } from 'vitest';
import { soldAnswer, soldHotel } from '../../../../test/cache-under-test.ts';
import { ManualClock } from '../../../../test/manual-clock.ts';
import { Flights } from './flights.ts';
import type { Wanted } from './wanted-search.ts';

const wanted = (): Wanted => ({ hotel: soldHotel('htl_1'), entry: 'e', generation: 'g', seen: undefined });

test('who is done ends no flight that another has begun since: whoever comes third follows that one', async () => {
  const clock = new ManualClock();
  const flights = new Flights(clock);
  const [first, second, third] = [wanted(), wanted(), wanted()];
  const part = (nightMinor: number) => ({
    hotels: [first.hotel],
    outcome: { kind: 'OK', value: soldAnswer(['htl_1'], nightMinor) } as const,
    fetchedAtMs: 0,
    isCached: false,
  });
  expect(flights.begin([first])).toEqual([[], [first]]);
  flights.land(first, part(1));
  expect(flights.begin([second])).toEqual([[], [second]]);
  flights.end([first]);
  expect(flights.begin([third])).toEqual([[third], []]);
  const followed = flights.follow([third], clock.monotonicMs() + 1_000);
  flights.land(first, part(1));
  flights.land(second, part(2));
  expect(await followed).toEqual([part(2)]);
});
