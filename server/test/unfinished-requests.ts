/** Opens connections that announce a body, send its first byte and never send the rest. */
import { connect, type Socket } from 'node:net';
import { requestText } from './raw-request.ts';

export interface UnfinishedRequests {
  closed(): number;
  close(): void;
}

/** Resolves when the server has asked for the rest of every body or has responded. */
export async function openUnfinished(
  url: string,
  count: number,
  { path, headers }: { path: string; headers: (i: number) => readonly string[] },
): Promise<UnfinishedRequests> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  let closed = 0;
  const open = (i: number) =>
    new Promise<void>(resolve => {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      const head = [
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 50',
        'Expect: 100-continue',
      ];
      socket.on('connect', () =>
        socket.write(requestText(`POST ${path} HTTP/1.1`, [...head, ...headers(i)], '{')),
      );
      socket.on('data', () => resolve());
      socket.on('error', () => resolve());
      socket.on('close', () => {
        closed += 1;
        resolve();
      });
    });
  await Promise.all(Array.from({ length: count }, (_, i) => open(i)));
  return {
    closed: () => closed,
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
