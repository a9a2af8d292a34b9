/** The end of a full run: removes the hotels that the supplier's complete list did not contain. */
import type { Database } from '../../platform/database/connect.ts';
import { countUnseen, listUnseen, markGone } from '../content/supplier-hotel-store.ts';
import { lockMappings } from '../ledger/decision-store.ts';
import { changeRun, endRun } from './change-run.ts';
import { type ContentRun, findCompleteRunBefore, updateFigures } from './content-run-store.ts';
import { setWantsMapping } from './content-sync-store.ts';
import { type SyncJob, type SyncParts, syncKey } from './sync-parts.ts';
import { deltaPauseMs, needsConfirmation } from './sync-schedule.ts';

const COUNTED = 20_000;
const REMOVED = 500;

/** Returns the run after it has ended, or undefined if it was changed or the job must stop. */
export async function removeMissing(
  parts: SyncParts,
  job: SyncJob,
  run: ContentRun,
  isPagedByOffset: boolean,
): Promise<ContentRun | undefined> {
  const { missing, present } = await countMissing(job.db, run);
  const figures = { ...run.figures, missing: run.figures.missing ?? missing, present };
  let current: ContentRun | undefined = { ...run, figures };
  if (run.confirmedBy === null && needsConfirmation({ missing, present }, parts.settings))
    return stopBeforeRemoval(parts, job, current);
  // A list that is paged by offset may have skipped a hotel, so the previous complete list must also lack it, unless a
  // person has confirmed the removal.
  const isCertain = !isPagedByOffset || run.confirmedBy !== null;
  const unseenSince = isCertain ? run.number : await findCompleteRunBefore(job.db, run);
  let after = '';
  while (current?.state === 'RUNNING' && !job.signal.aborted) {
    const before: ContentRun = current;
    const from = after;
    const step = await changeRun(job, before, async tx => {
      await lockMappings(tx, before);
      const ids = await listUnseen(tx, before, unseenSince, { after: from, limit: REMOVED });
      const removed = ids.length === 0 ? 0 : await markGone(tx, before, ids, true);
      const next = { ...before, figures: { ...before.figures, removed: before.figures.removed + removed } };
      await updateFigures(tx, before.runId, next.figures);
      const last = ids.at(-1) ?? from;
      if (ids.length === REMOVED) return { run: next, last };
      if ((next.figures.missing ?? 0) > 0) await setWantsMapping(tx, before, true);
      const end = { reason: null, pauseMs: deltaPauseMs(parts.settings) };
      return { run: await endRun(tx, next, end), last };
    });
    // The transaction may be repeated, so only its result moves the position.
    current = step?.run;
    after = step?.last ?? from;
  }
  return current?.state === 'RUNNING' ? undefined : current;
}

async function countMissing(db: Database, run: ContentRun): Promise<{ missing: number; present: number }> {
  const sum = { missing: 0, present: 0 };
  let after: string | null = '';
  while (after !== null) {
    const { present, unseen, last }: Awaited<ReturnType<typeof countUnseen>> = await countUnseen(
      db,
      run,
      run.number,
      { after, limit: COUNTED },
    );
    sum.missing += unseen;
    sum.present += present;
    after = last;
  }
  return sum;
}

function stopBeforeRemoval(
  { settings, tellOperator }: SyncParts,
  job: SyncJob,
  run: ContentRun,
): Promise<ContentRun | undefined> {
  return changeRun(job, run, async tx => {
    await updateFigures(tx, run.runId, run.figures);
    const { missing, present } = run.figures;
    const after = { runId: run.runId, reason: 'MANY_REMOVALS', missing, present };
    await tellOperator(tx, { action: 'syncs/stopped', target: syncKey(run), after });
    return endRun(tx, run, { reason: 'MANY_REMOVALS', pauseMs: deltaPauseMs(settings) });
  });
}
