/**
 * A program that creates objects which survive collections, and then many objects at the same place in the code which do
 * not. Prints how many bytes of the latter were added to the old generation, in the main thread and in a worker thread. If
 * the argument is `flags`, it first sets the options of V8 that the service sets.
 */
import { once } from 'node:events';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { allocateInYoungGeneration } from '../src/platform/engine-flags.ts';

const SURVIVORS = 60_000;
const SHORT_LIVED = 400_000;
const SAMPLES = 100;

if (isMainThread) {
  if (process.argv[2] === 'flags') allocateInYoungGeneration();
  const [ofWorker] = await once(new Worker(new URL(import.meta.url)), 'message');
  process.stdout.write(JSON.stringify([grownBytes(), ofWorker]));
} else {
  parentPort?.postMessage(grownBytes());
}

/** Adds up all growth, because a collection of the old generation may happen at any time. */
function grownBytes(): number {
  for (let round = 0; round < 5; round++) fill(new Array(SURVIVORS), SURVIVORS);
  const slots = new Array(10);
  let bytes = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    const before = oldBytes();
    fill(slots, SHORT_LIVED / SAMPLES);
    bytes += Math.max(0, oldBytes() - before);
  }
  return bytes;
}

function fill(slots: unknown[], objects: number): void {
  for (let i = 0; i < objects; i++) slots[i % slots.length] = [i, i + 1, { i }];
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(space => space.space_name === 'old_space')?.space_used_size ?? 0;
}
