/** The earliest due date first. Rows without one keep their order, and follow. Pure. */
export function overdueFirst<Row>(
  rows: readonly Row[],
  dueSince: (row: Row) => string | null | undefined,
): Row[] {
  const since = (row: Row) => dueSince(row) ?? '9999';
  return rows.toSorted((a, b) => (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : 0));
}
