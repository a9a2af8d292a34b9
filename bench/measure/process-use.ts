/**
 * CPU time and memory of processes, from /proc on Linux. The resolution is 10 ms unless stated otherwise, so measure over
 * seconds.
 */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Milliseconds of CPU that a process has used with all its threads, without its children. */
export function cpuMs(pid: number): number {
  const [own] = ticks(pid);
  return (own * 1000) / TICKS_PER_SECOND;
}

/** Microseconds of CPU that the current threads of a process have used. The resolution is a nanosecond. */
export function threadsCpuUs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  return threads.reduce((sum, thread) => {
    const [ns = 0] = readOr(`/proc/${pid}/task/${thread}/schedstat`, '').split(' ').map(Number);
    return sum + ns / 1000;
  }, 0);
}

/** Milliseconds of CPU that the live descendants of a process have used, including their ended children. */
export function descendantsCpuMs(pid: number): number {
  const ms = childrenOf(pid).map(child => {
    const [own, ended] = ticks(child);
    return ((own + ended) * 1000) / TICKS_PER_SECOND + descendantsCpuMs(child);
  });
  return ms.reduce((sum, each) => sum + each, 0);
}

export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap(child => [child, ...descendantsOf(child)]);
}

/** Resident memory of the process. */
export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) * 1024;
}

/** CPU time of the process and of its ended children. Zero if the process itself has ended. */
function ticks(pid: number): [own: number, ended: number] {
  const fields = readOr(`/proc/${pid}/stat`, '')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return [user + system, endedUser + endedSystem];
}

function childrenOf(pid: number): number[] {
  return readOr(`/proc/${pid}/task/${pid}/children`, '').split(' ').filter(Boolean).map(Number);
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
