export interface ExchangeRate {
  /** Units of `to` per unit of `from`, as a decimal with at most 12 places. */
  rate: string;
  asOfMs: number;
}

export interface RateTable {
  asOfMs: number;
  /** Units of each currency per unit of the base currency. The base currency itself is `1`. */
  perBase: ReadonlyMap<string, string>;
}

const PLACES = 12;
const ONE = 10n ** BigInt(PLACES);

/** Returns undefined if the table lacks a currency or the rate rounds to zero. */
export function rateIn({ asOfMs, perBase }: RateTable, from: string, to: string): ExchangeRate | undefined {
  if (from === to) return { rate: '1', asOfMs };
  const [fromRate, toRate] = [perBase.get(from), perBase.get(to)];
  if (fromRate === undefined || toRate === undefined) return undefined;
  const rate = quotient(scaled(toRate), scaled(fromRate));
  return rate === 0n ? undefined : { rate: textOf(rate), asOfMs };
}

/** Converts a decimal to a whole number of units in the last place. */
function scaled(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole + fraction.padEnd(PLACES, '0'));
}

/** Divides and rounds half up. */
function quotient(dividend: bigint, divisor: bigint): bigint {
  return (dividend * ONE * 2n + divisor) / (divisor * 2n);
}

function textOf(rate: bigint): string {
  const digits = rate.toString().padStart(PLACES + 1, '0');
  const fraction = digits.slice(-PLACES).replace(/0+$/, '');
  const whole = digits.slice(0, -PLACES);
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** Exchange rates of the sandbox. They are invented and never change, so that sandbox prices stay stable. */
export const SANDBOX_RATES: RateTable = {
  asOfMs: Date.UTC(2026, 0, 1),
  perBase: new Map([
    ['EUR', '1'],
    ['GBP', '0.8712'],
    ['USD', '1.1745'],
    ['CHF', '0.9314'],
    ['JPY', '184.05'],
    ['KWD', '0.3608'],
    ['SEK', '10.8215'],
    ['NOK', '11.8430'],
    ['DKK', '7.4689'],
    ['PLN', '4.2210'],
    ['CZK', '24.237'],
    ['HUF', '385.15'],
    ['TRY', '50.484'],
    ['AED', '4.3133'],
    ['THB', '37.010'],
    ['MXN', '21.118'],
    ['BRL', '6.4364'],
    ['CAD', '1.6088'],
    ['AUD', '1.7581'],
    ['NZD', '2.0380'],
    ['SGD', '1.5105'],
    ['HKD', '9.1413'],
    ['KRW', '1693.10'],
    ['CNY', '8.2258'],
    ['INR', '105.60'],
    ['ZAR', '19.444'],
    ['MAD', '10.713'],
    ['IDR', '19595.40'],
  ]),
};
