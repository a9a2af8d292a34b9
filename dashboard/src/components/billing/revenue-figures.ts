/** Figures over rows of a report that can have several currencies. Pure. */
interface Row {
  currency: string;
  revenue: { amount: string };
}

/** The length of each bar, from 0 to 1. Amounts are compared only with amounts in the same currency. */
export function barLengths(rows: readonly Row[]): number[] {
  const size = ({ revenue }: Row) => Math.max(0, Number(revenue.amount));
  const largest = new Map<string, number>();
  for (const row of rows) {
    largest.set(row.currency, Math.max(largest.get(row.currency) ?? 0, size(row)));
  }
  return rows.map(row => size(row) / (largest.get(row.currency) || 1));
}

type Count = 'bookings' | 'cancelled' | 'roomNights';

/** Counts of all currencies together. */
export function sumCounts(rows: readonly Readonly<Record<Count, number>>[]): Record<Count, number> {
  const sum = (count: Count) => rows.reduce((total, row) => total + row[count], 0);
  return { bookings: sum('bookings'), cancelled: sum('cancelled'), roomNights: sum('roomNights') };
}

/** How many bookings of all currencies together were cancelled, and their share from 0 to 1. Undefined without bookings. */
export function cancellationsOf(
  rows: readonly Readonly<Record<'bookings' | 'cancelled', number>>[],
): { cancelled: number; bookings: number; share: number } | undefined {
  const { bookings, cancelled } = sumCounts(rows.map(row => ({ ...row, roomNights: 0 })));
  return bookings === 0 ? undefined : { cancelled, bookings, share: cancelled / bookings };
}
