import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { finishedExchange } from '../../../test/finished-exchange.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { LastUse } from './last-use.ts';

let clock: ManualClock;
const database = await testDatabase();
await database.ownerDb.script(`
  INSERT INTO organisation (id, name) VALUES ('org_test', 'Test');
  INSERT INTO api_key (id, organisation_id, environment, name, scopes, limit_minute, limit_hour, limit_day, created_by)
    VALUES ('key', 'org_test', 'sandbox', 'Key', '{hotels:search}', 1, 1, 1, 'ana');
  INSERT INTO api_key_secret (id, key_id, hash, start) VALUES ('sec_a', 'key', '', ''), ('sec_b', 'key', '', '')`);
afterAll(() => database.drop());
beforeEach(async () => {
  await database.ownerDb`DELETE FROM api_key_last_use`;
  clock = new ManualClock();
});

const make = () => new LastUse({ db: database.db, clock, log: createLog('silent') });

async function rows() {
  return [
    ...(await database.ownerDb`
      SELECT secret_id, used_at, address, client_version FROM api_key_last_use ORDER BY secret_id LIMIT 100`),
  ];
}

describe('the last use of a secret', () => {
  test('the last use of a secret is written within 30 seconds with the latest time, address and version', async () => {
    const lastUse = make();
    lastUse.rows.start();
    lastUse.note('sec_a', finishedExchange(clock, { address: '203.0.113.1' }));
    lastUse.note('sec_b', finishedExchange(clock, { address: undefined, rawHeaders: [] }));
    clock.advance(1_000);
    lastUse.note('sec_a', finishedExchange(clock, { address: '203.0.113.2' }));
    const usedAt = new Date(clock.nowMs());
    clock.advance(29_000);
    await expect.poll(async () => (await rows()).length).toBe(2);
    expect(await rows()).toEqual([
      { secret_id: 'sec_a', used_at: usedAt, address: '203.0.113.2', client_version: '4.2.0' },
      {
        secret_id: 'sec_b',
        used_at: new Date(usedAt.getTime() - 1_000),
        address: null,
        client_version: null,
      },
    ]);
    await lastUse.rows.stop();
  });

  test('a later use of a secret is never replaced by an earlier one, in memory or between nodes', async () => {
    const [early, late] = [make(), make()];
    const earlier = finishedExchange(clock, { address: '203.0.113.1' });
    clock.advance(1_000);
    const later = finishedExchange(clock, { address: '203.0.113.2' });
    late.note('sec_a', later);
    late.note('sec_a', earlier);
    await late.rows.stop();
    early.note('sec_a', earlier);
    await early.rows.stop();
    expect(await rows()).toMatchObject([{ used_at: new Date(clock.nowMs()), address: '203.0.113.2' }]);
  });

  test('the last use of a secret is written again after a failed flush and never replaces a newer one', async () => {
    const lastUse = make();
    await database.ownerDb`ALTER TABLE api_key_last_use RENAME TO away`;
    lastUse.note('sec_a', finishedExchange(clock));
    lastUse.note('sec_b', finishedExchange(clock));
    const flushing = lastUse.rows.flush();
    clock.advance(1_000);
    lastUse.note('sec_a', finishedExchange(clock));
    await flushing;
    await database.ownerDb`ALTER TABLE away RENAME TO api_key_last_use`;
    await lastUse.rows.stop();
    const now = clock.nowMs();
    expect((await rows()).map(row => row.used_at)).toEqual([new Date(now), new Date(now - 1_000)]);
  });

  test('the last use of a deleted secret is ignored, and the others are written', async () => {
    const lastUse = make();
    lastUse.note('sec_gone', finishedExchange(clock));
    lastUse.note('sec_a', finishedExchange(clock));
    await lastUse.rows.stop();
    expect((await rows()).map(row => row.secret_id)).toEqual(['sec_a']);
  });
});
