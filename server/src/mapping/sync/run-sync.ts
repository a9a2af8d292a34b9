/**
 * Job, one per account: reads the content of the account page by page. The position is stored with each page, so that
 * another node continues where this one stopped. Between runs, the job waits for the next one.
 */
import type { ContentOutcome, ContentPage, ContentSession } from '../../booking/port/supplied-content.ts';
import { exponentialBackoffMs } from '../../platform/backoff.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { reached } from '../../platform/failpoints/failpoint.ts';
import { newId } from '../../platform/ids/ids.ts';
import { DONE, type JobResult } from '../../platform/jobs/job.ts';
import { requestRun } from '../runs/run-mapping.ts';
import { changeRun, storePage } from './change-run.ts';
import {
  beginContentRun,
  type ContentRun,
  endContentRun,
  findOpenContentRun,
  insertContentRun,
  pauseContentRun,
  restartContentRun,
} from './content-run-store.ts';
import { type ContentSync, findContentSync, setNextRun, setWantsMapping } from './content-sync-store.ts';
import { removeMissing } from './remove-missing.ts';
import { isPaused, PAUSED_MS, type SyncJob, type SyncParts, scopeOfKey, syncKey } from './sync-parts.ts';
import { deltaPauseMs, dueMode, sinceOf } from './sync-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How long the job runs before it lets other jobs run. */
export const SLICE_MS = HOUR_MS;
const MAX_FAILURES = 8;
const BACKOFF = { firstMs: 10_000, maxMs: 30 * MINUTE_MS };
const MAX_RESTARTS = 3;
const NOW: JobResult = { kind: 'AGAIN', delayMs: 0 };

export async function runSync(parts: SyncParts, job: SyncJob): Promise<JobResult> {
  const sync = await findContentSync(job.db, scopeOfKey(job.key));
  if (sync === undefined) return DONE;
  const run = (await findOpenContentRun(job.db, sync)) ?? (await startDueRun(parts, job, sync));
  if (run === undefined) return waitForNext(parts, job);
  const leftMs = (run.waitingUntil?.getTime() ?? 0) - sync.now.getTime();
  if (leftMs > 0) return { kind: 'AGAIN', delayMs: leftMs };
  return (await continueRun(parts, job, run)) ?? waitForNext(parts, job);
}

async function startDueRun(
  parts: SyncParts,
  job: SyncJob,
  sync: ContentSync,
): Promise<ContentRun | undefined> {
  const { settings, reader } = parts;
  if (!settings.isAutomatic || sync.nextRunAt > sync.now) return undefined;
  if (await isPaused(reader, job)) return undefined;
  const mode = dueMode(sync, settings);
  return inTransaction(job.db, async tx => {
    const run = { runId: newId('crn'), mode, since: sinceOf(mode, sync), requestedBy: 'schedule' };
    const started = await insertContentRun(tx, sync, run);
    await job.guard(tx);
    return started;
  });
}

/** Requests a mapping run if hotels have changed, and waits for the next content run. */
async function waitForNext({ model, settings }: SyncParts, job: SyncJob): Promise<JobResult> {
  const scope = scopeOfKey(job.key);
  const isMapped = await inTransaction(job.db, async tx => {
    const { wantsMapping } = (await findContentSync(tx, scope)) ?? { wantsMapping: false };
    if (!wantsMapping) return true;
    if (!(await requestRun(tx, scope, model))) return false;
    await setWantsMapping(tx, scope, false);
    return true;
  });
  if (!isMapped) return { kind: 'AGAIN', delayMs: MINUTE_MS };
  const sync = await findContentSync(job.db, scope);
  if (sync === undefined) return DONE;
  const leftMs = sync.nextRunAt.getTime() - sync.now.getTime();
  // A run that is due and has not started belongs to a paused account, or runs start only on request.
  return { kind: 'AGAIN', delayMs: !settings.isAutomatic || leftMs <= 0 ? HOUR_MS : leftMs };
}

