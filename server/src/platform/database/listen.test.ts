import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import type { DatabaseAddress } from './database-address.ts';
import { quietLog } from './database-log.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { waitUntil } from './embedded/stop-left-over.ts';
import { listen } from './listen.ts';

function startListening(address: DatabaseAddress) {
  const seen = { calls: 0 };
  const listening = listen(address, 'some_channel', () => {
    seen.calls += 1;
  });
  const reaches = (calls: number) => waitUntil(() => seen.calls >= calls, 10_000);
  return { seen, reaches, stop: () => listening.stop() };
}

test('listen calls its callback when connected, for every notification, and after a reconnect', async () => {
  const { ownerDb, address, drop } = await testDatabase({ empty: true });
  const listener = startListening(address);
  expect(await listener.reaches(1)).toBe(true);
  await ownerDb`SELECT pg_notify('some_channel', 'x')`;
  expect(await listener.reaches(2)).toBe(true);

  await ownerDb`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'serai listen'
    AND datname = current_database()`;
  expect(await listener.reaches(3)).toBe(true);
  await ownerDb`SELECT pg_notify('some_channel', 'y')`;
  expect(await listener.reaches(4)).toBe(true);

  await listener.stop();
  await ownerDb`SELECT pg_notify('some_channel', 'z')`;
  expect(listener.seen.calls).toBe(4);
  await drop();
});

test('listen survives an outage that lasts longer than a connection attempt', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'serai-listen-'));
  const settings = { fsync: 'off' };
  const first = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  const listener = startListening(first.address);
  expect(await listener.reaches(1)).toBe(true);
  await first.stop();
  await waitUntil(() => false, 400);
  const second = await startEmbeddedPostgres({ dataDir, log: quietLog, settings });
  expect(await listener.reaches(2)).toBe(true);
  await listener.stop();
  await second.stop();
  await rm(dataDir, { recursive: true });
});
