/** Adds decimal amounts in their smallest unit, because floating-point numbers would round them. Pure. */

export function decimalsOf(amount: string): number {
  return amount.split('.')[1]?.length ?? 0;
}

/** Further decimals are cut off. */
export function toMinor(amount: string, digits: number): bigint {
  const [whole = '0', decimals = ''] = amount.split('.');
  return BigInt(whole + decimals.padEnd(digits, '0').slice(0, digits));
}

export function fromMinor(minor: bigint, digits: number): string {
  const sign = minor < 0n ? '-' : '';
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export function sumMinor(amounts: readonly string[], digits: number): bigint {
  return amounts.reduce((sum, amount) => sum + toMinor(amount, digits), 0n);
}

/** The sum has as many decimals as the amount that has the most. */
export function sumDecimals(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map(decimalsOf));
  return fromMinor(sumMinor(amounts, digits), digits);
}
