/** Compares figures with those of an earlier period. Amounts in different currencies stay separate. Pure. */
import { formatMoney, formatNumber, formatPercent } from './format.ts';

export interface Money {
  amount: string;
  currency: string;
}

export interface Change {
  direction: 'up' | 'down' | 'same';
  /** For example `12%`. */
  text: string;
}

/** Undefined if a value is missing or zero before. A percentage of or to a negative amount means nothing. */
export function changeOf(now: number | undefined, before: number | undefined): Change | undefined {
  if (now === undefined || before === undefined || before <= 0 || now < 0) return undefined;
  const share = Math.abs(now - before) / before;
  return {
    direction: now > before ? 'up' : now < before ? 'down' : 'same',
    // A small change is not rounded to 0%.
    text: formatPercent(share < 0.01 ? share : Math.round(share * 100) / 100),
  };
}

/** A percentage of a smaller number would exaggerate. */
export const SMALL_BASE = 20;

/** The change of a number of things, for example `14%`, or `5` if there were fewer than 20 before. */
export function changeOfCount(now: number | undefined, before: number | undefined): Change | undefined {
  if (now === undefined || before === undefined) return undefined;
  if (before >= SMALL_BASE) return changeOf(now, before);
  if (now === 0 && before === 0) return undefined;
  const direction = now > before ? 'up' : now < before ? 'down' : 'same';
  return { direction, text: formatNumber(Math.abs(now - before)) };
}

/** The change of a share in percentage points, for example `1.2 points`. Undefined if a value is missing. */
export function pointsOf(now: number | undefined, before: number | undefined): Change | undefined {
  if (now === undefined || before === undefined) return undefined;
  const points = Math.round((now - before) * 1_000) / 10;
  return {
    // Less than 0.05 points is no change.
    direction: points > 0 ? 'up' : points < 0 ? 'down' : 'same',
    text: `${Math.abs(points)} ${Math.abs(points) === 1 ? 'point' : 'points'}`,
  };
}

/**
 * Amounts in several currencies cannot be compared as one figure. With the number of bookings behind the earlier amount,
 * the change is an amount if they were fewer than 20.
 */
export function changeOfMoney(
  now: readonly Money[],
  before: readonly Money[],
  bookings = SMALL_BASE,
): Change | undefined {
  const [a, b] = [now[0], before[0]];
  if (a === undefined || b === undefined || now.length !== 1 || before.length !== 1) return undefined;
  if (a.currency !== b.currency) return undefined;
  const change = changeOf(Number(a.amount), Number(b.amount));
  if (change === undefined || bookings >= SMALL_BASE) return change;
  const decimals = (b.amount.split('.')[1] ?? '').length;
  const amount = Math.abs(Number(a.amount) - Number(b.amount)).toFixed(decimals);
  return { ...change, text: formatMoney({ amount, currency: a.currency }) };
}

/** One line for each currency, or zero. Amounts in different currencies cannot be added up. */
export function amountLines(amounts: readonly Money[]): string[] {
  return amounts.length === 0 ? ['0'] : amounts.map(formatMoney);
}
