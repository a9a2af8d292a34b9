/** One dated table of exchange rates, and the rates between any two of its currencies. Pure. */

export interface ExchangeRate {
  /** Units of `to` for one of `from`: a decimal of at most 12 places. */
  rate: string;
  asOfMs: number;
}

export interface RateTable {
  asOfMs: number;
  /** Units of a currency for one of the base, by currency; the base itself is `1`. */
  perBase: ReadonlyMap<string, string>;
}

const PLACES = 12;
const ONE = 10n ** BigInt(PLACES);

/** Undefined where the table lacks one of them, or where the rate is too small to be told. */
export function rateIn({ asOfMs, perBase }: RateTable, from: string, to: string): ExchangeRate | undefined {
  if (from === to) return { rate: '1', asOfMs };
  const [fromRate, toRate] = [perBase.get(from), perBase.get(to)];
  if (fromRate === undefined || toRate === undefined) return undefined;
  const rate = quotient(scaled(toRate), scaled(fromRate));
  return rate === 0n ? undefined : { rate: textOf(rate), asOfMs };
}

/** In units of the last place. */
function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

/** Half up. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend * ONE * 2n + divisor) / (divisor * 2n);
}

function textOf(rate: bigint): string {
  const digits = rate.toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
