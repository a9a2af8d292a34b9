/** Upgrades a database with closed statements from before they had numbers. */
import { afterAll, expect, it } from 'vitest';
import { quietLog } from '../src/platform/database/database-log.ts';
import { applyMigrations, migrate } from '../src/platform/database/schema/migrate.ts';
import { readMigrations } from '../src/platform/database/schema/migration-files.ts';
import { MIGRATIONS } from '../src/start-database.ts';
import { type TestDatabase, testDatabase } from './database.ts';

const LAST_MIGRATION = 72;

let database: TestDatabase;
afterAll(() => database?.drop());

it('an upgrade numbers closed statements in the order of closing, and later ones continue, also from the earlier version', async () => {
  database = await testDatabase({ empty: true });
  const db = database.ownerDb;
  const closed = (id: string, organisation: string, environment: string, month: string, at: string) => db`
    INSERT INTO statement (statement_id, organisation_id, environment, month, time_zone, from_at, to_at, currency, opening_minor,
      closing_minor, totals, closed_at, closed_by)
    VALUES (${id}, ${organisation}, ${environment}, ${month}, 'UTC', now(), now(), 'EUR', 0, 0, '{}', ${at}::text::timestamptz, 'x')`;
  const earlier = (await readMigrations(MIGRATIONS)).filter(({ number }) => number <= LAST_MIGRATION);
  await db.transaction(tx => applyMigrations(tx, earlier));
  await db`INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B'), ('org_c', 'C')`;
  await closed('stm_1', 'org_a', 'production', '2026-09', '2026-10-03');
  await closed('stm_2', 'org_b', 'production', '2026-09', '2026-10-02');
  await closed('stm_3', 'org_a', 'production', '2026-10', '2026-11-02');
  await closed('stm_4', 'org_a', 'sandbox', '2026-09', '2026-10-01');
  await migrate(db, MIGRATIONS, { log: quietLog });
  await closed('stm_5', 'org_c', 'production', '2026-09', '2026-11-05');
  expect(await db`SELECT statement_id AS id, number FROM statement ORDER BY statement_id`).toEqual([
    { id: 'stm_1', number: '2026-09-0002' },
    { id: 'stm_2', number: '2026-09-0001' },
    { id: 'stm_3', number: '2026-10-0001' },
    { id: 'stm_4', number: 'TEST-2026-09-0001' },
    { id: 'stm_5', number: '2026-09-0003' },
  ]);
});
