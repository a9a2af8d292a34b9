/** Pure. Between amounts on the wire (decimal strings) and amounts inside (whole minor units as safe integers). */
import { type Money, minorUnits, toMinorUnits } from '@serai/contract/shared/money.ts';

/** The interface writes at most 15 digits before the point. */
const MAX_WHOLE_UNITS = 999_999_999_999_999;

/** The amount with exactly the decimals of its currency. Throws RangeError for what cannot be written exactly. */
export function toMoney(minor: number, currency: string): Money {
  return { amount: amountText(minor, minorUnits(currency)), currency };
}

/** Whole minor units. Throws RangeError beyond the safe integers. */
export function fromMoney(money: Money): number {
  return safeInteger(toMinorUnits(money));
}

/** Throws RangeError beyond the safe integers. */
export function safeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('The amount is too large to be exact.');
  return number;
}

function amountText(minor: number, decimals: number): string {
  if (!Number.isSafeInteger(minor)) throw new RangeError('An amount must be a safe integer of minor units.');
  if (decimals === 0) {
    if (Math.abs(minor) > MAX_WHOLE_UNITS) throw new RangeError('The amount is too large to be written.');
    return String(minor);
  }
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return `${minor < 0 ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`;
}
