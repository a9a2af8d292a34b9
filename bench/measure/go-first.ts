/** Puts this process and all it starts ahead of whatever else a shared machine does. Only the superuser may. */
import { readFileSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { descendantsOf } from './process-use.ts';

const NICENESS = -15;
/** With this kernel feature niceness counts within a session only, and sessions have one of their own. */
const SESSION = '/proc/self/autogroup';
const LOOK_EVERY_MS = 250;
let isFirst = false;

/** False where it is not allowed: expect the figures to vary more. */
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
 * Takes along what a program starts in sessions of its own, as every process of PostgreSQL is: left behind on the same
 * core, a database would have a thirtieth of it and look like one that hangs. Answers how to end it.
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
        // It has just ended, or there are no such sessions.
      }
    }
  }
  if (!isFirst) return () => {};
  look();
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return () => clearInterval(timer);
}
