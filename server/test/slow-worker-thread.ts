/**
 * A worker thread that accepts connections and is then stopped before it has reported that it is ready. It takes a while to
 * finish its requests.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { MAIN_CALLS, WORKER_CALLS } from '../src/app/workers/worker-links.ts';
import { ThreadChannel } from '../src/platform/threads/thread-channel.ts';

const { finished } = workerData as { finished: Int32Array };
if (parentPort === null) throw new Error('This file runs only in a worker thread.');
const channel = new ThreadChannel(parentPort);
channel.handle(WORKER_CALLS.stop, async () => {
  await new Promise(resolve => setTimeout(resolve, 100));
  Atomics.add(finished, 0, 1);
});
await channel.call(MAIN_CALLS.serving);
channel.tell('accepted', undefined);
