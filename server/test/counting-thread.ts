/** A thread that sends requests to shared counters as fast as it can, and reports how many were admitted. */
import { parentPort, workerData } from 'node:worker_threads';
import { type SharedSlot, SharedWindowCounters } from '../src/gateway/limits/shared-counters.ts';

const { slot, holder, limit, requests } = workerData as {
  slot: SharedSlot;
  holder: number;
  limit: number;
  requests: number;
};
const counters = new SharedWindowCounters(slot, holder);
const limits = { perMinute: limit, perHour: 1e9, perDay: 1e9 };
let admitted = 0;
for (let i = 0; i < requests; i++) if (counters.tryDecide(100_000_000, limits)?.admitted) admitted += 1;
parentPort?.postMessage(admitted);
