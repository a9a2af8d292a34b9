/** Exact arithmetic with decimal amounts. Needs no schemas. */

const USUAL_MINOR_UNITS = 2;
const MINOR_UNITS = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'
    .split(' ')
    .map(currency => [currency, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(currency => [currency, 3] as const),
]);

/** ISO 4217 minor units of a currency. */
export function minorUnits(currency: string): number {
  return MINOR_UNITS.get(currency) ?? USUAL_MINOR_UNITS;
}

export function decimalsOf(amount: string): number {
  const point = amount.indexOf('.');
  return point === -1 ? 0 : amount.length - point - 1;
}

export function hasTooManyDecimals(amount: string, currency: string): boolean {
  return decimalsOf(amount) > minorUnits(currency);
}

export function tooManyDecimals(currency: string): string {
  const decimals = minorUnits(currency);
  return decimals === 0
    ? `${currency} amounts have no decimals.`
    : `${currency} amounts have at most ${decimals} decimals.`;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;
const LEADING_ZEROS = /^0+(?=\d)/;

/**
 * The canonical form of an amount, with exactly the decimals of `currency`: "99", "99.0" and "099.00" become
 * "99.00".
 */
export function canonicalAmount(amount: string, currency: string): string {
  const [, sign = '', digits, fraction = ''] = DECIMAL.exec(amount) ?? [];
  const decimals = minorUnits(currency);
  if (digits === undefined || fraction.length > decimals) return amount;
  const whole = digits.replace(LEADING_ZEROS, '');
  return decimals === 0 ? sign + whole : `${sign}${whole}.${fraction.padEnd(decimals, '0')}`;
}

export function toMinorUnits({ amount, currency }: { amount: string; currency: string }): bigint {
  const missing = minorUnits(currency) - decimalsOf(amount);
  const digits = BigInt(amount.replace('.', ''));
  return missing > 0 ? digits * 10n ** BigInt(missing) : digits;
}

/**
 * Compares two non-negative decimal strings exactly, at any length. The result is negative, zero or positive,
 * as for `sort`.
 */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const whole = Math.max(wholeA.length, wholeB.length);
  const fraction = Math.max(fractionA.length, fractionB.length);
  const left = wholeA.padStart(whole, '0') + fractionA.padEnd(fraction, '0');
  const right = wholeB.padStart(whole, '0') + fractionB.padEnd(fraction, '0');
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
