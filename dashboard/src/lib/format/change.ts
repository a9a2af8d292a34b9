/** Compares figures with those of an earlier period. Amounts in different currencies stay separate. Pure. */
import { formatMoney, formatPercent } from './format.ts';

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

/** Amounts in several currencies cannot be compared as one figure. */
export function changeOfMoney(now: readonly Money[], before: readonly Money[]): Change | undefined {
  const [a, b] = [now[0], before[0]];
  if (now.length !== 1 || before.length !== 1 || a?.currency !== b?.currency) return undefined;
  return changeOf(Number(a?.amount), Number(b?.amount));
}

/** One line for each currency. Amounts in different currencies cannot be added up. */
export function amountLines(amounts: readonly Money[]): string[] {
  return amounts.length === 0 ? ['–'] : amounts.map(formatMoney);
}
