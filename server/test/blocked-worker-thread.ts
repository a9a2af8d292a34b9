/** A worker thread that never returns to its event loop, or that fills its memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { ThreadChannel } from '../src/platform/threads/thread-channel.ts';

const { fillsMemory } = workerData as { fillsMemory?: boolean };
if (parentPort === null) throw new Error('This file runs only in a worker thread.');
new ThreadChannel(parentPort).tell('started', undefined);
const filled: string[][] = [];
for (let i = 0; ; i++) if (fillsMemory) filled.push(Array.from({ length: 1_000 }, (_, j) => `${i} ${j}`));
