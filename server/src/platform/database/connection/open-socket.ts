/** Connects to a database server within a time limit. */
import { connect, type Socket } from 'node:net';
import type { Clock } from '../../clock.ts';
import { DatabaseError } from '../is-unavailable.ts';

/** The address in the format of the driver. A Unix socket has a path. */
export interface SocketAddress {
  path?: string | false;
  host: readonly string[];
  port: readonly number[];
}

export interface Dialling {
  connected: Promise<Socket>;
  destroy(): void;
}

export function openSocket({ path, host, port }: SocketAddress, timeoutMs: number, clock: Clock): Dialling {
  const name = host[0] ?? 'localhost';
  const socket = path ? connect(path) : connect({ host: name, port: port[0] ?? 5432 });
  // The driver verifies the server's certificate against this name.
  Object.assign(socket, { host: name });
  socket.setNoDelay(true);
  const connected = new Promise<Socket>((resolve, reject) => {
    const timer = clock.after(timeoutMs, () => {
      socket.destroy(
        new DatabaseError('CONNECTION_LOST', `No connection to ${path || name} within ${timeoutMs} ms`),
      );
    });
    socket.once('connect', () => {
      timer.cancel();
      socket.removeListener('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
    socket.once('close', () => {
      timer.cancel();
      reject(new DatabaseError('CONNECTION_LOST', 'The connection was closed'));
    });
  });
  return { connected, destroy: () => socket.destroy() };
}
