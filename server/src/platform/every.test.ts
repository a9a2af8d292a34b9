import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../test/manual-clock.ts';
import { every } from './every.ts';

const PAUSE_MS = 1000;
const never = (error: unknown) => {
  throw error;
};

test('each periodic run starts one interval after the previous run has ended', async () => {
  const clock = new ManualClock();
  const runs: PromiseWithResolvers<void>[] = [];
  const task = () => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  };
  const repetition = every(clock, PAUSE_MS, task, never);
  clock.advance(PAUSE_MS - 1);
  expect(runs).toHaveLength(0);
  clock.advance(1);
  clock.advance(PAUSE_MS * 5);
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await turn();
  clock.advance(PAUSE_MS);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await repetition.stop();
});

test('a failed periodic run is reported and does not prevent the next run', async () => {
  const clock = new ManualClock();
  const errors: unknown[] = [];
  const failing = async () => {
    throw new Error('no');
  };
  const repetition = every(clock, PAUSE_MS, failing, error => errors.push(error));
  for (const runs of [1, 2]) {
    clock.advance(PAUSE_MS);
    await turn();
    expect(errors).toHaveLength(runs);
  }
  await repetition.stop();
});

test('stop waits for the current periodic run, and no further run starts', async () => {
  const clock = new ManualClock();
  let runs = 0;
  const run = Promise.withResolvers<void>();
  const task = () => {
    runs += 1;
    return run.promise;
  };
  const repetition = every(clock, PAUSE_MS, task, never);
  clock.advance(PAUSE_MS);
  let stopped = false;
  const stopping = repetition.stop().then(() => {
    stopped = true;
  });
  await turn();
  expect(stopped).toBe(false);
  run.resolve();
  await stopping;
  clock.advance(PAUSE_MS * 5);
  expect(runs).toBe(1);
});
