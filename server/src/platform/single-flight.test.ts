import { describe, expect, test, vi } from 'vitest';
import { ManualClock } from '../../test/manual-clock.ts';
import { SingleFlight, singleFlight } from './single-flight.ts';

function controlledWork() {
  const runs: PromiseWithResolvers<string>[] = [];
  const work = () => {
    const run = Promise.withResolvers<string>();
    runs.push(run);
    return run.promise;
  };
  return { runs, work };
}

describe('single-flight by key', () => {
  test('concurrent single-flight callers with the same key share one run', async () => {
    const { runs, work } = controlledWork();
    const flights = new SingleFlight<string>();
    const results = [flights.run('a', work), flights.run('a', work), flights.run('b', work)];
    expect(runs).toHaveLength(2);
    runs[0]?.resolve('one');
    runs[1]?.resolve('two');
    expect(await Promise.all(results)).toEqual(['one', 'one', 'two']);
  });

  test('single-flight work runs again once the previous run has ended or failed', async () => {
    const work = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue('here');
    const flights = new SingleFlight<string>();
    await expect(flights.run('a', work)).rejects.toThrow('away');
    expect(await flights.run('a', work)).toBe('here');
    expect(await flights.run('a', work)).toBe('here');
    expect(work).toHaveBeenCalledTimes(3);
  });

  test('a single-flight caller that arrives after the join window starts a new run', async () => {
    const { runs, work } = controlledWork();
    const clock = new ManualClock();
    const flights = new SingleFlight<string>({ clock, joinWithinMs: 500 });
    const first = flights.run('a', work);
    clock.advance(500);
    const joined = flights.run('a', work);
    clock.advance(1);
    const second = flights.run('a', work);
    expect(runs).toHaveLength(2);
    runs[0]?.resolve('old');
    expect(await Promise.all([first, joined])).toEqual(['old', 'old']);
    // The end of the first run must not end the second run.
    const third = flights.run('a', work);
    runs[1]?.resolve('new');
    expect(await Promise.all([second, third])).toEqual(['new', 'new']);
    expect(runs).toHaveLength(2);
  });

  test('no caller joins a forgotten single-flight run, but the callers that had already joined still get its result', async () => {
    const { runs, work } = controlledWork();
    const flights = new SingleFlight<string>();
    const before = flights.run('a', work);
    flights.forgetAll();
    const after = flights.run('a', work);
    runs[0]?.resolve('old');
    expect(await before).toBe('old');
    const joined = flights.run('a', work);
    runs[1]?.resolve('new');
    expect(await Promise.all([after, joined])).toEqual(['new', 'new']);
  });
});

test('without a key, concurrent single-flight callers share one run, and later callers start another', async () => {
  const { runs, work } = controlledWork();
  const run = singleFlight(work);
  const results = [run(), run()];
  runs[0]?.resolve('one');
  expect(await Promise.all(results)).toEqual(['one', 'one']);
  void run();
  expect(runs).toHaveLength(2);
});
