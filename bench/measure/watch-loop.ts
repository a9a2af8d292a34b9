/** Loaded into a server with `--import`: prints the longest event-loop delay once per second. */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;
/** The histogram measures from one tick to the next, including the pause between them. */
const RESOLUTION_MS = 1;

if (file !== undefined && isMainThread) {
  // Processes that the server starts are not watched.
  delete process.env.BENCH_LOOP_FILE;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${delay.max / 1e6 - RESOLUTION_MS}\n`);
    delay.reset();
  }, 1000).unref();
}
