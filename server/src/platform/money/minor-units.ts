/** Converts between amounts of the interface (decimal strings) and internal amounts (minor units as safe integers). Pure. */
import { type Money, minorUnits, toMinorUnits } from '@serai/contract/shared/money.ts';

/** The interface allows at most 15 digits before the decimal point. */
export const MAX_WHOLE_UNITS = 999_999_999_999_999;

/** All possible fractions by number of decimals, because splitting digits costs several times as much. */
const FRACTIONS = [[], fractions(1), fractions(2), fractions(3)];

function fractions(decimals: number): readonly string[] {
  return Array.from({ length: 10 ** decimals }, (_, value) => String(value).padStart(decimals, '0'));
}

/** Formats the amount with exactly the decimals of its currency. Throws RangeError if it cannot be formatted exactly. */
export function toMoney(minor: number, currency: string): Money {
  return { amount: amountText(minor, minorUnits(currency)), currency };
}

/** Returns minor units. Throws RangeError beyond the safe integers. */
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
    if (Math.abs(minor) > MAX_WHOLE_UNITS) throw new RangeError('The amount is too large.');
    return String(minor);
  }
  const texts = FRACTIONS[decimals] as readonly string[];
  const size = Math.abs(minor);
  const fraction = size % texts.length;
  return `${minor < 0 ? '-' : ''}${(size - fraction) / texts.length}.${texts[fraction]}`;
}
