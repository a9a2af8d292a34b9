/** Writes the price of an offer and of its rooms as JSON. */
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';
import { chargeStart } from './charge-start.ts';
import { type MoneyParts, moneyParts, writeAmount } from './money-json.ts';
import { exchangeView, type OfferScene } from './offer-view.ts';
import { guestTotal, type PricedOffer, type PricedRoom } from './priced-offer.ts';

const PART = {
  stayCharges: utf8(',"stayCharges":['),
  code: utf8('{"code":'),
  description: utf8(',"description":'),
  stayAmount: utf8(',"amount":{"amount":"'),
  nightly: utf8('],"nightly":['),
  date: utf8('{"date":"'),
  nightNet: utf8('","net":{"amount":"'),
  allotment: utf8(']},"allotment":'),
  payAtProperty: utf8('],"payAtProperty":['),
  guestTotal: utf8('],"guestTotal":{"amount":"'),
  unpricedCharges: utf8(',"unpricedCharges":['),
  collection: utf8(',"collection":"'),
  unpricedCollection: utf8('","collection":"'),
  percent: utf8(',"percent":'),
  local: utf8(',"local":{"amount":"'),
  exchange: utf8(',"exchange":'),
  comma: utf8(','),
  quote: utf8('"'),
  end: utf8('}'),
  endOfString: utf8('"}'),
  endOfList: utf8(']'),
} as const;

/** From the digits of the net price of a room to the name of the field after its price. */
export function writeRoomPrice(
  out: JsonBytes,
  { netMinor, stayCharges, nightlyMinor }: PricedRoom,
  money: MoneyParts,
  nights: OfferScene['nights'],
): void {
  const hasNights = nights !== null && nightlyMinor !== null;
  if (stayCharges.length === 0 && !hasNights) {
    writeAmount(out, netMinor, money, money.allotment);
    return;
  }
  writeAmount(out, netMinor, money, money.end);
  out.raw(PART.stayCharges);
  let isFirst = true;
  for (const { code, description, amountMinor } of stayCharges) {
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    out.raw(PART.code);
    out.text(code);
    out.raw(PART.description);
    out.text(description);
    out.raw(PART.stayAmount);
    writeAmount(out, amountMinor, money, money.endOfObject);
  }
  if (hasNights) {
    out.raw(PART.nightly);
    for (let i = 0; i < nightlyMinor.length; i++) {
      if (i > 0) out.raw(PART.comma);
      out.raw(PART.date);
      out.characters(nights[i] as string);
      out.raw(PART.nightNet);
      writeAmount(out, nightlyMinor[i] as number, money, money.endOfObject);
    }
  }
  out.raw(PART.allotment);
}

/** Starts after the list of rooms. The closing brace is left out. */
export function writePrice(out: JsonBytes, offer: PricedOffer, money: MoneyParts): void {
  const { netMinor, sellingMinor, charges, exchange } = offer;
  out.raw(money.price);
  writeAmount(out, netMinor, money, money.selling);
  writeAmount(out, sellingMinor, money, money.commission);
  writeAmount(out, sellingMinor - netMinor, money, money.taxesAndFees);
  let isFirst = true;
  let hasUnpriced = false;
  for (const charge of charges) {
    if (charge.amountMinor === null) {
      hasUnpriced = true;
      continue;
    }
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    writeTax(out, charge, charge.amountMinor, money);
  }
  out.raw(PART.payAtProperty);
  isFirst = true;
  for (const charge of charges) {
    if (charge.amountMinor === null || charge.collection !== 'PAY_AT_PROPERTY') continue;
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    writeLocalTax(out, charge, charge.amountMinor, money);
  }
  out.raw(PART.guestTotal);
  writeAmount(out, guestTotal(offer), money, money.end);
  if (hasUnpriced) writeUnpriced(out, charges);
  if (exchange !== null) {
    out.raw(PART.exchange);
    out.json(JSON.stringify(exchangeView(exchange)));
  }
}

function writeTax(out: JsonBytes, charge: SuppliedCharge, amountMinor: number, money: MoneyParts): void {
  out.raw(chargeStart(charge).amount);
  if (charge.local === undefined) {
    writeAmount(out, amountMinor, money, money.collection[charge.collection]);
    return;
  }
  writeAmount(out, amountMinor, money, money.end);
  writeLocal(out, charge.local);
  out.raw(PART.collection);
  out.characters(charge.collection);
  out.raw(PART.endOfString);
}

/** A charge in the list of those that the guest pays at the property. */
function writeLocalTax(out: JsonBytes, charge: SuppliedCharge, amountMinor: number, money: MoneyParts): void {
  out.raw(chargeStart(charge).amount);
  if (charge.local === undefined) {
    writeAmount(out, amountMinor, money, money.endOfObject);
    return;
  }
  writeAmount(out, amountMinor, money, money.end);
  writeLocal(out, charge.local);
  out.raw(PART.end);
}

function writeUnpriced(out: JsonBytes, charges: readonly SuppliedCharge[]): void {
  out.raw(PART.unpricedCharges);
  let isFirst = true;
  for (const charge of charges) {
    if (charge.amountMinor !== null) continue;
    if (!isFirst) out.raw(PART.comma);
    isFirst = false;
    out.raw(chargeStart(charge).texts);
    out.raw(PART.unpricedCollection);
    out.characters(charge.collection);
    out.raw(PART.quote);
    if (charge.percent !== undefined) {
      out.raw(PART.percent);
      out.text(charge.percent);
    }
    if (charge.local !== undefined) writeLocal(out, charge.local);
    out.raw(PART.end);
  }
  out.raw(PART.endOfList);
}

function writeLocal(out: JsonBytes, { amountMinor, currency }: NonNullable<SuppliedCharge['local']>): void {
  const money = moneyParts(currency);
  out.raw(PART.local);
  writeAmount(out, amountMinor, money, money.end);
}
