/**
 * Reads amounts from parsed JSON exactly. Pure.
 *
 * A JSON number with at most 15 significant digits survives `JSON.parse`: the double that it becomes identifies the decimal, and
 * `String` returns that decimal again. So the amount is taken from the decimal text and never calculated with the double.
 * This costs nothing during parsing, unlike a reviver that reads the source text.
 */
import { minorUnits } from '@serai/contract/shared/money.ts';

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,20}))?$/;
const MAX_DIGITS = 15;

/** What happens to a fraction of a minor unit: the amount is rejected, or rounded half up (away from zero). */
export type Rounding = 'REJECT' | 'HALF_UP';

/**
 * Returns minor units of the currency, or undefined if the value is not a decimal number or has more than 15 digits in minor
 * units. Accepts JSON numbers and numbers as text.
 */
export function readMinor(
  value: unknown,
  currency: string,
  rounding: Rounding = 'REJECT',
): number | undefined {
  if (typeof value === 'number') {
    const minor = wholeMinor(value, currency);
    if (minor !== undefined) return minor;
  }
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : '';
  const parts = DECIMAL.exec(text);
  if (parts === null) return undefined;
  const [, sign, whole = '', fraction = ''] = parts;
  const decimals = minorUnits(currency);
  const rest = fraction.slice(decimals);
  if (rounding === 'REJECT' && /[1-9]/.test(rest)) return undefined;
  const digits = `${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`.replace(/^0+/, '');
  if (digits.length > MAX_DIGITS) return undefined;
  const minor = Number(digits) + (rest >= '5' ? 1 : 0);
  return sign === '-' && minor !== 0 ? -minor : minor;
}

const MAX_EXACT = 10 ** MAX_DIGITS;

/**
 * Most amounts have no more decimals than their currency. A candidate for their minor units is proven by dividing it again:
 * division rounds correctly, so the quotient equals the value only if the value is the double of exactly that decimal.
 */
function wholeMinor(value: number, currency: string): number | undefined {
  const units = 10 ** minorUnits(currency);
  const minor = Math.round(value * units);
  return minor / units === value && Math.abs(minor) < MAX_EXACT ? minor + 0 : undefined;
}
