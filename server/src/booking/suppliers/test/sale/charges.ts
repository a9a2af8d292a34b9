/** Pure. Taxes and fees of a stay: what the price includes, and what the guest pays at the hotel. */
import type { StayCharge, SuppliedCharge } from '../../../port/supplied-offer.ts';
import type { Occupancy } from '../../../port/supplier.ts';
import { type CountryMarket, priceIn } from './country-markets.ts';
import type { Range } from './provider-range.ts';
import { hashOf, isChosen } from './steady-choice.ts';

/** Towns stop counting after so many nights. */
const MOST_TAXED_NIGHTS = 7;
const CLEANING_CENTS = 2_800;
const RESORT_CENTS = 2_600;
/** Where a scenario wants local charges and the country has none. */
const USUAL_CITY_TAX_CENTS = 250;

interface ChargedStay {
  occupancies: readonly Occupancy[];
  nights: number;
  currency: string;
  market: CountryMarket;
  isForcedToCharge: boolean;
}

/** Those that are the same for every offer of a hotel and stay. */
export function localCharges(range: Range, stay: ChargedStay): SuppliedCharge[] {
  const { occupancies, nights, currency, market, isForcedToCharge } = stay;
  const charges: SuppliedCharge[] = [];
  const taxCents = market.cityTaxCents || (isForcedToCharge ? USUAL_CITY_TAX_CENTS : 0);
  if (taxCents > 0) {
    const adults = occupancies.reduce((sum, occupancy) => sum + occupancy.adults, 0);
    charges.push({
      code: 'CITY_TAX',
      description: 'City tax, for each adult and night',
      type: 'TAX',
      basis: 'PER_PERSON_PER_NIGHT',
      collection: 'PAY_AT_PROPERTY',
      amountMinor: priceIn(currency, taxCents) * adults * Math.min(nights, MOST_TAXED_NIGHTS),
    });
  }
  if (isForcedToCharge || (market.hasResortFees && isChosen(hashOf('resort', range.hash), 300))) {
    charges.push({
      code: 'RESORT_FEE',
      description: 'Resort fee, for each room and night',
      type: 'FEE',
      basis: 'PER_ROOM_PER_NIGHT',
      collection: 'PAY_AT_PROPERTY',
      amountMinor: priceIn(currency, RESORT_CENTS) * occupancies.length * nights,
    });
  }
  return charges;
}

/** Of one self-catering room. */
export function cleaningFee(currency: string, market: CountryMarket): StayCharge {
  return {
    code: 'CLEANING_FEE',
    description: 'Final cleaning',
    amountMinor: priceIn(currency, CLEANING_CENTS, market.levelPermille),
  };
}

/** What the price holds already. */
export function includedCharges(
  netMinor: number,
  market: CountryMarket,
  cleaning: StayCharge | undefined,
  rooms: number,
): SuppliedCharge[] {
  const charges: SuppliedCharge[] = [];
  if (market.vatPermille > 0) {
    charges.push({
      code: 'VAT',
      description: 'Value added tax',
      type: 'TAX',
      basis: 'PERCENT',
      collection: 'INCLUDED',
      amountMinor: Math.round((netMinor * market.vatPermille) / (1_000 + market.vatPermille)),
    });
  }
  if (cleaning !== undefined) {
    charges.push({
      ...cleaning,
      type: 'FEE',
      basis: 'PER_ROOM',
      collection: 'INCLUDED',
      amountMinor: cleaning.amountMinor * rooms,
    });
  }
  return charges;
}
