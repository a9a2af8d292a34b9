/**
 * Pure. The taxes and fees of a stay, rounded half up line by line. INCLUDED ones are parts of the price: fixed amounts first, and
 * what is left is the price before percents plus all of them. PAY_AT_PROPERTY ones come on top of the price.
 */
import { percentOf } from '../../../../platform/money/percent-of.ts';
import type { SuppliedCharge } from '../../../port/supplied-offer.ts';
import type { Occupancy } from '../../../port/supplier.ts';
import type { Property, PropertyCharge } from './property.ts';

const NONE: readonly SuppliedCharge[] = [];

export function stayCharges(
  { charges, includedScaled }: Property,
  netMinor: number,
  nights: number,
  occupancies: readonly Occupancy[],
): readonly SuppliedCharge[] {
  if (charges.length === 0) return NONE;
  const fixed = charges.map(charge => fixedMinor(charge, nights, occupancies));
  let left = netMinor;
  for (const [i, { collection }] of charges.entries()) {
    if (collection !== 'INCLUDED') continue;
    fixed[i] = Math.min(fixed[i] ?? 0, left);
    left -= fixed[i];
  }
  return charges.map(({ code, description, type, basis, collection, percent, percentScaled }, i) => ({
    code,
    description,
    type,
    basis: percent === undefined ? (basis ?? 'UNKNOWN') : 'PERCENT',
    collection,
    amountMinor:
      percent === undefined
        ? (fixed[i] ?? 0)
        : collection === 'INCLUDED'
          ? contained(left, percentScaled, includedScaled)
          : percentOf(netMinor, percent),
  }));
}

function fixedMinor(charge: PropertyCharge, nights: number, occupancies: readonly Occupancy[]): number {
  const { amountMinor = 0, basis = 'PER_STAY', minimumAge = 0, maximumNights = nights } = charge;
  const times = basis.endsWith('PER_NIGHT') ? Math.min(nights, maximumNights) : 1;
  if (basis === 'PER_STAY' || basis === 'PER_NIGHT') return amountMinor * times;
  if (basis === 'PER_ROOM' || basis === 'PER_ROOM_PER_NIGHT') return amountMinor * times * occupancies.length;
  let people = 0;
  for (const { adults, childAges } of occupancies) {
    people += adults;
    for (const age of childAges) if (age >= minimumAge) people += 1;
  }
  return amountMinor * times * people;
}

const HUNDRED_SCALED = 1_000_000;

/** Of a price that contains all the percents: price × percent / (100 + all percents). */
function contained(minor: number, percentScaled: number, includedScaled: number): number {
  const bottom = HUNDRED_SCALED + includedScaled;
  const top = minor * percentScaled * 2 + bottom;
  if (Number.isSafeInteger(top)) return Math.floor(top / (bottom * 2));
  const exact = BigInt(minor) * BigInt(percentScaled) * 2n + BigInt(bottom);
  return Number(exact / BigInt(bottom * 2));
}
