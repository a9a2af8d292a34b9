import {
  listJobs as listJobsOperation,
  MAX_RETRIED,
  retryJobs as retryJobsOperation,
} from '@serai/contract/account/jobs.ts';
import { ApiError } from '../../platform/api-error.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import {
  countDeadJobs,
  type DeadJob,
  type DeadWish,
  runDeadJobsAgain,
} from '../../platform/jobs/dead-job-store.ts';
import {
  countJobs,
  type JobCounts,
  type ListedJob,
  listJobs,
  type ShownState,
} from '../../platform/jobs/job-list-store.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import {
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import { recordAudit } from '../audit-store.ts';

const DEFAULT_LIMIT = 50;

interface JobsListParts {
  cursorKey: Buffer;
  operatorId: string;
}

export function jobsList({ cursorKey, operatorId }: JobsListParts): OperatorHandler {
  return operate(listJobsOperation, async (context, { state = 'DEAD', kind, page }) => {
    const { db } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const boundTo = [listJobsOperation.name, state, kind ?? null];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const [found, counts] = await Promise.all([
      listJobs(db, { owners: undefined, state, kind, after, limit: limit + 1 }),
      countJobs(db, undefined, kind),
    ]);
    const paged = pageOf(found, limit, ({ place, id }) => makeCursor(cursorKey, boundTo, [place, id]));
    return {
      jobs: paged.shown.map(job => jobView(job, state, operatorId)),
      kinds: counts.map(countsView),
      page: paged.page,
    };
  });
}

function jobView(job: ListedJob, state: ShownState, operatorId: string) {
  return {
    jobId: job.id,
    kind: job.kind,
    key: job.key,
    partnerId: job.organisation_id === operatorId ? null : job.organisation_id,
    state,
    failures: job.failures,
    lastError: job.last_error,
    createdAt: job.created_at.toISOString(),
    dueAt: job.due_at?.toISOString() ?? null,
    deadAt: job.dead_at?.toISOString() ?? null,
  };
}

function countsView({ kind, waiting, running, dead, oldest_due_at, lag_seconds }: JobCounts) {
  const oldestDueAt = oldest_due_at?.toISOString() ?? null;
  return { kind, waiting, running, dead, oldestDueAt, lagSeconds: lag_seconds };
}

function toPosition([place, id]: string[]): { place: string; id: string } {
  return { place, id } as { place: string; id: string };
}

export function jobsRetry(): OperatorHandler {
  return operate(retryJobsOperation, async (context, { jobId, kind }) => {
    const { db } = context;
    const wish = { owners: undefined, ...(jobId === undefined ? { kind: kind as string } : { jobId }) };
    const retried = await inTransaction(db, async tx => {
      const dead = await runDeadJobsAgain(tx, wish, MAX_RETRIED);
      await recordRetry(tx, context, wish, dead);
      return dead.length;
    });
    if (jobId !== undefined && retried === 0)
      throw new ApiError('NOT_FOUND', 'There is no permanently failed job with this ID.');
    const [left] = kind === undefined ? [] : await countDeadJobs(db, { owners: undefined, kind });
    return { retried, left: left?.dead ?? 0 };
  });
}

/** Retries are recorded in the audit log of the partner that owns the job, or of the operator for all other jobs. */
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
    // An error may contain amounts and addresses of a provider, which partners must not see.
    const isOperator = organisationId === context.organisationId;
    const before = { kind, key, failures, ...(isOperator && { lastError }) };
    const change =
      'jobId' in wish
        ? { target: wish.jobId, before, after: { failures: 0 } }
        : { target: kind, before: { dead: jobs.length }, after: { dead: 0 } };
    const entry = auditOf(context, { action: retryJobsOperation.name, ...change });
    await recordAudit(tx, { ...entry, organisationId });
  }
}
