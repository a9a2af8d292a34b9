import { MAX_RETRIED, retryJobs as operation } from '@serai/contract/account/jobs.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import {
  countDeadJobs,
  type DeadJob,
  type DeadWish,
  runDeadJobsAgain,
} from '../../platform/jobs/dead-job-store.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';
import { jobOwners } from './job-owners.ts';

export function jobsRetry(): OperatorHandler {
  return operate(operation, async (context, { jobId, kind }) => {
    const { db } = context;
    const owners = jobOwners(context);
    const wish = { owners, ...(jobId === undefined ? { kind: kind as string } : { jobId }) };
    const retried = await inTransaction(db, async tx => {
      const dead = await runDeadJobsAgain(tx, wish, MAX_RETRIED);
      await recordRetry(tx, context, wish, dead);
      return dead.length;
    });
    if (jobId !== undefined && retried === 0) throw new ApiError('NOT_FOUND', 'There is no such dead job.');
    const [left] = kind === undefined ? [] : await countDeadJobs(db, { owners, kind });
    return { retried, left: left?.dead ?? 0 };
  });
}

/** Each organisation finds its own in its audit; the service's own stand with whoever acted. */
async function recordRetry(
  tx: Database,
  context: OperatorContext,
  wish: DeadWish,
  dead: readonly DeadJob[],
): Promise<void> {
  const byOrganisation = Map.groupBy(dead, job => job.organisation_id ?? context.organisationId);
  for (const [organisationId, jobs] of byOrganisation) {
    const [first] = jobs as [DeadJob, ...DeadJob[]];
    const { kind, key, failures, last_error: lastError } = first;
    const change =
      'jobId' in wish
        ? { target: wish.jobId, before: { kind, key, failures, lastError }, after: { failures: 0 } }
        : { target: kind, before: { dead: jobs.length }, after: { dead: 0 } };
    const entry = auditOf(context, { action: operation.name, ...change });
    await recordAudit(tx, { ...entry, organisationId });
  }
}
