/** Runs two gateways, two backends and a worker as separate processes, with a PostgreSQL server and one Redis. */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openOwnerDatabase } from '../server/src/platform/database/connect.ts';
import { quietLog } from '../server/src/platform/database/database-log.ts';
import { freePort } from '../server/test/free-port.ts';
import { startPostgresServer } from '../server/test/postgres-server.ts';
import { startRedis } from '../server/test/redis.ts';
import { type Answer, boards } from './call.ts';
import { until } from './child-process.ts';
import {
  clearAway,
  failToStart,
  newFolder,
  type Serai,
  type SeraiOptions,
  serai,
  spawnSerai,
  startSerai,
} from './serai-process.ts';

const EVERY_NODE_KNOWS_MS = 1_000;
const [postgres, redis] = await Promise.all([startPostgresServer(), startRedis()]);
const canRun = postgres !== undefined && redis !== undefined;

let folder: string;
let shared: NodeJS.ProcessEnv;
let gateways: Serai[];
let backends: Serai[];
let worker: Serai;
const started: Serai[] = [];

type Role = NonNullable<SeraiOptions['role']>;

async function start(role: Role, name: string, env: NodeJS.ProcessEnv = {}): Promise<Serai> {
  const process = await startSerai({ role, dataDir: join(folder, name), env: { ...shared, ...env } });
  started.push(process);
  return process;
}

afterAll(async () => {
  await Promise.all(started.map(process => process.kill()));
  await clearAway();
  await redis?.stop();
  await postgres?.stop();
});

function gateway(number: number): Serai {
  return gateways[number] as Serai;
}

async function createKey(...args: string[]): Promise<{ keyId: string; secret: string }> {
  const { code, out } = await serai(gateway(0).env, 'keys', 'create', '--name', 'split', '--json', ...args);
  expect(code).toBe(0);
  const { key, secret } = JSON.parse(out);
  return { keyId: key.keyId, secret };
}

/** Sends requests to both gateways during `happening` and for a short time afterwards. */
async function askWhile(secret: string, happening: () => Promise<unknown>): Promise<Answer[]> {
  const answers: Answer[] = [];
  let over = false;
  const client = async (url: string) => {
    while (!over) answers.push(await boards(url, secret));
  };
  const clients = [0, 1, 0, 1].map(number => client(gateway(number).interfaceUrl));
  await delay(200);
  await happening();
  await delay(500);
  over = true;
  await Promise.all(clients);
  return answers;
}

/** Returns why a process is not ready, or undefined if it does not report a reason. */
async function unreadyBecause(url: string): Promise<string[] | undefined> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  const { checks } = ((await response?.json()) ?? {}) as { checks?: { message: string | null }[] };
  return checks?.flatMap(({ message }) => message ?? []);
}

/** During `work`, closes every connection on which a gateway receives notifications. */
async function withoutNotifications<T>(work: () => Promise<T>): Promise<T> {
  const owner = openOwnerDatabase({ address: { url: postgres?.url ?? '' }, log: quietLog, max: 1 });
  let over = false;
  const ending = (async () => {
    while (!over) {
      await owner`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'serai listen'`;
      await delay(20);
    }
  })();
  try {
    return await work();
  } finally {
    over = true;
    await ending;
    await owner.close();
  }
}

