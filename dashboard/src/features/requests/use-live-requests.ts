/** The request log as it grows. New rows go on top at once only where that moves nothing that is being read. */
import { useEffect, useMemo, useState } from 'react';
import { type PagedList, useCall, usePages } from '../../lib/calls/use-call.ts';
import { freshRows, mergeRows } from './live-rows.ts';
import type { LoggedRequest, RequestsInput } from './request-filters.ts';

const FOLLOW_MS = 2_000;
const PAGE = 50;
/** Scrolled further than this, a person is reading. */
const READING_PX = 160;

export interface LiveRequests {
  list: PagedList<LoggedRequest>;
  /** How many came that are not shown yet; undefined when more came than were fetched. */
  waiting: number | undefined;
  showWaiting: () => void;
  retentionDays: number | undefined;
  droppedRows: number;
}

export function useLiveRequests(input: RequestsInput, live: boolean, reading: boolean): LiveRequests {
  const [added, setAdded] = useState<readonly LoggedRequest[]>([]);
  const [waiting, setWaiting] = useState<readonly LoggedRequest[]>([]);
  const [gap, setGap] = useState(false);
  const base = usePages('requests/list', input, answer => answer.requests, { limit: PAGE, still: true });
  const head = useCall(
    'requests/list',
    { ...input, page: { limit: PAGE } },
    { everyMs: live ? FOLLOW_MS : undefined, when: live || base.state === 'ready' },
  );
  const newest = head.state === 'ready' ? head.data : undefined;
  const items = useMemo(() => mergeRows(added, base.items), [added, base.items]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer is a reason to look
  useEffect(() => {
    if (newest === undefined || !live || base.state !== 'ready') return;
    const known = [...waiting, ...items];
    const found = freshRows(newest.requests, known);
    if (found.fresh.length === 0) return;
    if (found.gap) setGap(true);
    if (reading || window.scrollY > READING_PX || found.gap) setWaiting(mergeRows(found.fresh, waiting));
    else setAdded(mergeRows(found.fresh, added));
  }, [newest, base.state]);

  return {
    list: { ...base, items },
    waiting: gap ? undefined : waiting.length,
    showWaiting: () => {
      if (gap) base.reload();
      setAdded(gap ? [] : mergeRows(waiting, added));
      setWaiting([]);
      setGap(false);
      window.scrollTo({ top: 0 });
    },
    retentionDays: newest?.retentionDays,
    droppedRows: newest?.droppedRows ?? 0,
  };
}
