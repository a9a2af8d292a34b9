/** Tests requests with keys that are not cached yet, through the whole service. */
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../test/test-app.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newKeyId, newKeyText } from './key-format.ts';

const BOARDS = '/content/hotels/v1/boards';
const MAIN_CONNECTIONS = 10;

const app = await testApp({ settings: { TRUSTED_PROXIES: '127.0.0.1' } });
afterAll(() => app.close());

/** Returns the number of running statements of the service that contain this text. */
async function underWay(text: string): Promise<number> {
  const [row] = await app.database.ownerDb<{ n: number }[]>`
    SELECT count(*)::bigint AS n FROM pg_stat_activity
    WHERE state = 'active' AND datname = current_database() AND pid <> pg_backend_pid()
      AND query LIKE ${`%${text}%`}`;
  return row?.n ?? 0;
}

test('a key can be read while all other database connections of the service are busy', async () => {
  const { secret } = await app.createKey();
  const sleeping = Promise.allSettled(
    Array.from({ length: MAIN_CONNECTIONS }, () => app.mainDb`SELECT pg_sleep(5)`),
  );
  await expect.poll(() => underWay('pg_sleep'), { timeout: 4_000 }).toBe(MAIN_CONNECTIONS);
  const { status } = await app.post(BOARDS, {}, { key: secret });
  expect(status).toBe(200);
  expect(await underWay('pg_sleep')).toBe(MAIN_CONNECTIONS);
  await app.database.ownerDb`
    SELECT pg_cancel_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND pid <> pg_backend_pid()`;
  await sleeping;
});

test('a flood of unknown keys behind a trusted proxy does not delay other clients', async () => {
  const { secret } = await app.createKey();
  const send = (key: string, client: string) =>
    app.post(BOARDS, {}, { key, headers: { 'x-forwarded-for': client } });
  let answered = 0;
  const flood: Promise<void>[] = [];
  let other: ReturnType<typeof send> | undefined;
  await inTransaction(app.database.ownerDb, async tx => {
    await tx`LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE`;
    for (let i = 0; i < 200; i++) {
      const sent = send(newKeyText('sandbox', newKeyId()), '198.51.100.66').then(({ status }) => {
        expect(status).toBe(401);
        answered++;
      });
      flood.push(sent);
    }
    // Well below the deadline for key reads, which is two seconds.
    await new Promise(resolve => setTimeout(resolve, 300));
    other = send(secret, '198.51.100.7');
    await new Promise(resolve => setTimeout(resolve, 200));
  });
  expect((await other)?.status).toBe(200);
  // Only 50 reads per address run at the same time, so the rest of the flood still waits, although it arrived earlier.
  expect(answered).toBeLessThan(120);
  await Promise.all(flood);
  expect(answered).toBe(200);
});
