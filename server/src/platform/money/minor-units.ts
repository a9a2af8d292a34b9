/** Pure. Between amounts on the wire (decimal strings) and amounts inside (whole minor units as safe integers). */
import { type Money, minorUnits, toMinorUnits } from '@serai/contract/shared/money.ts';

/** The interface writes at most 15 digits before the point. */
export const MAX_WHOLE_UNITS = 999_999_999_999_999;

/** What may stand behind the point, by number of decimals: cutting digits apart costs several times as much. */
const FRACTIONS = [[], fractions(1), fractions(2), fractions(3)];

function fractions(decimals: number): readonly string[] {
  return Array.from({ length: 10 ** decimals }, (_, value) => String(value).padStart(decimals, '0'));
}

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
  const texts = FRACTIONS[decimals] as readonly string[];
  const size = Math.abs(minor);
  const fraction = size % texts.length;
  return `${minor < 0 ? '-' : ''}${(size - fraction) / texts.length}.${texts[fraction]}`;
}
