/**
 * While a recovery is open, compares our bookings with the reservations at every provider. Several worker processes may
 * do this concurrently.
 */
import type { DatabasePool } from '../../platform/database/connect.ts';
import { every } from '../../platform/every.ts';
import type { RunningJob } from '../../platform/jobs/job.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { type CompareParts, compareProvider } from './compare-provider.ts';
import type { RecoveryState } from './recovery-gate.ts';
import { expectProvider, type OpenRecovery } from './recovery-store.ts';

const COMPARE = 'booking.recovery';
const POLL_MS = 1_000;
/** Long enough for many bookings. An interrupted run continues where it stopped. */
const LIMIT_MS = 3_600_000;

export interface RecoveryWork {
  /** For tests: resolves when nothing is due and nothing is running. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRecovery(
  parts: Omit<CompareParts, 'db'> & { recovery: RecoveryState; pool: DatabasePool },
): Promise<RecoveryWork> {
  const { pool, clock, log, recovery } = parts;
  const db = pool.asService('After a restore, the bookings of all partners are compared with the providers.');
  // A separate runner, because all other jobs are paused during a recovery.
  const kinds = {
    [COMPARE]: {
      expectedMs: 60_000,
      limitMs: LIMIT_MS,
      serviceReason: 'After a restore, the bookings of all partners are compared with the providers.',
      run: (job: RunningJob) => compareProvider({ ...parts, db: job.db }, job),
    },
  };
  const runner = new JobRunner({ ...parts, kinds });
  let planned: string | undefined;
  async function planOpenRecovery(): Promise<void> {
    const open = recovery.open();
    if (open === undefined || open.recovery_id === planned) return;
    await plan({ ...parts, db }, open);
    planned = open.recovery_id;
    runner.start();
  }
  await planOpenRecovery();
  const polling = every(clock, POLL_MS, planOpenRecovery, err =>
    log.warn({ err }, 'planning the recovery failed, will retry'),
  );
  return {
    idle: () => runner.idle(),
    async stop() {
      await polling.stop();
      await runner.stop();
    },
  };
}

async function plan(
  { db, providers }: Pick<CompareParts, 'db' | 'providers'>,
  { recovery_id: recoveryId }: OpenRecovery,
): Promise<void> {
  const expected = [true, false].flatMap(testMode =>
    providers.list(testMode).map(({ code }) => ({ code, testMode, recoveryId })),
  );
  // Register all providers first. Otherwise the recovery could finish before the last provider is added.
  for (const each of expected) await expectProvider(db, recoveryId, each);
  for (const each of expected) {
    const key = `${recoveryId} ${each.testMode ? 'test' : 'live'} ${each.code}`;
    await enqueue(db, { kind: COMPARE, key, organisationId: null, payload: each, delayMs: 0 });
  }
}
