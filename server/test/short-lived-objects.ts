/**
 * A program that creates objects which survive collections, and then many objects at the same place in the code which do
 * not. Prints by how many bytes the old generation grew, in the main thread and in a worker thread. If the argument is
 * `flags`, it first sets the options of V8 that the service sets.
 */
import { once } from 'node:events';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { allocateInYoungGeneration } from '../src/platform/engine-flags.ts';

const SURVIVORS = 60_000;
const SHORT_LIVED = 400_000;

if (isMainThread) {
  if (process.argv[2] === 'flags') allocateInYoungGeneration();
  const [ofWorker] = await once(new Worker(new URL(import.meta.url)), 'message');
  process.stdout.write(JSON.stringify([grownBytes(), ofWorker]));
} else {
  parentPort?.postMessage(grownBytes());
}

function grownBytes(): number {
  for (let round = 0; round < 5; round++) fill(new Array(SURVIVORS), SURVIVORS);
  const before = oldBytes();
  fill(new Array(10), SHORT_LIVED);
  return oldBytes() - before;
}

function fill(slots: unknown[], objects: number): void {
  for (let i = 0; i < objects; i++) slots[i % slots.length] = [i, i + 1, { i }];
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(space => space.space_name === 'old_space')?.space_used_size ?? 0;
}
