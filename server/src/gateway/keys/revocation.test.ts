/**
 * Tests that a change to a key on one node takes effect on every other node within a second, even with a poor database
 * connection.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { databaseProxy } from '../../../test/database-proxy.ts';
import type { FaultProxy } from '../../../test/fault-proxy.ts';
import { type TestApp, testApp } from '../../../test/test-app.ts';

const BOARDS = '/content/hotels/v1/boards';

let proxy: FaultProxy;
let acting: TestApp;
let other: TestApp;

async function start(settings: NodeJS.ProcessEnv = {}) {
  const through = await databaseProxy(database);
  proxy = through.proxy;
  acting = await testApp({ database, settings });
  other = await testApp({ database, settings, address: through.address });
}

async function stop() {
  await proxy.clear();
  await Promise.all([acting.close(), other.close()]);
  await proxy.close();
}

async function withNodes(settings: NodeJS.ProcessEnv, work: () => Promise<void>): Promise<void> {
  await start(settings);
  try {
    await work();
  } finally {
    await stop();
  }
}

const database = await testDatabase();
afterAll(() => database.drop());

const statusOn = async (app: TestApp, key: string) => (await app.post(BOARDS, {}, { key })).status;

/**
 * Uses a key continuously on the other node while the key is revoked. Returns how many milliseconds after the
 * revocation the last accepted request was sent.
 */
async function revokeUnderFire(): Promise<number> {
  const { keyId, secret } = await acting.createKey({ limits: { perMinute: 1_000_000 } });
  await expect.poll(() => statusOn(other, secret)).toBe(200);
  let lastPassedMs = 0;
  let isOver = false;
  const hammering = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!isOver) {
        const sentMs = performance.now();
        const status = await statusOn(other, secret);
        expect([200, 401]).toContain(status);
        if (status === 200) lastPassedMs = Math.max(lastPassedMs, sentMs);
      }
    }),
  );
  await expect.poll(() => lastPassedMs).toBeGreaterThan(0);
  expect((await acting.operate('keys/revoke', { keyId })).status).toBe(200);
  const revokedMs = performance.now();
  expect(await statusOn(acting, secret)).toBe(401);
  await new Promise(resolve => setTimeout(resolve, 1_500));
  isOver = true;
  await hammering;
  return lastPassedMs - revokedMs;
}

describe('a revoked key on the other node', () => {
  test('another node rejects a revoked key within a second if notifications arrive', () =>
    withNodes({}, async () => {
      expect(await revokeUnderFire()).toBeLessThan(1_000);
    }));

  test('another node rejects a revoked key within a second after its notification connection was killed', () =>
    withNodes({}, async () => {
      await database.ownerDb`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'serai listen'`;
      expect(await revokeUnderFire()).toBeLessThan(1_000);
    }));

  test('another node rejects a revoked key within a second behind a connection pooler that drops notifications', () =>
    withNodes({ SERAI_DATABASE_POOLER: 'transaction' }, async () => {
      expect(await revokeUnderFire()).toBeLessThan(1_000);
    }));

  test('another node rejects a revoked key within a second even if every epoch read misses its deadline because of database latency', () =>
    withNodes({}, async () => {
      await proxy.set({ kind: 'latency', ms: 450 });
      await new Promise(resolve => setTimeout(resolve, 1_500));
      expect(await revokeUnderFire()).toBeLessThan(1_000);
    }));
});

