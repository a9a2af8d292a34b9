import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOwnerDatabase } from './connect.ts';
import { quietLog } from './database-log.ts';
import { startEmbeddedPostgres } from './embedded/start-embedded-postgres.ts';
import { reachEmbeddedPostgres } from './reach-embedded-postgres.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'serai-reach-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const options = () => ({ dataDir, log: quietLog, settings: { fsync: 'off' } });

async function answers({ address }: Awaited<ReturnType<typeof reachEmbeddedPostgres>>): Promise<boolean> {
  const db = openOwnerDatabase({ address, log: quietLog, max: 1 });
  try {
    return (await db<{ one: number }[]>`SELECT 1 AS one`)[0]?.one === 1;
  } finally {
    await db.close();
  }
}

test("a command uses the running service's database and does not stop it", async () => {
  const service = await startEmbeddedPostgres(options());
  try {
    const reached = await reachEmbeddedPostgres(options());
    expect(await answers(reached)).toBe(true);
    await reached.stop();
    expect(await answers(service)).toBe(true);
  } finally {
    await service.stop();
  }
});

test('without a running service, a command starts the database and stops it afterwards', async () => {
  const reached = await reachEmbeddedPostgres(options());
  expect(await answers(reached)).toBe(true);
  await reached.stop();
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
});
