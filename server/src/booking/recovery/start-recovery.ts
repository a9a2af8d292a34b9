/** In a process that runs jobs: has every provider compared while a recovery is open. Any number of processes may do so. */
import type { DatabasePool } from '../../platform/database/connect.ts';
import { every } from '../../platform/every.ts';
import type { RunningJob } from '../../platform/jobs/job.ts';
import { JobRunner } from '../../platform/jobs/job-runner.ts';
import { enqueue } from '../../platform/jobs/job-store.ts';
import { type CompareParts, compareProvider } from './compare/compare-provider.ts';
import type { RecoveryState } from './recovery-gate.ts';
import { expectProvider, type OpenRecovery } from './recovery-store.ts';

const COMPARE = 'booking.recovery';
const LOOK_MS = 1_000;
/** Of many bookings; its progress is kept, and a run that is broken off is taken up there. */
const LIMIT_MS = 3_600_000;

export interface RecoveryWork {
  /** For tests: until nothing is due and nothing runs. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

export async function startRecovery(
  parts: Omit<CompareParts, 'db'> & { recovery: RecoveryState; pool: DatabasePool },
): Promise<RecoveryWork> {
  const { pool, clock, log, recovery } = parts;
  const db = pool.asService('After a restore every provider is compared once for all partners.');
  // Its own runner: all other jobs hold still meanwhile.
  const kinds = {
    [COMPARE]: {
      expectedMs: 60_000,
      limitMs: LIMIT_MS,
      serviceReason: 'After a restore the bookings of all partners are compared with the providers.',
      run: (job: RunningJob) => compareProvider({ ...parts, db: job.db }, job),
    },
  };
  const runner = new JobRunner({ ...parts, kinds });
  let planned: string | undefined;
  async function look(): Promise<void> {
    const open = recovery.open();
    if (open === undefined || open.recovery_id === planned) return;
    await plan({ ...parts, db }, open);
    planned = open.recovery_id;
    runner.start();
  }
  await look();
  const looking = every(clock, LOOK_MS, look, err => log.warn({ err }, 'the recovery cannot be planned'));
  return {
    idle: () => runner.idle(),
    async stop() {
      await looking.stop();
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
  // All of them before the first is compared: one that came later would find the recovery ended.
  for (const each of expected) await expectProvider(db, recoveryId, each);
  for (const each of expected) {
    const key = `${recoveryId} ${each.testMode ? 'test' : 'live'} ${each.code}`;
    await enqueue(db, { kind: COMPARE, key, organisationId: null, payload: each, delayMs: 0 });
  }
}
