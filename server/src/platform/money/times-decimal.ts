/** Multiplies an amount by a decimal factor. The product is exact and is rounded once, half away from zero. Pure. */
import { safeInteger } from './minor-units.ts';

const DECIMAL = /^(\d+)(?:\.(\d+))?$/;
/** The largest exponent whose power of ten is a safe integer. */
const MAX_EXACT_POWER = 15;

interface Decimal {
  text: string;
  /** The factor is `digits` / 10^`decimals`. */
  digits: bigint;
  decimals: number;
}

// All amounts in a response use the same rate, so it is only parsed once.
let lastRead: Decimal = { text: '0', digits: 0n, decimals: 0 };

/**
 * Returns `minor` × `factor` × 10^`shift`. Throws RangeError if the factor is not a decimal or the result is not a safe
 * integer.
 */
export function timesDecimal(minor: number, factor: string, shift = 0): number {
  if (factor !== lastRead.text) lastRead = readDecimal(factor);
  const { digits, decimals } = lastRead;
  const power = shift - decimals;
  const quick = quickProduct(minor, Number(digits), power);
  if (quick !== undefined) return quick;
  const product = BigInt(minor) * digits;
  if (power >= 0) return safeInteger(product * 10n ** BigInt(power));
  return safeInteger(divideHalfUp(product, 10n ** BigInt(-power)));
}

/**
 * Returns a percentage of an amount, rounded half away from zero. The percentage is a decimal string such as `12.5`.
 */
export function percentOf(minor: number, percent: string): number {
  return timesDecimal(minor, percent, -2);
}

function readDecimal(text: string): Decimal {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new RangeError('A factor must be a decimal such as 1.25.');
  return { text, digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** The same calculation with JavaScript numbers, which is much faster. Undefined if the result would not be exact. */
function quickProduct(minor: number, digits: number, power: number): number | undefined {
  const product = minor * digits;
  if (power > 0 || power < -MAX_EXACT_POWER || !Number.isSafeInteger(product)) return undefined;
  if (product < 0) return undefined;
  const divisor = 10 ** -power;
  const rest = product % divisor;
  const quotient = (product - rest) / divisor;
  return rest * 2 >= divisor ? quotient + 1 : quotient;
}

function divideHalfUp(dividend: bigint, divisor: bigint): bigint {
  const positive = dividend < 0n ? -dividend : dividend;
  const quotient = (positive * 2n + divisor) / (divisor * 2n);
  return dividend < 0n ? -quotient : quotient;
}
