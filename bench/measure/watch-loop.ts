/** Loaded into a server by `--import`: writes once a second how long its event loop was held up at most. */
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const file = process.env.BENCH_LOOP_FILE;
/** The histogram measures from one tick to the next, the pause between them included. */
const RESOLUTION_MS = 1;

if (file !== undefined && isMainThread) {
  // What the server starts is not watched.
  delete process.env.BENCH_LOOP_FILE;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    appendFileSync(file, `${delay.max / 1e6 - RESOLUTION_MS}\n`);
    delay.reset();
  }, 1000).unref();
}
