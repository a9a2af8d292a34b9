/**
 * Amounts of money in the JSON of offers. What comes between two amounts is one constant for each currency, because copying one
 * long part takes as long as copying a short one.
 */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { Memo } from '../../platform/cache/memo.ts';
import { checkAmount } from '../../platform/money/minor-units.ts';
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';
import type { Refundability } from '../terms/terms.ts';

/** What follows an amount of the currency, up to the next amount or value. */
export interface MoneyParts {
  currency: string;
  decimals: number;
  /** The end of an amount. */
  end: Uint8Array;
  /** An amount that ends an object. */
  endOfObject: Uint8Array;
  /** Between the price of a room without charges and nights, and its allotment. */
  allotment: Uint8Array;
  /** The start of the price, which follows the rooms. */
  price: Uint8Array;
  selling: Uint8Array;
  commission: Uint8Array;
  taxesAndFees: Uint8Array;
  collection: Readonly<Record<SuppliedCharge['collection'], Uint8Array>>;
  summaryTotal: Uint8Array;
  summaryTerms: Readonly<Record<Refundability, Uint8Array>>;
  noShowFrom: Uint8Array;
}

const known = new Memo<string, MoneyParts>();
/** Nearly all amounts of a response have the same currency. */
let last = partsOf('EUR');

export function moneyParts(currency: string): MoneyParts {
  if (currency !== last.currency) last = known.get(currency, partsOf);
  return last;
}

function partsOf(currency: string): MoneyParts {
  const code = JSON.stringify(currency);
  const end = `","currency":${code}}`;
  const summaryTerms = (refundability: Refundability) =>
    utf8(`${end}},"cancellation":{"refundability":"${refundability}","freeCancellationUntil":`);
  return {
    currency,
    decimals: minorUnits(currency),
    end: utf8(end),
    endOfObject: utf8(`${end}}`),
    allotment: utf8(`${end},"stayCharges":[]},"allotment":`),
    price: utf8(`],"price":{"currency":${code},"net":{"amount":"`),
    selling: utf8(`${end},"selling":{"amount":"`),
    commission: utf8(`${end},"commission":{"amount":"`),
    taxesAndFees: utf8(`${end},"taxesAndFees":[`),
    collection: {
      INCLUDED: utf8(`${end},"collection":"INCLUDED"}`),
      PAY_AT_PROPERTY: utf8(`${end},"collection":"PAY_AT_PROPERTY"}`),
    },
    summaryTotal: utf8(`${end},"guestTotal":{"amount":"`),
    summaryTerms: {
      REFUNDABLE: summaryTerms('REFUNDABLE'),
      PARTIALLY_REFUNDABLE: summaryTerms('PARTIALLY_REFUNDABLE'),
      NON_REFUNDABLE: summaryTerms('NON_REFUNDABLE'),
      UNKNOWN: summaryTerms('UNKNOWN'),
    },
    noShowFrom: utf8(`${end},"from":`),
  };
}

/** The digits of an amount, and what follows it. */
export function writeAmount(
  out: JsonBytes,
  minor: number,
  { decimals }: MoneyParts,
  after: Uint8Array,
): void {
  checkAmount(minor, decimals);
  out.decimal(minor, decimals);
  out.raw(after);
}
