import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { recordsOn, SUCCESS } from '../../../test/records-under-test.ts';
import { createLog } from '../../platform/log.ts';
import { logDays } from './log-days.ts';

const HOUR_MS = 3_600_000;
const settings = { retentionDays: 7, usageDays: 400 };

let clock: ManualClock;
const database = await testDatabase();
afterAll(() => database.drop());
beforeEach(async () => {
  clock = new ManualClock(Date.UTC(2026, 4, 1, 22, 30));
  for (const name of await days()) await database.ownerDb.script(`DROP TABLE request_log_${name}`);
});

const make = () => logDays({ db: database.db, clock, log: createLog('silent'), settings });

async function days(): Promise<string[]> {
  const rows = await database.ownerDb<{ day: string }[]>`
    SELECT right(c.relname, 8) AS day FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'request_log'::regclass ORDER BY 1 LIMIT 1000`;
  return rows.map(({ day }) => day);
}

describe('the partitions of the request log', () => {
  test('request log partitions for today and tomorrow are created, even by several nodes at the same time', async () => {
    await Promise.all([make(), make(), make(), make()].map(each => each.flush()));
    expect(await days()).toEqual(['20260501', '20260502']);
  });

  test('request log partitions are maintained every hour', async () => {
    const keeper = make();
    keeper.start();
    clock.stepCalendar(HOUR_MS);
    clock.advance(HOUR_MS);
    await expect.poll(days).toEqual(['20260502', '20260503']);
    keeper.cancel();
  });

  test('a request log partition is dropped when its retention ends, not a day earlier', async () => {
    const keeper = make();
    await keeper.flush();
    clock.stepCalendar(7 * 24 * HOUR_MS);
    await keeper.flush();
    expect(await days()).toEqual(['20260501', '20260502', '20260508', '20260509']);
    clock.stepCalendar(24 * HOUR_MS);
    await keeper.flush();
    expect(await days()).toEqual(['20260502', '20260508', '20260509', '20260510']);
  });

  test('the keys of Serai itself are deleted when the request log no longer contains their requests', async () => {
    const { ownerDb, db } = database;
    await ownerDb`INSERT INTO organisation (id, name) VALUES ('prt_days', 'Days')`;
    const add = (id: string, purpose: string) => ownerDb`
      INSERT INTO api_key (id, organisation_id, environment, name, scopes, allowed_addresses, limit_minute, limit_hour,
        limit_day, expires_at, created_by, created_by_staff, purpose)
      VALUES (${id}, 'prt_days', 'sandbox', 'Key', '{hotels:search}', '{}', 1, 1, 1, '2026-05-01T23:00:00Z', 'test',
        false, ${purpose})`;
    for (const purpose of ['CLIENT', 'TRY', 'CERTIFICATION']) await add(`key-${purpose}`, purpose);
    const kept = async () =>
      (await db<{ id: string }[]>`SELECT id FROM api_key ORDER BY id LIMIT 10`).map(({ id }) => id);
    clock.stepCalendar(7 * 24 * HOUR_MS);
    await make().flush();
    expect(await kept()).toHaveLength(3);
    clock.stepCalendar(24 * HOUR_MS);
    await make().flush();
    expect(await kept()).toEqual(['key-CLIENT']);
    await expect(db`DELETE FROM api_key`).rejects.toThrow(/permission denied/);
  });

  test('a request log partition is created when rows arrive for a day that has no partition', async () => {
    const records = recordsOn(database.db, clock);
    records.recordMany(3, SUCCESS);
    await records.stop();
    expect(await days()).toEqual(['20260501']);
    expect(records.state()).toMatchObject({ bufferedRows: 0, droppedRows: 0 });
  });
});