describe('propagation of other changes', () => {
  beforeAll(() => start());
  afterAll(() => stop());

  /** Waits at most a second until the other node responds with this status. */
  const becomes = (key: string, status: number) =>
    expect.poll(() => statusOn(other, key), { timeout: 1_000, interval: 20 }).toBe(status);

  test('another node accepts a new key within a second', async () => {
    const { secret } = await acting.createKey();
    await becomes(secret, 200);
  });

  test('changes to the scopes, addresses, limits and status of a key take effect on another node', async () => {
    const { keyId, secret } = await acting.createKey();
    await becomes(secret, 200);
    await acting.operate('keys/update', { keyId, scopes: ['hotels:search'] });
    await becomes(secret, 403);
    await acting.operate('keys/update', { keyId, scopes: ['content:read'], limits: { perMinute: 1 } });
    await becomes(secret, 429);
    await acting.operate('keys/update', {
      keyId,
      limits: { perMinute: 1000 },
      allowedAddresses: ['192.0.2.1'],
    });
    await becomes(secret, 403);
    await acting.operate('keys/update', { keyId, allowedAddresses: [] });
    await becomes(secret, 200);
    await acting.operate('keys/disable', { keyId });
    await becomes(secret, 401);
  });

  test('a key change made directly in the database takes effect on another node', async () => {
    const { keyId, secret } = await acting.createKey();
    await becomes(secret, 200);
    await database.ownerDb`UPDATE api_key SET status = 'REVOKED' WHERE id = ${keyId}`;
    await becomes(secret, 401);
    await expect.poll(() => statusOn(acting, secret), { timeout: 1_000, interval: 20 }).toBe(401);
  });

  test('another node rejects the old secret of a key after the overlap has ended', async () => {
    const { keyId, secret: old } = await acting.createKey();
    await becomes(old, 200);
    const rotated = await acting.operate('keys/rotate', { keyId, overlapSeconds: 1 });
    await becomes(rotated.json.secret, 200);
    await new Promise(resolve => setTimeout(resolve, 1_100));
    expect(await statusOn(other, old)).toBe(401);
    expect(await statusOn(other, rotated.json.secret)).toBe(200);
  });
});

test('two key edits that are committed out of order both take effect', () =>
  withNodes({}, async () => {
    const first = await acting.createKey();
    const second = await acting.createKey();
    for (const { secret } of [first, second]) expect(await statusOn(other, secret)).toBe(200);
    let commitFirst: () => void = () => {};
    const held = new Promise<void>(resolve => {
      commitFirst = resolve;
    });
    const slow = database.ownerDb.transaction(async tx => {
      await tx`UPDATE api_key SET status = 'REVOKED' WHERE id = ${first.keyId}`;
      await held;
    });
    await database.ownerDb`UPDATE api_key SET status = 'REVOKED' WHERE id = ${second.keyId}`;
    await expect.poll(() => statusOn(other, second.secret), { timeout: 1_000, interval: 20 }).toBe(401);
    expect(await statusOn(other, first.secret)).toBe(200);
    commitFirst();
    await slow;
    await expect.poll(() => statusOn(other, first.secret), { timeout: 1_000, interval: 20 }).toBe(401);
  }));

test('a node that cannot reach the database accepts known keys for a limited time, returns 503 for unknown keys, and recovers', () =>
  withNodes({ SERAI_KEY_STALE_SECONDS: '3' }, async () => {
    const known = await acting.createKey();
    expect(await statusOn(other, known.secret)).toBe(200);
    const isReady = async () => (await fetch(`${other.interfaceUrl}/readyz`)).status;

    await proxy.set({ kind: 'down' });
    const unknown = await acting.createKey();
    expect(await statusOn(other, known.secret)).toBe(200);
    const refused = await other.post(BOARDS, {}, { key: unknown.secret });
    expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '5',
    ]);
    expect(await statusOn(other, `${known.secret.slice(0, -1)}!`)).toBe(401);
    await expect.poll(isReady, { timeout: 2_000 }).toBe(503);

    await expect.poll(() => statusOn(other, known.secret), { timeout: 6_000, interval: 100 }).toBe(503);
    await proxy.clear();
    await expect.poll(() => statusOn(other, known.secret), { timeout: 8_000, interval: 100 }).toBe(200);
    await expect.poll(() => statusOn(other, unknown.secret)).toBe(200);
    await expect.poll(isReady).toBe(200);
  }));
