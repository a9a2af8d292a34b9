/** In a process that runs jobs: has every provider compared while a recovery is open. Any number of processes may do so. */
import { every } from '../../platform/every.ts';
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
  parts: CompareParts & { recovery: RecoveryState },
): Promise<RecoveryWork> {
  const { clock, log, recovery } = parts;
  // Its own runner: all other jobs hold still meanwhile.
  const kinds = {
    [COMPARE]: {
      expectedMs: 60_000,
      limitMs: LIMIT_MS,
      run: (job: Parameters<typeof compareProvider>[1]) => compareProvider(parts, job),
    },
  };
  const runner = new JobRunner({ ...parts, kinds });
  let planned: string | undefined;
  async function look(): Promise<void> {
    const open = recovery.open();
    if (open === undefined || open.recovery_id === planned) return;
    await plan(parts, open);
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
  { db, providers }: CompareParts,
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