/** Returns undefined if the run has ended, otherwise when the job must run again. */
async function continueRun(parts: SyncParts, job: SyncJob, run: ContentRun): Promise<JobResult | undefined> {
  const session = parts.reader.open(run);
  if (session === undefined) return failRun(parts, job, run, 'The account is not connected.', true);
  if (await isPaused(parts.reader, job)) return { kind: 'AGAIN', delayMs: PAUSED_MS };
  try {
    const begun = await changeRun(job, run, tx => beginContentRun(tx, run.runId));
    return begun === undefined ? NOW : await readPages(parts, job, begun, session);
  } finally {
    await session.close();
  }
}

async function readPages(
  parts: SyncParts,
  job: SyncJob,
  begun: ContentRun,
  session: ContentSession,
): Promise<JobResult | undefined> {
  const endMs = parts.clock.monotonicMs() + SLICE_MS;
  let run: ContentRun | undefined = begun;
  while (run.phase === 'LIST' && run.state === 'RUNNING') {
    if (job.signal.aborted || parts.clock.monotonicMs() >= endMs) return NOW;
    const { since, cursor } = run as ContentRun;
    const read = await session.page({ atMs: since?.getTime() ?? null, cursor }, job.signal);
    if (job.signal.aborted) return NOW;
    if (read.kind !== 'OK') return handleFailure(parts, job, run, read);
    if (read.value.next !== null && read.value.next === cursor)
      return failRun(parts, job, run, 'The supplier returned the same page twice.', false);
    reached('content-page-read');
    const before: ContentRun = run;
    run = await storePage(parts, job, before, read.value, session.hasDetails);
    if (run === undefined) return NOW;
    parts.metrics?.countProgress(before, run);
    reached('content-page-stored');
  }
  if (run.state !== 'RUNNING') return undefined;
  const ended = await removeMissing(parts, job, run, session.isPagedByOffset);
  if (ended === undefined) return NOW;
  parts.metrics?.countProgress(run, ended);
  return undefined;
}

async function handleFailure(
  parts: SyncParts,
  job: SyncJob,
  run: ContentRun,
  read: Exclude<ContentOutcome<ContentPage>, { kind: 'OK' }>,
): Promise<JobResult | undefined> {
  switch (read.kind) {
    case 'WAIT':
      return pause(job, run, { waitingFor: read.reason, waitMs: read.waitMs, failed: null });
    case 'GONE': {
      if (run.restarts >= MAX_RESTARTS)
        return failRun(parts, job, run, 'The supplier’s list expired before it was read completely.', false);
      const problem = 'The supplier’s list expired while it was being read, so the run was restarted.';
      await changeRun(job, run, tx => restartContentRun(tx, run.runId, problem));
      return NOW;
    }
    case 'FAILED': {
      const failures = run.failures + 1;
      parts.metrics?.countFailure(run, 'call');
      if (read.isFinal || failures >= MAX_FAILURES)
        return failRun(parts, job, run, read.problem, read.isFinal);
      const waitMs = exponentialBackoffMs(failures, BACKOFF);
      return pause(job, run, { waitingFor: 'RETRY', waitMs, failed: read.problem });
    }
  }
}

async function pause(
  job: SyncJob,
  run: ContentRun,
  wait: Parameters<typeof pauseContentRun>[2],
): Promise<JobResult> {
  await changeRun(job, run, tx => pauseContentRun(tx, run.runId, wait));
  return { kind: 'AGAIN', delayMs: wait.waitMs };
}

/** If only a person can solve the problem, the next run starts after the usual interval, otherwise after an hour. */
async function failRun(
  { settings, tellOperator, metrics }: SyncParts,
  job: SyncJob,
  run: ContentRun,
  lastError: string,
  isFinal: boolean,
): Promise<undefined> {
  await changeRun(job, run, async tx => {
    await endContentRun(tx, run.runId, { state: 'FAILED', reason: null, lastError });
    await setNextRun(tx, run, isFinal ? deltaPauseMs(settings) : HOUR_MS);
    const after = { runId: run.runId, problem: lastError };
    await tellOperator(tx, { action: 'syncs/failed', target: syncKey(run), after });
  });
  metrics?.countFailure(run, 'run');
  return undefined;
}
