/**
 * The single connection through which all simulated nodes use a real database. Its `serai_now()` returns the virtual
 * time. Each statement or transaction runs as a whole, so that a run does not depend on the load of the machine.
 */
import { systemClock } from '../../../src/platform/clock.ts';
import { COLUMN_TYPES } from '../../../src/platform/database/column-types.ts';
import type { OpenDatabase } from '../../../src/platform/database/connect.ts';
import { openConnection } from '../../../src/platform/database/connection/connection.ts';
import { driverAddress } from '../../../src/platform/database/database-address.ts';
import { SERVICE_ROLE } from '../../../src/platform/database/database-roles.ts';
import type { Rows, Statement } from '../../../src/platform/database/statement.ts';
import type { TestDatabase } from '../../database.ts';
import type { Limits } from '../chance/limits.ts';

export interface SharedConnection {
  run(statement: Statement): Promise<Rows<readonly object[]>>;
  /** Runs `work`, which may use `run`. Rolls back if it throws. */
  transact<T>(work: () => Promise<T>): Promise<T>;
  setTime(nowMs: number): void;
  /** Deletes everything from the previous run, and sets the credit of the partners. */
  clean(creditMinor: Limits['creditMinor']): Promise<void>;
  close(): void;
}

const TABLES = [
  'ledger_entry',
  'ledger_balance',
  'ledger_alert',
  'booking_note',
  'booking_exchange',
  'booking_term',
  'booking_attempt',
  'booking_history',
  'idempotency_key',
  'outbox_event',
  'job',
  'booking',
  'quote',
];

export async function shareConnection({ address, ownerDb }: TestDatabase): Promise<SharedConnection> {
  await prepare(ownerDb);
  const driver = {
    ...driverAddress(address),
    prepare: true,
    types: COLUMN_TYPES,
    connection: { application_name: 'simulation', TimeZone: 'UTC', role: SERVICE_ROLE, ...STEADY_PLANS },
    onnotice: () => {},
  };
  const connection = openConnection(driver, { silenceMs: 0, clock: systemClock, onBroken: () => {} });
  const text = (sql: string) => connection.run(db => db.unsafe(sql));
  let setMs: number | undefined;
  await text('SELECT 1');
  return {
    run: statement => connection.run(db => statement.build(db)) as Promise<Rows<readonly object[]>>,
    async transact(work) {
      const begun = text('BEGIN');
      begun.catch(() => {});
      try {
        const result = await work();
        await begun;
        await text('COMMIT');
        return result;
      } catch (error) {
        await text('ROLLBACK');
        throw error;
      }
    },
    setTime(nowMs) {
      if (nowMs === setMs) return;
      setMs = nowMs;
      // Sent before the next statement. The result is not awaited.
      connection
        .run(db => db`SELECT set_config('simulation.now', ${new Date(nowMs).toISOString()}, false)`)
        .catch(() => {});
    },
    async clean(creditMinor) {
      await ownerDb.script(`TRUNCATE ${TABLES.join(', ')}`);
      for (const [id, minor] of Object.entries(creditMinor)) {
        await ownerDb`
          UPDATE organisation SET billing_model = ${minor === null ? 'NONE' : 'CREDIT'}, credit_limit_minor = ${minor}
          WHERE id = ${id}`;
      }
    },
    close: () => connection.discard(),
  };
}

/** Makes the order of rows independent of previous runs. */
const STEADY_PLANS = { plan_cache_mode: 'force_generic_plan', enable_hashjoin: 'off', jit: 'off' };

async function prepare(ownerDb: OpenDatabase): Promise<void> {
  await ownerDb.script(`
    CREATE OR REPLACE FUNCTION serai_now() RETURNS timestamptz LANGUAGE sql VOLATILE
      AS $$SELECT current_setting('simulation.now')::timestamptz$$;
    -- The ledger gives its jobs random ids, which would make two runs of a seed differ.
    CREATE FUNCTION steady_id() RETURNS trigger LANGUAGE plpgsql
      AS $$BEGIN NEW.id := 'job_' || md5(NEW.kind || NEW.key || serai_now()); RETURN NEW; END$$;
    CREATE TRIGGER steady_id BEFORE INSERT ON job FOR EACH ROW WHEN (NEW.kind LIKE 'billing.%') EXECUTE FUNCTION steady_id();
    INSERT INTO organisation (id, name) VALUES ('org_a', 'A'), ('org_b', 'B');
    UPDATE organisation SET billing_currency = CASE id WHEN 'org_b' THEN 'USD' ELSE 'EUR' END`);
  for (const table of TABLES) await ownerDb.script(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
}
