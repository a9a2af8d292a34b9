/**
 * A load balancer like those that operators use: it distributes connections in turn over the gateways whose last
 * `/readyz` check passed.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { isReady } from '../../e2e/serai-process.ts';
import { pause } from './journeys.ts';

export interface LoadBalancer {
  url: string;
  close(): Promise<void>;
}

export async function startLoadBalancer(
  targets: readonly string[],
  checkEveryMs: number,
): Promise<LoadBalancer> {
  const ready = new Set<string>();
  const sockets = new Set<Socket>();
  let isOver = false;
  let turn = 0;

  async function watch(url: string): Promise<void> {
    while (!isOver) {
      if (await isReady(url)) ready.add(url);
      else ready.delete(url);
      await pause(checkEveryMs);
    }
  }

  /** If a gateway refuses the connection, nothing was sent, so the next gateway is tried. */
  function open(client: Socket, left: readonly string[]): void {
    const [url, ...rest] = left;
    if (url === undefined) {
      client.destroy();
      return;
    }
    const target = connect({ port: Number(new URL(url).port), host: '127.0.0.1', noDelay: true });
    target.once('connect', () => join(client, target));
    target.once('error', () => {
      if (target.bytesRead === 0 && target.connecting) open(client, rest);
      else client.destroy();
    });
  }

  function join(client: Socket, target: Socket): void {
    sockets.add(client).add(target);
    client.pipe(target).pipe(client);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.once('close', () => {
        other.destroy();
        sockets.delete(one);
      });
    }
  }

  const server = createServer({ noDelay: true, allowHalfOpen: true }, client => {
    client.on('error', () => {});
    const list = targets.filter(url => ready.has(url));
    turn += 1;
    open(client, [...list.slice(turn % list.length), ...list.slice(0, turn % list.length)]);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const watching = targets.map(watch);
  while (ready.size < targets.length) await pause(checkEveryMs);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      isOver = true;
      server.close();
      for (const socket of sockets) socket.destroy();
      await Promise.all(watching);
    },
  };
}
