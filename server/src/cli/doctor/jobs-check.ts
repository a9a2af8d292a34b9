/** Jobs that were given up: nobody else would notice while all seems well. */
import type { Database } from '../../platform/database/connect.ts';
import { countDeadJobs, type DeadCount } from '../../platform/jobs/dead-job-store.ts';
import { type CheckResult, ok, warning } from './check-result.ts';

const NAME = 'Jobs';
const UNDEFINED_TABLE = '42P01';

export async function jobsCheck(db: Database): Promise<CheckResult> {
  try {
    return judgeDeadJobs(await countDeadJobs(db));
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return ok(NAME, 'there are none yet');
    throw error;
  }
}

export function judgeDeadJobs(counts: readonly DeadCount[]): CheckResult {
  if (counts.length === 0) return ok(NAME, 'none was given up');
  const list = counts.map(({ kind, dead }) => `${dead} of ${kind}`).join(', ');
  return warning(
    NAME,
    `some were given up after ten failures: ${list}.`,
    'Look at them with serai jobs list, mend the cause, then serai jobs retry.',
  );
}
