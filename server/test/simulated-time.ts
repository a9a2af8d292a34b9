/**
 * Time that a test controls, either for the process's clock together with the database's `serai_now()`, or only for the
 * latter.
 */
import type { Database } from '../src/platform/database/connect.ts';
import { ManualClock } from './manual-clock.ts';

export interface SimulatedTime {
  clock: ManualClock;
  advance(ms: number): Promise<void>;
  /** Simulates that this process is suspended or that its clock stands still. */
  advanceDatabase(ms: number): Promise<void>;
  databaseNowMs(): number;
}

export async function simulateTime(
  ownerDb: Database,
  startMs = Date.UTC(2027, 0, 10, 12),
): Promise<SimulatedTime> {
  const clock = new ManualClock(startMs);
  let nowMs = startMs;
  await ownerDb.script(`
    CREATE TABLE simulated_time (at timestamptz NOT NULL);
    INSERT INTO simulated_time VALUES ('${new Date(startMs).toISOString()}');
    GRANT SELECT ON simulated_time TO serai_app, serai_scoped, serai_service;
    CREATE OR REPLACE FUNCTION serai_now() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT at FROM simulated_time'`);
  const advanceDatabase = async (ms: number) => {
    nowMs += ms;
    await ownerDb`UPDATE simulated_time SET at = ${new Date(nowMs)}`;
  };
  return {
    clock,
    databaseNowMs: () => nowMs,
    advanceDatabase,
    async advance(ms) {
      await advanceDatabase(ms);
      clock.advance(ms);
    },
  };
}
