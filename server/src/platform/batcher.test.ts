import { expect, test } from 'vitest';
import { ManualClock } from '../../test/manual-clock.ts';
import { Batcher } from './batcher.ts';
import { DeadlineError } from './deadline.ts';

/** Collects the batches. The test decides when each batch ends. */
function controlledRun() {
  const batches: { items: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  const run = async (items: readonly number[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ items, end });
    await end.promise;
    return items.map(item => item * 10);
  };
  return { batches, run };
}

test('requests that arrive during a batch share the next batch, and each gets its own result', async () => {
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run });
  const results = [1, 2, 3].map(item => batcher.submit(item));
  expect(batches.map(({ items }) => items)).toEqual([[1]]);
  batches[0]?.end.resolve();
  expect(await results[0]).toBe(10);
  await expect.poll(() => batches[1]?.items).toEqual([2, 3]);
  batches[1]?.end.resolve();
  expect(await Promise.all(results)).toEqual([10, 20, 30]);
});

test('requests that reach a batcher within its window share a batch', async () => {
  const clock = new ManualClock();
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run, window: { clock, ms: 2 } });
  void batcher.submit(1);
  clock.advance(1);
  void batcher.submit(2);
  expect(batches).toEqual([]);
  clock.advance(1);
  expect(batches[0]?.items).toEqual([1, 2]);
});

test('a batcher starts a full batch before its window ends', () => {
  const clock = new ManualClock();
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run, maxBatch: 2, window: { clock, ms: 2 } });
  for (const item of [1, 2]) void batcher.submit(item);
  expect(batches[0]?.items).toEqual([1, 2]);
});

test('at most the allowed number of batches run concurrently', async () => {
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run, maxConcurrent: 2 });
  const results = [1, 2, 3, 4].map(item => batcher.submit(item));
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
  batches[1]?.end.resolve();
  await expect.poll(() => batches[2]?.items).toEqual([3, 4]);
  for (const { end } of batches) end.resolve();
  expect(await Promise.all(results)).toEqual([10, 20, 30, 40]);
});

test('a failed batch rejects only its own requests', async () => {
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run });
  const first = batcher.submit(1);
  const second = batcher.submit(2);
  batches[0]?.end.reject(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await expect.poll(() => batches.length).toBe(2);
  batches[1]?.end.resolve();
  expect(await second).toBe(20);
});

test('a hanging batch frees its slot at the deadline, and overdue requests are rejected', async () => {
  const clock = new ManualClock();
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run, deadline: { clock, ms: 100 } });
  void batcher.submit(1);
  const overdue = batcher.submit(2);
  clock.advance(50);
  const late = batcher.submit(3);
  clock.advance(51);
  await expect(overdue).rejects.toThrow(DeadlineError);
  await expect.poll(() => batches[1]?.items).toEqual([3]);
  batches[1]?.end.resolve();
  expect(await late).toBe(30);
});

test('the idle method of a batcher waits for running and queued batches', async () => {
  const { batches, run } = controlledRun();
  const batcher = new Batcher({ run });
  for (const item of [1, 2]) void batcher.submit(item);
  let isIdle = false;
  const idle = batcher.idle().then(() => {
    isIdle = true;
  });
  batches[0]?.end.resolve();
  await expect.poll(() => batches.length).toBe(2);
  expect(isIdle).toBe(false);
  batches[1]?.end.resolve();
  await idle;
});
