/** Gives this process and its children priority over everything else on a shared machine. Requires root. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { descendantsOf } from './process-use.ts';

const NICENESS = -15;
/**
 * With autogroups, a Linux feature, the niceness of a process applies only within its session, and each session has its
 * own niceness.
 */
const SESSION = '/proc/self/autogroup';
const LOOK_EVERY_MS = 250;
let isFirst = false;

/** Returns false if raising the priority is not permitted. The figures then vary more. */
export function goFirst(): boolean {
  try {
    setPriority(NICENESS);
    const before = /nice (-?\d+)/.exec(readFileSync(SESSION, 'utf8'))?.[1] ?? '0';
    writeFileSync(SESSION, String(NICENESS));
    process.once('exit', () => writeFileSync(SESSION, before));
    isFirst = true;
    return true;
  } catch {
    return false;
  }
}

/**
 * Also raises the priority of sessions that a program starts later. Every PostgreSQL process starts its own session, so
 * a database on the same core would otherwise get a thirtieth of the CPU time and seem to hang. Returns a function that
 * stops the watching.
 */
export function keepFirst(pid: number): () => void {
  const known = new Set<number>();
  function look(): void {
    for (const child of descendantsOf(pid)) {
      if (known.has(child)) continue;
      known.add(child);
      try {
        writeFileSync(`/proc/${child}/autogroup`, String(NICENESS));
      } catch {
        // The process has just ended, or the kernel has no autogroups.
      }
    }
  }
  if (!isFirst) return () => {};
  look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
