/** The order in which a table shows its rows. Pure. */

export interface Sort {
  /** Key of the column. */
  key: string;
  isDescending: boolean;
}

/** The parts of a value, the most important one first. Undefined for rows without a value, which always come last. */
export type SortValue = readonly (string | number)[] | undefined;

/** Names begin with the first letter. Amounts, counts and times begin with the highest or latest one. */
export function startsDescending<Row>(rows: readonly Row[], sortBy: (row: Row) => SortValue): boolean {
  return rows.some(row => typeof sortBy(row)?.at(-1) === 'number');
}

/** The first click sorts in the usual direction of the column, the second in the other one, the third not at all. */
export function nextSort(
  current: Sort | undefined,
  key: string,
  isUsualDescending: boolean,
): Sort | undefined {
  if (current?.key !== key) return { key, isDescending: isUsualDescending };
  return current.isDescending === isUsualDescending ? { key, isDescending: !isUsualDescending } : undefined;
}

export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => SortValue,
  isDescending: boolean,
): Row[] {
  return rows
    .map(row => ({ row, value: sortBy(row) }))
    .sort((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined);
      }
      return compareParts(a.value, b.value) * (isDescending ? -1 : 1);
    })
    .map(({ row }) => row);
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function compareParts(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [index, part] of a.entries()) {
    const other = b[index] ?? '';
    const order =
      typeof part === 'number' && typeof other === 'number'
        ? part - other
        : NAMES.compare(String(part), String(other));
    if (order !== 0) return order;
  }
  return 0;
}

/** Amounts of different currencies cannot be compared, so those of each currency are together. */
export function moneySort(money: { amount: string; currency: string } | null | undefined): SortValue {
  return money ? [money.currency, Number(money.amount)] : undefined;
}

export function timeSort(at: string | null | undefined): SortValue {
  return at ? [Date.parse(at)] : undefined;
}
