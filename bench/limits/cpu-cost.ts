/** Measures the CPU time that several processes use for some work, without their idle use. */
import { setTimeout as pause } from 'node:timers/promises';

/** Milliseconds of CPU per request (or seconds per 1,000 requests), by process. */
export type CpuUse = Record<string, number>;

type Meters = Record<string, () => number>;

const REST_MS = 5_000;
const LOOK_MS = 1_000;
const LONGEST_LOOKS = 12;
/** Work counts as finished when all processes together use less CPU time than this above idle. */
const AT_REST_MS = 60;

/** Returns the share of CPU time that each process uses while idle. */
export async function idleUse(meters: Meters): Promise<CpuUse> {
  const before = read(meters);
  await pause(REST_MS);
  const after = read(meters);
  return Object.fromEntries(Object.keys(meters).map(name => [name, used(before, after, name) / REST_MS]));
}

/** `run` returns the number of requests it sent. The cost includes deferred work. */
export async function costOf(
  meters: Meters,
  idle: CpuUse,
  run: () => Promise<number>,
): Promise<{ use: CpuUse; requests: number }> {
  const [before, startMs] = [read(meters), performance.now()];
  const requests = await run();
  await untilAtRest(meters, idle);
  const [after, elapsedMs] = [read(meters), performance.now() - startMs];
  const use = Object.keys(meters).map(name => {
    const ms = used(before, after, name) - (idle[name] ?? 0) * elapsedMs;
    return [name, Math.max(0, ms) / requests];
  });
  return { use: Object.fromEntries(use), requests };
}

async function untilAtRest(meters: Meters, idle: CpuUse): Promise<void> {
  const names = Object.keys(meters);
  for (let look = 0; look < LONGEST_LOOKS; look++) {
    const before = read(meters);
    await pause(LOOK_MS);
    const after = read(meters);
    const above = names.map(name => used(before, after, name) - (idle[name] ?? 0) * LOOK_MS);
    if (above.reduce((sum, ms) => sum + ms, 0) < AT_REST_MS) return;
  }
}

function read(meters: Meters): CpuUse {
  return Object.fromEntries(Object.entries(meters).map(([name, meter]) => [name, meter()]));
}

function used(before: CpuUse, after: CpuUse, name: string): number {
  return (after[name] ?? 0) - (before[name] ?? 0);
}
