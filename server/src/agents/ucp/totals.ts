/** Amounts of a session: whole minor units, exact, as consumers see them. The net price never appears. Pure. */
import type { QuotedOffer } from '@serai/contract/booking/offer.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { cleanName } from '../third-party-text.ts';

type Price = QuotedOffer['price'];

export interface Total {
  type: 'subtotal' | 'tax' | 'fee' | 'total';
  amount: number;
  display_text?: string;
}

const NAME = { nameChars: 120 };

/** All entries but the last add up to the last, which is the total cost for the guest. */
export function totalsOf(price: Price): Total[] {
  const selling = fromMoney(price.selling);
  const included = price.taxesAndFees.filter(({ collection }) => collection === 'INCLUDED').map(chargeLine);
  const atProperty = price.payAtProperty.map(charge => {
    const line = chargeLine(charge);
    return { ...line, display_text: `${line.display_text} (paid at the property)` };
  });
  // The draft allows no negative taxes, fees or subtotals. Included charges are then not itemised.
  const canItemise = included.every(({ amount }) => amount >= 0) && sumOf(included) <= selling;
  const lines = canItemise ? included : [];
  return [
    { type: 'subtotal', amount: selling - sumOf(lines) },
    ...lines,
    ...atProperty,
    { type: 'total', amount: fromMoney(price.guestTotal) },
  ];
}

function chargeLine({ type, description, code, amount }: Price['payAtProperty'][number]): Total {
  const text = cleanName(description, NAME);
  return {
    type: type === 'TAX' ? 'tax' : 'fee',
    amount: fromMoney(amount),
    display_text: text === '' ? code : text,
  };
}

/** Charges that the guest pays in addition to the total, because their amount is not known in the currency of the session. */
export function unpricedTexts({ unpricedCharges = [] }: Price): string[] {
  return unpricedCharges
    .filter(({ collection }) => collection === 'PAY_AT_PROPERTY')
    .map(({ description, code, percent, local }) => {
      const name = cleanName(description, NAME) || code;
      const share = percent === undefined ? '' : ` of ${percent} %`;
      const amount = local === undefined ? '' : ` (${local.amount} ${local.currency})`;
      return `${name}${share}${amount} is not part of the total. It is added at the property.`;
    });
}

function sumOf(lines: readonly Total[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

export function totalOf(price: Price): number {
  return fromMoney(price.guestTotal);
}

/**
 * Divides the totals of the session among its rooms, in proportion to `weights`. The parts of each entry add up to the
 * entry, without a lost or invented minor unit.
 */
export function divideTotals(totals: readonly Total[], weights: readonly number[]): Total[][] {
  const used = weights.some(weight => weight > 0) ? weights : weights.map(() => 1);
  const lines = totals.slice(0, -1).map(line => ({ line, parts: divide(line.amount, used) }));
  return used.map((_, room) => {
    const own = lines.map(({ line, parts }) => ({ ...line, amount: parts[room] as number }));
    return [...own, { type: 'total', amount: sumOf(own) }];
  });
}

function divide(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let before = 0n;
  let used = 0n;
  return weights.map(weight => {
    before += BigInt(weight);
    const upTo = (BigInt(amount) * before) / whole;
    const part = upTo - used;
    used = upTo;
    return Number(part);
  });
}
