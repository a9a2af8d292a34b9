/** The rates of the Rapid simulator: which rooms and terms a property sells for a stay, and for how much. Pure. */
import { minorUnits } from '@serai/contract/shared/amounts.ts';
import { hashOf, type SimulatedProperty, type SimulatedRoom } from './properties.ts';

export interface SimulatedStay {
  checkin: string;
  checkout: string;
  currency: string;
  countryCode: string;
  /** As requested, for example `2-9,4`. Each room is listed, even if two rooms are equal. */
  occupancies: readonly string[];
}

export type Terms = 'FLEXIBLE' | 'STRICT' | 'NON_REFUNDABLE';

export interface SimulatedRate {
  id: string;
  room: SimulatedRoom;
  terms: Terms;
  amenity: { id: string; name: string } | null;
  merchant: 'expedia' | 'property';
  isPackage: boolean;
  /** 2147483647 if unknown. */
  available: number;
  /** By occupancy, for example `2-9,4`. Two equal rooms share an entry. */
  pricing: ReadonlyMap<string, SimulatedPricing>;
}

/** Amounts in minor units of the requested currency, for one room. */
export interface SimulatedPricing {
  nightly: readonly { base: number; tax: number }[];
  extraPersonFee: number;
  inclusive: number;
  exclusive: number;
  /** Collected by the property in its own currency. */
  resortFeeLocal: number;
  resortFee: number;
  marketingFee: number;
}

const PLANS: readonly {
  terms: Terms;
  percent: number;
  amenity: SimulatedRate['amenity'];
  merchant: 'expedia' | 'property';
  isPackage: boolean;
}[] = [
  { terms: 'FLEXIBLE', percent: 112, amenity: null, merchant: 'expedia', isPackage: false },
  {
    terms: 'STRICT',
    percent: 106,
    amenity: { id: '2098', name: 'Free breakfast' },
    merchant: 'expedia',
    isPackage: false,
  },
  {
    terms: 'NON_REFUNDABLE',
    percent: 94,
    amenity: { id: '2192', name: 'Free WiFi' },
    merchant: 'expedia',
    isPackage: false,
  },
  { terms: 'FLEXIBLE', percent: 118, amenity: null, merchant: 'property', isPackage: false },
  { terms: 'NON_REFUNDABLE', percent: 80, amenity: null, merchant: 'expedia', isPackage: true },
];
const UNKNOWN_ROOMS = 2_147_483_647;
const DAY_MS = 86_400_000;
/** Units of a currency per euro, so that prices are plausible. */
const PER_EURO: Readonly<Record<string, number>> = { JPY: 160, KWD: 0.33, USD: 1.1 };

export function nightsOf({ checkin, checkout }: Pick<SimulatedStay, 'checkin' | 'checkout'>): number {
  return Math.round((Date.parse(checkout) - Date.parse(checkin)) / DAY_MS);
}

/** Undefined if the text is not an occupancy. */
export function partyOf(occupancy: string): { adults: number; childAges: number[] } | undefined {
  const parts = /^([1-9]\d?)(?:-(\d{1,2}(?:,\d{1,2})*))?$/.exec(occupancy);
  if (parts === null) return undefined;
  return { adults: Number(parts[1]), childAges: (parts[2]?.split(',') ?? []).map(Number) };
}

export function fits(room: SimulatedRoom, occupancy: string): boolean {
  const { adults, childAges } = partyOf(occupancy) ?? { adults: 99, childAges: [] };
  const { maxAdults, maxChildren, maxTotal } = room;
  return adults <= maxAdults && childAges.length <= maxChildren && adults + childAges.length <= maxTotal;
}

/** All rates of a property for a stay. All rooms of a stay have the same rate. */
export function ratesOf(
  seed: string,
  property: SimulatedProperty,
  stay: SimulatedStay,
  pricePercent: number,
): SimulatedRate[] {
  return property.rooms.flatMap((room, number) => {
    if (!stay.occupancies.every(each => fits(room, each))) return [];
    return PLANS.map(({ percent, ...plan }, index) => ({
      ...plan,
      id: `${room.id}${index}`,
      room,
      available: number === 1 ? UNKNOWN_ROOMS : 30,
      pricing: new Map(
        [...new Set(stay.occupancies)].map(each => [
          each,
          priceOf(seed, property, room, stay, each, (percent * pricePercent) / 100),
        ]),
      ),
    }));
  });
}

function priceOf(
  seed: string,
  property: SimulatedProperty,
  room: SimulatedRoom,
  { checkin, checkout, currency }: SimulatedStay,
  occupancy: string,
  percent: number,
): SimulatedPricing {
  const { adults, childAges } = partyOf(occupancy) ?? { adults: 1, childAges: [] };
  const unit = 10 ** minorUnits(currency) * (PER_EURO[currency] ?? 1);
  const nights = nightsOf({ checkin, checkout });
  const nightly = Array.from({ length: nights }, (_, night) => {
    const euros = 60 + (hashOf(seed, room.id, checkin, night) % 9_000) / 100 + adults * 11.35;
    const base = Math.round((euros * unit * percent) / 100);
    return { base, tax: Math.round(base * 0.173) };
  });
  const extraPersonFee = childAges.length === 0 ? 0 : Math.round(9.45 * unit * childAges.length);
  const exclusive = nightly.reduce((sum, { base }) => sum + base, extraPersonFee);
  const local = 10 ** minorUnits(property.currency) * (PER_EURO[property.currency] ?? 1);
  return {
    nightly,
    extraPersonFee,
    exclusive,
    inclusive: nightly.reduce((sum, { tax }) => sum + tax, exclusive),
    resortFeeLocal: Math.round(4.5 * local * nights),
    resortFee: Math.round(4.5 * unit * nights),
    marketingFee: Math.round(exclusive * 0.08),
  };
}

export function decimal(minor: number, currency: string): string {
  return (minor / 10 ** minorUnits(currency)).toFixed(minorUnits(currency));
}
