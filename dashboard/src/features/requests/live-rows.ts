/** Puts rows that come in on top of those that are shown. Pure. */

interface Row {
  rowId: string;
  at: string;
}

/** All of them once, the newest first: batches are written a little out of order. */
export function mergeRows<R extends Row>(newer: readonly R[], older: readonly R[]): R[] {
  const rows = new Map<string, R>();
  for (const row of [...newer, ...older]) if (!rows.has(row.rowId)) rows.set(row.rowId, row);
  return [...rows.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

/** Those that are not known yet. `gap` when none is known, so that others may have come between. */
export function freshRows<R extends Row>(
  head: readonly R[],
  known: readonly R[],
): { fresh: R[]; gap: boolean } {
  const ids = new Set(known.map(({ rowId }) => rowId));
  const fresh = head.filter(({ rowId }) => !ids.has(rowId));
  return { fresh, gap: known.length > 0 && fresh.length > 0 && fresh.length === head.length };
}