describe.skipIf(!canRun)('gateways, backends and workers (need a PostgreSQL server and Redis)', () => {
  beforeAll(async () => {
    folder = await newFolder('split');
    shared = {
      DATABASE_URL: postgres?.url,
      REDIS_URL: redis?.url,
      SERAI_MASTER_KEY: randomBytes(32).toString('base64'),
      SERAI_DATABASE_CONNECTIONS: '5',
      SERAI_WEBHOOK_ALLOWED_TARGETS: '127.0.0.1',
    };
    [backends, worker] = await Promise.all([
      Promise.all([start('backend', 'backend-0'), start('backend', 'backend-1')]),
      start('worker', 'worker'),
    ]);
    const SERAI_BACKEND_URLS = backends.map(({ backendUrl }) => backendUrl).join(',');
    gateways = await Promise.all([
      start('gateway', 'gateway-0', { SERAI_BACKEND_URLS }),
      start('gateway', 'gateway-1', { SERAI_BACKEND_URLS }),
    ]);
  });

  test('when two gateways start a new installation, exactly one of them prints a key and a sign-in link', () => {
    expect(gateways.filter(({ key }) => key !== undefined)).toHaveLength(1);
    expect(gateways.filter(({ signInUrl }) => signInUrl !== undefined)).toHaveLength(1);
  });

  test.each([
    ['with database notifications', (work: () => Promise<void>) => work()],
    ['without database notifications', withoutNotifications],
  ])(
    'a key created on one gateway works on the other, and its revocation takes effect there within a second %s',
    async (_, within) => {
      const { keyId, secret } = await createKey('--all-scopes');
      await within(async () => {
        for (const { interfaceUrl } of gateways)
          expect((await boards(interfaceUrl, secret)).status).toBe(200);
        expect((await serai(gateway(0).env, 'keys', 'revoke', keyId, '--yes')).code).toBe(0);
        await until(
          async () => (await boards(gateway(1).interfaceUrl, secret)).status === 401,
          EVERY_NODE_KNOWS_MS,
          () => 'the revoked key still works on the other gateway',
        );
      });
    },
  );

  test('every gateway draws the same pictures of sandbox hotels', async () => {
    const path = '/sandbox/images/v1/0123456789ab/pool.svg';
    const drawn = await Promise.all(gateways.map(({ interfaceUrl }) => fetch(`${interfaceUrl}${path}`)));
    expect(drawn.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(drawn.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    const [one, other] = await Promise.all(drawn.map(response => response.text()));
    expect(one).toBe(other);
  });

  test('a worker delivers events and does not serve the API', async () => {
    const received: string[] = [];
    const receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(204).end());
    });
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
    const args = ['--environment', 'sandbox', '--types', 'booking.confirmed', '--json'];
    const made = await serai(gateway(0).env, 'webhooks', 'create', url, ...args);
    const { endpointId } = JSON.parse(made.out).endpoint;
    expect((await serai(gateway(1).env, 'webhooks', 'ping', endpointId)).code).toBe(0);
    await until(
      () => received.length > 0,
      10_000,
      () => 'nobody sent the event',
    );
    receiver.close();
    expect((await boards(worker.dashboardUrl, 'none')).status).toBe(404);
  });

  test('an additional gateway without Redis does not become ready and explains what to do', async () => {
    const port = await freePort();
    const SERAI_BACKEND_URLS = backends.map(({ backendUrl }) => backendUrl).join(',');
    const env = { ...shared, SERAI_BACKEND_URLS, SERAI_PORT: String(port), REDIS_URL: '' };
    const lonely = spawnSerai({ role: 'gateway', dataDir: join(folder, 'lonely'), env });
    const reasons = () => unreadyBecause(`http://127.0.0.1:${port}`);
    await until(
      async () =>
        (await reasons())?.some(reason => /several gateways need a shared Redis.*REDIS_URL/.test(reason)) ===
        true,
      30_000,
      () => `it does not say why it is not ready:\n${lonely.out()}${lonely.err()}`,
    );
    // The gateway must shut down gracefully, because otherwise it would count as alive and keep its share of the
    // limits.
    lonely.child.kill('SIGTERM');
    expect(await lonely.ended).toBe(0);
  });

  test('two gateways together admit exactly as many concurrent calls as the limit allows', async () => {
    const { secret } = await createKey('--all-scopes', '--per-minute', '100');
    const statuses: number[] = [];
    const client = async (number: number) => {
      for (let call = 0; call < 15; call++) {
        statuses.push((await boards(gateway(number % 2).interfaceUrl, secret)).status);
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => client(number)));
    expect(statuses.filter(status => status === 200)).toHaveLength(100);
    expect(statuses.filter(status => status === 429)).toHaveLength(200);
  });

  test('no read fails when a backend shuts down, restarts or is killed', async () => {
    const { secret } = await createKey('--all-scopes', '--per-minute', '1000000', '--per-hour', '1000000');
    const [first, second] = backends as [Serai, Serai];
    const stopped = await askWhile(secret, () => first.stop());
    expect(stopped.filter(({ status }) => status !== 200)).toEqual([]);
    const env = { SERAI_BACKEND_PORT: new URL(first.backendUrl).port };
    const restarted = await askWhile(secret, async () => {
      backends[0] = await start('backend', 'backend-0', env);
    });
    expect(restarted.filter(({ status }) => status !== 200)).toEqual([]);
    const killed = await askWhile(secret, () => second.kill());
    expect(killed.filter(({ status }) => status !== 200)).toEqual([]);
    expect(stopped.length + killed.length).toBeGreaterThan(20);
  });

  test('requests keep working while Redis is down, with divided limits, and after it returns', async () => {
    const { secret } = await createKey('--all-scopes', '--per-minute', '40');
    const unlimited = await createKey('--all-scopes', '--per-minute', '1000000', '--per-hour', '1000000');
    const answers = await askWhile(unlimited.secret, async () => redis?.kill());
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);

    const calls = Array.from({ length: 120 }, (_, i) => boards(gateway(i % 2).interfaceUrl, secret));
    const admitted = (await Promise.all(calls)).filter(({ status }) => status === 200);
    expect(admitted).toHaveLength(40);
    await redis?.restart();
    expect((await boards(gateway(0).interfaceUrl, unlimited.secret)).status).toBe(200);
  });

  test('a wrong database password is reported but not printed', async () => {
    const url = new URL(postgres?.url ?? '');
    url.password = 'geheim';
    const env = { ...shared, DATABASE_URL: url.href };
    const { code, err } = await failToStart({ dataDir: join(folder, 'refused'), env });
    expect(code).toBe(1);
    expect(err).toContain(url.host);
    expect(err).toContain('DATABASE_URL');
    expect(err).not.toContain('geheim');
    expect(err).not.toMatch(/^ +at /m);
  });

  test('gateways, backends and workers shut down gracefully', async () => {
    expect(await Promise.all(gateways.map(process => process.stop()))).toEqual([0, 0]);
    expect(await (backends[0] as Serai).stop()).toBe(0);
    expect(await worker.stop()).toBe(0);
  });
});
