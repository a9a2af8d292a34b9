/** Pure. The price of an offer as partners see it. */
import type { SearchedOffer } from '@serai/contract/booking/offer.ts';
import { toMoney } from '../../platform/money/minor-units.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';
import { guestTotal } from './guest-total.ts';
import type { Exchange, PricedOffer } from './priced-offer.ts';

type Price = SearchedOffer['price'];

export function priceView(offer: PricedOffer): Price {
  const { currency, netMinor, sellingMinor, charges, exchange } = offer;
  const price: Price = {
    currency,
    net: toMoney(netMinor, currency),
    selling: toMoney(sellingMinor, currency),
    commission: toMoney(sellingMinor - netMinor, currency),
    taxesAndFees: charges.map(charge => taxView(charge, currency)),
    payAtProperty: charges
      .filter(({ collection }) => collection === 'PAY_AT_PROPERTY')
      .map(charge => chargeView(charge, currency)),
    guestTotal: toMoney(guestTotal(offer), currency),
  };
  if (exchange !== null) price.exchange = exchangeView(exchange);
  return price;
}

export function exchangeView({ from, to, rate, asOfMs }: Exchange): NonNullable<Price['exchange']> {
  return { from, to, rate, asOf: instantText(asOfMs) };
}

function taxView(charge: SuppliedCharge, currency: string): Price['taxesAndFees'][number] {
  const { code, description, type, basis, collection } = charge;
  return { code, description, type, basis, amount: toMoney(charge.amountMinor, currency), collection };
}

function chargeView(charge: SuppliedCharge, currency: string): Price['payAtProperty'][number] {
  return {
    code: charge.code,
    description: charge.description,
    type: charge.type,
    basis: charge.basis,
    amount: toMoney(charge.amountMinor, currency),
  };
}
