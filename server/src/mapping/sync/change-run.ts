/** The steps of a content run. Each of their transactions checks the job's lease before it commits. */
import type { ContentPage } from '../../booking/port/supplied-content.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { type StoredPage, writePage } from '../content/store-supplied-hotels.ts';
import { lockMappings } from '../ledger/decision-store.ts';
import {
  advanceContentRun,
  type ContentFigures,
  type ContentRun,
  endContentRun,
  lockContentRun,
  updateFigures,
} from './content-run-store.ts';
import { setContentRead, setNextRun } from './content-sync-store.ts';
import { planDetails } from './read-details.ts';
import type { SyncJob, SyncParts } from './sync-parts.ts';
import { deltaPauseMs, type SyncSettings } from './sync-schedule.ts';

/** The maximum number of hotels that one transaction writes. */
const MAX_WRITTEN = 200;

/**
 * Changes the run. Has no effect and returns undefined if the run has changed since it was read, because a person has
 * stopped it or another node has continued it.
 */
export function changeRun<T>(
  job: SyncJob,
  run: ContentRun,
  work: (tx: Database) => Promise<T>,
): Promise<T | undefined> {
  return inTransaction(job.db, async tx => {
    const current = await lockContentRun(tx, run.runId);
    if (current === undefined || !isUnchanged(current, run)) return undefined;
    const result = await work(tx);
    await job.guard(tx);
    return result;
  });
}

function isUnchanged(current: ContentRun, known: ContentRun): boolean {
  return (
    (current.state === 'QUEUED' || current.state === 'RUNNING') &&
    current.cursor === known.cursor &&
    current.phase === known.phase &&
    current.figures.pages === known.figures.pages &&
    current.figures.removed === known.figures.removed
  );
}

/**
 * Stores a page and the position after it, and returns the updated run. A large page takes several transactions, so
 * that none holds its locks for long. Only the last transaction moves the position. If it does not commit, the page is
 * read again, and the hotels that were already stored count as unchanged.
 */
export async function storePage(
  { settings }: SyncParts,
  job: SyncJob,
  run: ContentRun,
  page: ContentPage,
  hasDetails: boolean,
): Promise<ContentRun | undefined> {
  const lastPart = Math.max(0, Math.ceil(page.hotels.length / MAX_WRITTEN) - 1) * MAX_WRITTEN;
  let current: ContentRun | undefined = run;
  for (let from = 0; from < lastPart && current !== undefined; from += MAX_WRITTEN) {
    const hotels = page.hotels.slice(from, from + MAX_WRITTEN);
    current = await storePart(job, current, hotels, hasDetails);
  }
  const rest = { ...page, hotels: page.hotels.slice(lastPart) };
  return current && storeLastPart(settings, job, current, rest, hasDetails);
}

function storePart(
  job: SyncJob,
  run: ContentRun,
  hotels: ContentPage['hotels'],
  hasDetails: boolean,
): Promise<ContentRun | undefined> {
  return changeRun(job, run, async tx => {
    await lockMappings(tx, run);
    const stored = await writePage(tx, run, { hotels, removed: [] }, { run: run.number, hasDetails });
    const figures = addStored(run.figures, hotels.length, stored);
    await updateFigures(tx, run.runId, figures);
    return { ...run, figures };
  });
}

function storeLastPart(
  settings: SyncSettings,
  job: SyncJob,
  run: ContentRun,
  page: ContentPage,
  hasDetails: boolean,
): Promise<ContentRun | undefined> {
  return changeRun(job, run, async tx => {
    await lockMappings(tx, run);
    const stored = await writePage(tx, run, page, { run: run.number, hasDetails });
    const figures = addStored(run.figures, page.hotels.length, stored);
    const isLast = page.next === null;
    const isComplete = isLast && (run.mode === 'DELTA' || page.isComplete);
    const next: ContentRun = {
      ...run,
      cursor: page.next,
      phase: isComplete && run.mode === 'FULL' ? 'REMOVE' : 'LIST',
      asOf: earlier(run.asOf, page.asOfMs),
      figures: { ...figures, pages: figures.pages + 1, total: page.total ?? figures.total },
      failures: 0,
    };
    await advanceContentRun(tx, run.runId, next);
    if (!isLast) return next;
    if (hasDetails) await planDetails(tx, run);
    // The next runs read only changes, even if this list was incomplete. Otherwise one unreadable hotel would
    // permanently prevent delta runs.
    const changedSince = earlier(next.startedAt, next.asOf?.getTime()) ?? new Date(0);
    const hasChanges = countChanges(next.figures) > 0;
    await setContentRead(tx, run, { mode: run.mode, changedSince, hasChanges });
    if (next.phase === 'REMOVE') return next;
    return endRun(tx, next, { reason: isComplete ? null : 'INCOMPLETE', pauseMs: deltaPauseMs(settings) });
  });
}

/** Call it in `changeRun`. */
export async function endRun(
  tx: Database,
  run: ContentRun,
  { reason, pauseMs }: Pick<ContentRun, 'reason'> & { pauseMs: number },
): Promise<ContentRun> {
  const state = reason === 'MANY_REMOVALS' ? 'STOPPED' : 'DONE';
  await endContentRun(tx, run.runId, { state, reason });
  await setNextRun(tx, run, pauseMs);
  return { ...run, state, reason };
}

function addStored(sum: ContentFigures, hotels: number, stored: StoredPage): ContentFigures {
  return {
    ...sum,
    hotels: sum.hotels + hotels,
    added: sum.added + stored.added,
    changed: sum.changed + stored.changed,
    unchanged: sum.unchanged + stored.unchanged,
    removed: sum.removed + stored.removed,
    returned: sum.returned + stored.returned,
    alarms: sum.alarms + stored.alarms,
  };
}

function countChanges({ added, changed, removed, returned }: ContentFigures): number {
  return added + changed + removed + returned;
}

function earlier(date: Date | null, ms: number | undefined): Date | null {
  if (ms === undefined || (date !== null && date.getTime() <= ms)) return date;
  return new Date(ms);
}
