/**
 * Lists the sockets of a local port as the kernel sees them, including sockets that a process has closed while data is
 * unsent.
 */
import { readFile } from 'node:fs/promises';

interface KernelSocket {
  /** Number of bytes that the other side has not received yet. */
  unsentBytes: number;
}

const LISTEN = '0A';
const TIME_WAIT = '06';

export async function socketsOf(port: number): Promise<KernelSocket[]> {
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return lines
    .map(line => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => local.endsWith(wanted) && state !== LISTEN && state !== TIME_WAIT)
    .map(([, , , , queues = '']) => ({ unsentBytes: Number.parseInt(queues.slice(0, 8), 16) }));
}
