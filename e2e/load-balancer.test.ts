/**
 * Tests the shipped HAProxy configuration in front of a gateway that is killed while requests are in progress.
 */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { debianPackage } from '../server/test/debian-package.ts';
import { freePort } from '../server/test/free-port.ts';
import { startPostgresServer } from '../server/test/postgres-server.ts';
import { startRedis } from '../server/test/redis.ts';
import { repositoryRoot } from '../tools/install.mjs';
import { startProgram, until } from './child-process.ts';
import { clearAway, isReady, newFolder, type Serai, startSerai } from './serai-process.ts';

const SOON_MS = 20_000;
const BOOKING = '/connect/hotels/v1/booking';
const [haproxy, postgres, redis] = await Promise.all([
  debianPackage('haproxy', 'usr/sbin/haproxy'),
  startPostgresServer(),
  // With Redis, a gateway becomes ready immediately, although the previously killed gateway still counts as alive.
  startRedis(),
]);

let folder: string;
let gateway: Serai | undefined;
let gatewayPort: number;
let key: string;
let url: string;
/** A backend that accepts requests and never responds to an operation, as with a slow provider. */
let backend: Server;
let underWay: string[] = [];
const sockets: Socket[] = [];

async function startGateway(): Promise<Serai> {
  return startSerai({
    role: 'gateway',
    dataDir: join(folder, 'gateway'),
    env: {
      DATABASE_URL: postgres?.url,
      REDIS_URL: redis?.url,
      SERAI_PORT: String(gatewayPort),
      SERAI_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      SERAI_BACKEND_URLS: `http://127.0.0.1:${(backend.address() as AddressInfo).port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      SERAI_ALLOWED_HOSTS: 'api.example.com',
    },
  });
}

async function killGateway(): Promise<void> {
  await gateway?.kill();
  gateway = undefined;
}

async function startBalancer(): Promise<void> {
  const port = await freePort();
  startProgram(haproxy?.path ?? '', ['-f', join(repositoryRoot, 'deploy/haproxy.cfg')], {
    env: {
      ...process.env,
      ...haproxy?.env,
      INTERFACE_BIND: `127.0.0.1:${port}`,
      DASHBOARD_BIND: `127.0.0.1:${await freePort()}`,
      GATEWAY_1: `127.0.0.1:${gatewayPort}`,
      GATEWAY_2: `127.0.0.1:${await freePort()}`,
      DASHBOARD_1: '127.0.0.1:9',
      DASHBOARD_2: '127.0.0.1:9',
    },
  });
  url = `http://127.0.0.1:${port}`;
}

function untilServed(): Promise<void> {
  return until(
    () => isReady(url),
    SOON_MS,
    () => 'the load balancer finds no gateway',
  );
}

async function openSocket(): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => {});
  await new Promise<void>(resolve => {
    socket.once('connect', resolve).once('close', () => resolve());
  });
  return socket;
}

async function untilUnderWay(): Promise<void> {
  await until(
    () => underWay.length > 0,
    SOON_MS,
    () => 'the request did not reach the backend',
  );
}

/** Returns everything that the client receives until the connection is closed. */
async function send(path: string): Promise<{ received: Promise<string> }> {
  const socket = await openSocket();
  let text = '';
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk;
  });
  const received = new Promise<string>(resolve => socket.once('close', () => resolve(text)));
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'Host: api.example.com',
      `Authorization: ApiKey ${key}`,
      'Content-Type: application/json',
      'Connection: close',
      'Content-Length: 2',
      '',
      '{}',
    ].join('\r\n'),
  );
  return { received };
}

describe.skipIf([haproxy, postgres, redis].includes(undefined))(
  'the shipped load balancer (needs HAProxy, PostgreSQL and Redis from Debian)',
  () => {
    beforeAll(async () => {
      folder = await newFolder('balancer');
      backend = createServer((request, response) => {
        if (request.method === 'GET') response.end('{}');
        else underWay.push(request.url ?? '');
      });
      await new Promise<void>(resolve => backend.listen(0, '127.0.0.1', resolve));
      gatewayPort = await freePort();
      gateway = await startGateway();
      key = gateway.key ?? '';
      await startBalancer();
    });
    beforeEach(async () => {
      gateway ??= await startGateway();
      await untilServed();
    });
    afterEach(() => {
      underWay = [];
      for (const socket of sockets.splice(0)) socket.destroy();
    });
    afterAll(async () => {
      backend?.closeAllConnections();
      backend?.close();
      await clearAway();
      await redis?.stop();
      await postgres?.stop();
    });

    test.each([BOOKING, '/connect/hotels/v1/cancel'])(
      'a request to %s gets no response and is not resent when its gateway is killed',
      async path => {
        const { received } = await send(path);
        await untilUnderWay();
        await killGateway();
        expect(await received).toBe('');
        expect(underWay).toEqual([path]);
      },
    );

    test('the load balancer returns 502 for a read when its gateway is killed', async () => {
      const { received } = await send('/connect/hotels/v1/availability');
      await untilUnderWay();
      await killGateway();
      expect(await received).toContain('502 Bad Gateway');
    });

    test.each([BOOKING, '/connect/hotels/v1/availability'])(
      '%s returns 503 with our error envelope while no gateway is running',
      async path => {
        await killGateway();
        const text = await (await send(path)).received;
        expect(text).toContain('503 Service Unavailable');
        expect(text).toContain('content-type: application/json; charset=utf-8');
        const { error } = JSON.parse(text.slice(text.indexOf('\r\n\r\n')));
        expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryable: true });
        expect(text).toContain(`x-request-id: ${error.requestId}`);
      },
    );

    test('the load balancer accepts at most 400 connections from one client address', async () => {
      const opened = await Promise.all(Array.from({ length: 401 }, openSocket));
      await until(
        () => opened.some(socket => socket.resume().destroyed),
        SOON_MS,
        () => 'all connections are open',
      );
      // The test's own health check may use one of the 400 connections.
      expect(opened.filter(({ destroyed }) => destroyed).length).toBeLessThan(5);
    });
  },
);
