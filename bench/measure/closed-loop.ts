/**
 * Generates load inside this process. A fixed number of tasks is always in progress: when one ends, the next one
 * starts.
 */
import { cpuMs, descendantsCpuMs } from './process-use.ts';

export interface LoopOptions {
  work: () => Promise<unknown>;
  inFlight: number;
  seconds: number;
}

export interface LoopResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Milliseconds of CPU per task: `cpuMs` of this process, `childrenCpuMs` of its children. */
  cpuMs: number;
  childrenCpuMs: number;
}

/** Tasks in progress at the end are completed and counted. */
export async function runClosedLoop({ work, inFlight, seconds }: LoopOptions): Promise<LoopResult> {
  const took: number[] = [];
  const [cpuBefore, childrenBefore] = [cpuMs(process.pid), descendantsCpuMs(process.pid)];
  const beganMs = performance.now();
  const endMs = beganMs + seconds * 1000;
  async function worker(): Promise<void> {
    for (let startMs = performance.now(); startMs < endMs; ) {
      await work();
      const now = performance.now();
      took.push(now - startMs);
      startMs = now;
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker));
  const elapsedMs = performance.now() - beganMs;
  const sorted = took.sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number;
  return {
    perSecond: (took.length * 1000) / elapsedMs,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    cpuMs: (cpuMs(process.pid) - cpuBefore) / took.length,
    childrenCpuMs: (descendantsCpuMs(process.pid) - childrenBefore) / took.length,
  };
}
