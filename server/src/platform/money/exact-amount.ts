/**
 * Reads amounts from parsed JSON exactly. Pure. A JSON number with at most 15 significant digits survives `JSON.parse`:
 * the double that it becomes identifies the decimal, and `String` returns that decimal again. So the amount is taken
 * from the decimal text, or calculated with the double if the result identifies the same double. This costs nothing
 * during parsing, unlike a reviver that reads the source text.
 */
import { minorUnits } from '@serai/contract/shared/amounts.ts';

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d{1,20}))?$/;
const MAX_DIGITS = 15;

/** How a fraction of a minor unit is handled: the amount is rejected, or rounded half away from zero. */
export type Rounding = 'REJECT' | 'HALF_UP';

/**
 * Returns minor units of the currency, or undefined if the value is not a decimal number or has more than 15 digits in
 * minor units. Accepts JSON numbers and numeric strings.
 */
export function readMinor(
  value: unknown,
  currency: string,
  rounding: Rounding = 'REJECT',
): number | undefined {
  const plain = readPlain(value, minorUnits(currency));
  if (plain !== undefined) return plain;
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

const POINT = 46;
const ZERO = 48;
const NINE = 57;

/**
 * The usual case without regular expressions: a positive amount with no more decimals than the currency and at most 15
 * digits. Returns undefined in all other cases. A number is only accepted if it is the double closest to that decimal.
 */
function readPlain(value: unknown, decimals: number): number | undefined {
  if (typeof value === 'number') {
    const factor = 10 ** decimals;
    const minor = Math.round(value * factor);
    return value > 0 && minor < 10 ** MAX_DIGITS && minor / factor === value ? minor : undefined;
  }
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_DIGITS) return undefined;
  let minor = 0;
  let point = -1;
  for (let i = 0; i < value.length; i += 1) {
    const code = value.charCodeAt(i);
    if (code >= ZERO && code <= NINE) minor = minor * 10 + code - ZERO;
    else if (code === POINT && point === -1 && i > 0) point = i;
    else return undefined;
  }
  const fraction = point === -1 ? 0 : value.length - point - 1;
  const whole = point === -1 ? value.length : point;
  if (fraction > decimals || whole + decimals > MAX_DIGITS || point === value.length - 1) return undefined;
  return minor * 10 ** (decimals - fraction);
}
