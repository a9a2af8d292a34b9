/** Reads `postmaster.pid`, which contains the process id and status of a running PostgreSQL. */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

const PID_LINE = 0;
const STATUS_LINE = 7;

export interface PostmasterFile {
  pid: number;
  /** `starting`, `ready`, `stopping` or, on a server in recovery, `standby`. */
  status: string | undefined;
}

export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[PID_LINE]);
    return Number.isInteger(pid) && pid > 0
      ? { pid, status: lines[STATUS_LINE]?.trim() || undefined }
      : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function recordPid(clusterDir: string, pid: number): void {
  const path = join(clusterDir, 'postmaster.pid');
  const lines = readFileSync(path, 'utf8').split('\n');
  lines[PID_LINE] = String(pid);
  writeFileSync(path, lines.join('\n'));
}

/**
 * Returns whether the process with this pid is the server of this cluster. A live pid is not sufficient, because it may
 * have been reused.
 */
export async function isServerOf(pid: number, clusterDir: string, socketPath: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const commandLine = readCommandLine(pid);
  if (commandLine !== undefined) return commandLine.includes(clusterDir);
  return acceptsConnections(socketPath);
}

/** A zombie counts as dead. In a container without an init process, it is never reaped. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat[stat.lastIndexOf(')') + 2] !== 'Z';
  } catch {
    return true;
  }
}

export function acceptsConnections(socketPath: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(socketPath);
    const answer = (accepted: boolean) => () => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', answer(true));
    socket.once('error', answer(false));
  });
}

/** Undefined if the system does not provide the information, as in a chroot without /proc and on macOS. */
function readCommandLine(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return undefined;
  }
}
