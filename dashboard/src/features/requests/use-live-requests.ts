/** New rows are added immediately only if the user has not scrolled down. */
import { useEffect, useMemo, useState } from 'react';
import { type PagedList, useCall, usePages } from '../../lib/calls/use-call.ts';
import type { LoggedRequest, RequestsInput } from './request-filters.ts';

const FOLLOW_MS = 2_000;
const PAGE = 50;
/** A user who has scrolled further than this is reading. */
const READING_PX = 160;

interface LiveRequests {
  list: PagedList<LoggedRequest>;
  /** Number of new rows that are not shown yet, or undefined if some of them were not fetched. */
  waiting: number | undefined;
  showWaiting: () => void;
  retentionDays: number | undefined;
  droppedRows: number;
}

export function useLiveRequests(input: RequestsInput, live: boolean, reading: boolean): LiveRequests {
  const [added, setAdded] = useState<readonly LoggedRequest[]>([]);
  const [waiting, setWaiting] = useState<readonly LoggedRequest[]>([]);
  const [gap, setGap] = useState(false);
  const base = usePages('requests/list', input, ({ requests }) => requests, { limit: PAGE, still: true });
  const head = useCall(
    'requests/list',
    { ...input, page: { limit: PAGE } },
    { everyMs: live ? FOLLOW_MS : undefined, when: live || base.state === 'ready' },
  );
  const newest = head.state === 'ready' ? head.data : undefined;
  const items = useMemo(() => mergeRows(added, base.items), [added, base.items]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: run only when new data arrives
  useEffect(() => {
    if (newest === undefined || !live || base.state !== 'ready') return;
    const known = [...waiting, ...items];
    const found = findNewRows(newest.requests, known);
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

interface LogRow {
  rowId: string;
  at: string;
}

/** Merges rows without duplicates, newest first. Batches may be written slightly out of order. */
export function mergeRows<R extends LogRow>(newer: readonly R[], older: readonly R[]): R[] {
  const rows = new Map<string, R>();
  for (const row of [...newer, ...older]) if (!rows.has(row.rowId)) rows.set(row.rowId, row);
  return [...rows.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Returns the rows that are new. `gap` is true if all rows are new, because rows in between may be missing. */
export function findNewRows<R extends LogRow>(
  head: readonly R[],
  known: readonly R[],
): { fresh: R[]; gap: boolean } {
  const ids = new Set(known.map(({ rowId }) => rowId));
  const fresh = head.filter(({ rowId }) => !ids.has(rowId));
  return { fresh, gap: known.length > 0 && fresh.length > 0 && fresh.length === head.length };
}
