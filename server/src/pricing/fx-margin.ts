/** The operator's margin on exchange rates. Pure. */

/** Exchange rates have at most twelve decimals. */
const PLACES = 12;
const ONE = 10n ** BigInt(PLACES);

/** `rate` × (1 + `percent` ÷ 100), rounded half up to twelve decimals. Both are decimal strings. */
export function withFxMargin(rate: string, percent: string): string {
  const margin = scaled(percent);
  if (margin === 0n) return rate;
  const product = scaled(rate) * (100n * ONE + margin);
  return textOf((product * 2n + 100n * ONE) / (200n * ONE));
}

function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.slice(0, PLACES).padEnd(PLACES, '0'));
}

function textOf(value: bigint): string {
  const digits = value.toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
