import { listJobs as operation } from '@serai/contract/account/jobs.ts';
import { makeCursor, pageOf, readCursor } from '../../platform/cursor.ts';
import {
  countJobs,
  type JobCounts,
  type ListedJob,
  listJobs,
  type ShownState,
} from '../../platform/jobs/job-list-store.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { jobOwners } from './job-owners.ts';

const DEFAULT_LIMIT = 50;

interface JobsListParts {
  /** Signs the cursors. */
  cursorKey: Buffer;
}

export function jobsList({ cursorKey }: JobsListParts): OperatorHandler {
  return operate(operation, async (context, { state = 'DEAD', kind, page }) => {
    const { db } = context;
    const { limit = DEFAULT_LIMIT, cursor } = page ?? {};
    const owners = jobOwners(context);
    const boundTo = [operation.name, owners ?? null, state, kind ?? null];
    const after = cursor === undefined ? undefined : toPosition(readCursor(cursorKey, boundTo, cursor));
    const [found, counts] = await Promise.all([
      listJobs(db, { owners, state, kind, after, limit: limit + 1 }),
      countJobs(db, owners, kind),
    ]);
    const paged = pageOf(found, limit, ({ place, id }) => makeCursor(cursorKey, boundTo, [place, id]));
    return {
      jobs: paged.shown.map(job => jobView(job, state)),
      kinds: counts.map(countsView),
      page: paged.page,
    };
  });
}

function jobView(job: ListedJob, state: ShownState) {
  return {
    jobId: job.id,
    kind: job.kind,
    key: job.key,
    organisationId: job.organisation_id,
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
