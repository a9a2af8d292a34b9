/**
 * Loaded into the server's process before anything else: ends it when the command `serai` that started it is gone.
 * A command that is killed outright can pass nothing on, and what it started would go on and write.
 */
import { isMainThread } from 'node:worker_threads';

const LOOK_MS = 250;

const parent = Number(new URL(import.meta.url).searchParams.get('parent'));

// Threads load it too; one look is enough.
if (isMainThread) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
