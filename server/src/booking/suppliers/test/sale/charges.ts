/** Taxes, fees and promotions of a stay. Pure. */
import type { StayCharge, SuppliedCharge, SuppliedText } from '../../../port/supplied-offer.ts';
import type { Occupancy } from '../../../port/supplier.ts';
import { type CountryMarket, priceIn } from './country-markets.ts';
import type { Range } from './provider-range.ts';
import { hashOf, isChosen } from './stable-hash.ts';

/** City tax is charged for at most this many nights. */
const MAX_TAXED_NIGHTS = 7;
const CLEANING_CENTS = 2_800;
const RESORT_CENTS = 2_600;
/** Used if a scenario requires local charges and the country has none. */
const DEFAULT_CITY_TAX_CENTS = 250;

interface ChargedStay {
  occupancies: readonly Occupancy[];
  nights: number;
  currency: string;
  market: CountryMarket;
  isForcedToCharge: boolean;
}

/** Charges that are the same for every offer of a hotel and stay. */
export function localCharges(range: Range, stay: ChargedStay): SuppliedCharge[] {
  const { occupancies, nights, currency, market, isForcedToCharge } = stay;
  const charges: SuppliedCharge[] = [];
  const taxCents = market.cityTaxCents || (isForcedToCharge ? DEFAULT_CITY_TAX_CENTS : 0);
  if (taxCents > 0) {
    const adults = occupancies.reduce((sum, occupancy) => sum + occupancy.adults, 0);
    charges.push({
      code: 'CITY_TAX',
      description: 'City tax per adult and night',
      type: 'TAX',
      basis: 'PER_PERSON_PER_NIGHT',
      collection: 'PAY_AT_PROPERTY',
      amountMinor: priceIn(currency, taxCents) * adults * Math.min(nights, MAX_TAXED_NIGHTS),
    });
  }
  if (isForcedToCharge || (market.hasResortFees && isChosen(hashOf('resort', range.hash), 300))) {
    charges.push({
      code: 'RESORT_FEE',
      description: 'Resort fee per room and night',
      type: 'FEE',
      basis: 'PER_ROOM_PER_NIGHT',
      collection: 'PAY_AT_PROPERTY',
      amountMinor: priceIn(currency, RESORT_CENTS) * occupancies.length * nights,
    });
  }
  return charges;
}

/** Charged for each self-catering room. */
export function cleaningFee(currency: string, market: CountryMarket): StayCharge {
  return {
    code: 'CLEANING_FEE',
    description: 'Final cleaning',
    amountMinor: priceIn(currency, CLEANING_CENTS, market.levelPermille),
  };
}

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

export interface Promotion {
  permille: number;
  texts: readonly SuppliedText[];
}

const NONE: Promotion = { permille: 1_000, texts: [] };
const LONG_STAY: Promotion = {
  permille: 920,
  texts: [{ code: 'LONG_STAY', text: 'Stay seven nights or more and save 8 %', language: 'en' }],
};
const SPECIAL: Promotion = {
  permille: 900,
  texts: [{ code: 'SPECIAL_OFFER', text: 'Special offer of the month: 10 % off', language: 'en' }],
};

/** At most one promotion, which is the same at all providers of the hotel. */
export function promotionOf({ hash }: Range, checkIn: string, nights: number): Promotion {
  if (nights >= 7) return LONG_STAY;
  return isChosen(hashOf(checkIn.slice(0, 7), hash), 110) ? SPECIAL : NONE;
}
