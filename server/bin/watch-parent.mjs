/**
 * Loaded into the server process before anything else. Ends the process when the `serai` command that started it
 * has exited. A killed command cannot forward a signal, so without this check its server would keep running and
 * writing.
 */
import { isMainThread } from 'node:worker_threads';

const LOOK_MS = 250;

const parent = Number(new URL(import.meta.url).searchParams.get('parent'));

// Worker threads load this file, too. Checking in one thread is enough.
if (isMainThread) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}
