import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { Exchange } from '../offers/priced-offer.ts';
import type { StayRequest } from '../port/supplier.ts';
import type { SearchPrices } from '../pricing-port.ts';
import type { RequestMode } from '../request-mode.ts';
import { exchangesTo } from './comparable-results.ts';

interface PricedRequest {
  organisationId: string;
  mode: Pick<RequestMode, 'catalogue'>;
  stay: Pick<StayRequest, 'checkIn' | 'checkOut' | 'market'>;
  /** An exchange rate that was shown and applies instead of the current one. */
  exchange?: Exchange | null;
}

/** Returns undefined if no rule can apply. Net then equals cost. */
export function openPrices(
  { pricing, rates, clock }: Pick<SearchParts, 'pricing' | 'rates' | 'clock'>,
  { organisationId, mode, stay, exchange }: PricedRequest,
): Promise<SearchPrices | undefined> {
  const { checkIn, checkOut, market } = stay;
  const exchangeFor = exchangesTo(rates, pricing, mode.catalogue, market.currency);
  return pricing.open({
    organisationId,
    environment: mode.catalogue,
    checkIn,
    nights: nightsBetween(checkIn, checkOut),
    nationality: market.nationality,
    currency: market.currency,
    nowMs: clock.nowMs(),
    rateFrom: from => (from === exchange?.from ? exchange.rate : exchangeFor(from)?.rate),
  });
}
