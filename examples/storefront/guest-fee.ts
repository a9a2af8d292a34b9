/**
 * What a cancellation costs the guest. Serai states penalties as parts of the net price, which is between the shop and
 * its operator. The guest pays the same share of the selling price.
 */
import type { Money, Price } from '@serai/sdk';

type Prices = Pick<Price, 'net' | 'selling'>;

/** An amount has exactly as many decimals as its currency, so it is a whole number without the point. */
const minorUnits = ({ amount }: Money) => BigInt(amount.replace('.', ''));

function moneyOf(units: bigint, { amount, currency }: Money): Money {
  const decimals = amount.split('.')[1]?.length ?? 0;
  const digits = String(units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return {
    amount: decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`,
    currency,
  };
}

/** The fee is rounded up to a whole minor unit and never exceeds the selling price. */
export function guestFee(penalty: Money, { net, selling }: Prices): Money {
  const [part, whole, price] = [minorUnits(penalty), minorUnits(net), minorUnits(selling)];
  if (part === 0n) return moneyOf(0n, selling);
  const fee = whole === 0n ? price : (price * part + whole - 1n) / whole;
  return moneyOf(fee < price ? fee : price, selling);
}

export function guestRefund(fee: Money, { selling }: Prices): Money {
  return moneyOf(minorUnits(selling) - minorUnits(fee), selling);
}

export const isFree = (fee: Money) => minorUnits(fee) === 0n;

export const isHigher = (fee: Money, shown: Money) => minorUnits(fee) > minorUnits(shown);
