import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { DeadlineError, withDeadline } from './deadline.ts';

const never = new Promise<never>(() => {});

test('a promise that does not settle in time is rejected with DeadlineError', async () => {
  await expect(withDeadline(never, 5, systemClock)).rejects.toBeInstanceOf(DeadlineError);
});

test('a result that arrived in time is accepted even if this process was too busy to read it', async () => {
  const server = createServer(socket => void socket.write('early')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const answer = once(socket, 'data').then(([chunk]) => String(chunk));
  await once(socket, 'connect');
  const waiting = withDeadline(answer, 20, systemClock);
  const busyUntilMs = performance.now() + 100;
  while (performance.now() < busyUntilMs);
  expect(await waiting).toBe('early');
  socket.destroy();
  server.close();
});
