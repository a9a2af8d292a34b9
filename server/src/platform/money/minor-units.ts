/** Converts between amounts in the API (decimal strings) and internal amounts (minor units as safe integers). Pure. */
import { minorUnits, toMinorUnits } from '@serai/contract/shared/amounts.ts';
import type { Money } from '@serai/contract/shared/money.ts';

/** The API allows at most 15 digits before the decimal point. */
export const MAX_WHOLE_UNITS = 999_999_999_999_999;

/** All possible fractions by number of decimals. A table lookup is several times faster than splitting digits. */
const FRACTIONS = [[], fractions(1), fractions(2), fractions(3)];

function fractions(decimals: number): readonly string[] {
  return Array.from({ length: 10 ** decimals }, (_, value) => String(value).padStart(decimals, '0'));
}

/** Formats the amount with exactly the decimals of its currency. Throws RangeError if this is not possible. */
export function toMoney(minor: number, currency: string): Money {
  return { amount: amountText(minor, minorUnits(currency)), currency };
}

/** Returns minor units. Throws RangeError if the result is not a safe integer. */
export function fromMoney(money: Money): number {
  return safeInteger(toMinorUnits(money));
}

/** Throws RangeError if the result is not a safe integer. */
export function safeInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError('The amount is too large to be exact.');
  return number;
}

/** Throws RangeError if the amount cannot be formatted exactly. */
export function checkAmount(minor: number, decimals: number): void {
  if (!Number.isSafeInteger(minor)) throw new RangeError('An amount must be a safe integer in minor units.');
  if (decimals === 0 && Math.abs(minor) > MAX_WHOLE_UNITS) throw new RangeError('The amount is too large.');
}

function amountText(minor: number, decimals: number): string {
  checkAmount(minor, decimals);
  if (decimals === 0) return String(minor);
  const texts = FRACTIONS[decimals] as readonly string[];
  const size = Math.abs(minor);
  const fraction = size % texts.length;
  return `${minor < 0 ? '-' : ''}${(size - fraction) / texts.length}.${texts[fraction]}`;
}
