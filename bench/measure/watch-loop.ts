/** Loaded into a server with `--import`. Once per second, appends the longest event-loop delay to a file. */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;
/** The histogram includes this pause between two ticks. */
const RESOLUTION_MS = 1;

if (file !== undefined && isMainThread) {
  // Only the server itself is watched, not the processes that it starts.
  delete process.env.BENCH_LOOP_FILE;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${delay.max / 1e6 - RESOLUTION_MS}\n`);
    delay.reset();
  }, 1000).unref();
}
