/** Two gateways and two backends as processes of their own, over a PostgreSQL server and one Redis. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startPostgresServer } from '../server/test/postgres-server.ts';
import { startRedis } from '../server/test/redis.ts';
import { type Answer, boards } from './call.ts';
import { until } from './child-process.ts';
import { clearAway, failToStart, newFolder, type Serai, serai, startSerai } from './serai-process.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const EVERY_NODE_KNOWS_MS = 1_000;
const [postgres, redis] = await Promise.all([startPostgresServer(), startRedis()]);
const canRun = postgres !== undefined && redis !== undefined;

let folder: string;
let shared: NodeJS.ProcessEnv;
let gateways: Serai[];
let backends: Serai[];
const started: Serai[] = [];

async function start(role: 'gateway' | 'backend', name: string, env: NodeJS.ProcessEnv = {}): Promise<Serai> {
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

/** Asks both gateways in turn while something happens, and then a little longer. */
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

describe.skipIf(!canRun)('gateways and backends (need a PostgreSQL server and Redis)', () => {
  beforeAll(async () => {
    folder = await newFolder('split');
    shared = {
      DATABASE_URL: postgres?.url,
      REDIS_URL: redis?.url,
      SERAI_MASTER_KEY: randomBytes(32).toString('base64'),
      SERAI_DATABASE_CONNECTIONS: '5',
    };
    backends = await Promise.all([start('backend', 'backend-0'), start('backend', 'backend-1')]);
    const SERAI_BACKEND_URLS = backends.map(({ backendUrl }) => backendUrl).join(',');
    gateways = await Promise.all([
      start('gateway', 'gateway-0', { SERAI_BACKEND_URLS }),
      start('gateway', 'gateway-1', { SERAI_BACKEND_URLS }),
    ]);
  });

  test('of several first starts at once, exactly one hands out a key and a link', () => {
    expect(gateways.filter(({ key }) => key !== undefined)).toHaveLength(1);
    expect(gateways.filter(({ signInUrl }) => signInUrl !== undefined)).toHaveLength(1);
  });

  test('a key made on one gateway works on the other, and ends there within a second', async () => {
    const { keyId, secret } = await createKey('--all-scopes');
    for (const { interfaceUrl } of gateways) expect((await boards(interfaceUrl, secret)).status).toBe(200);
    expect((await serai(gateway(0).env, 'keys', 'revoke', keyId, '--yes')).code).toBe(0);
    await until(
      async () => (await boards(gateway(1).interfaceUrl, secret)).status === 401,
      EVERY_NODE_KNOWS_MS,
      () => 'the revoked key still works on the other gateway',
    );
  });

  test('both gateways count together: parallel calls on both are admitted exactly up to the limit', async () => {
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

  test('a backend that stops in order, or is killed, costs no client a read', async () => {
    const { secret } = await createKey('--all-scopes', '--per-minute', '1000000', '--per-hour', '1000000');
    const [first, second] = backends as [Serai, Serai];
    const stopped = await askWhile(secret, () => first.stop());
    expect(stopped.filter(({ status }) => status !== 200)).toEqual([]);
    const env = { SERAI_BACKEND_PORT: new URL(first.backendUrl).port };
    backends[0] = await start('backend', 'backend-0', env);
    const killed = await askWhile(secret, () => second.kill());
    expect(killed.filter(({ status }) => status !== 200)).toEqual([]);
    expect(stopped.length + killed.length).toBeGreaterThan(20);
  });

  test('without Redis requests go on, limits are shared out, and its return is noticed', async () => {
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

  test('a wrong password is told without the password', async () => {
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

  test('every process stops in order', async () => {
    expect(await Promise.all(gateways.map(process => process.stop()))).toEqual([0, 0]);
    expect(await (backends[0] as Serai).stop()).toBe(0);
  });
});
