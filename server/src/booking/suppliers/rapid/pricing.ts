/** Reads the price of one room: `occupancy_pricing` of a search or price check, or `pricing` of an itinerary. Pure. */

import { type Json, listOf, objectOf, textOf } from '../../../platform/json-values.ts';
import type { StayCharge, SuppliedCharge } from '../../port/supplied-offer.ts';
import { minorIn, type Price, priceOf } from './money.ts';

export interface RoomPricing {
  currency: string;
  totalMinor: number;
  /** Null if Rapid's nights do not add up to the total. */
  nightlyMinor: readonly number[] | null;
  stayCharges: readonly StayCharge[];
  /** The lowest price at which the room may be sold, or null if Rapid sets none. */
  sellingMinor: number | null;
  charges: readonly SuppliedCharge[];
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  base_rate: 'Base rate',
  tax_and_service_fee: 'Taxes and service fees',
  extra_person_fee: 'Fee for additional guests',
  property_fee: 'Property fee',
  sales_tax: 'Sales tax',
  adjustment: 'Adjustment',
  recovery_charges_and_fees: 'Recovery charges and fees',
  traveler_service_fee: 'Service fee',
};
const PROPERTY_CHARGES = [
  ['mandatory_fee', 'Mandatory fee', 'FEE'],
  ['resort_fee', 'Resort fee', 'FEE'],
  ['mandatory_tax', 'Mandatory tax', 'TAX'],
] as const;

/**
 * The total is `totals.inclusive.billable_currency`, which the operator owes. Returns undefined if it cannot be read.
 */
export function readPricing(value: unknown, nights: number): RoomPricing | undefined {
  const pricing = objectOf(value);
  const totals = objectOf(pricing?.totals);
  const total = billable(totals?.inclusive);
  if (pricing === undefined || totals === undefined || total === undefined || total.minor === 0)
    return undefined;
  const { currency, minor: totalMinor } = total;
  const stayCharges = readStay(pricing.stay, currency);
  const nightly = stayCharges && readNights(pricing.nightly, nights, currency);
  const isExact = nightly !== undefined && sumOf(nightly) + sumOfCharges(stayCharges ?? []) === totalMinor;
  const selling = billable(totals.minimum_selling_price);
  return {
    currency,
    totalMinor,
    nightlyMinor: isExact ? nightly : null,
    stayCharges: isExact ? (stayCharges ?? []) : [],
    sellingMinor: selling?.currency === currency && selling.minor >= totalMinor ? selling.minor : null,
    charges: [...includedTaxes(totals, total), ...propertyCharges(objectOf(pricing.fees), currency)],
  };
}

function billable(charge: unknown): Price | undefined {
  return priceOf(objectOf(charge)?.billable_currency);
}

function sumOf(amounts: readonly number[]): number {
  let sum = 0;
  for (const amount of amounts) sum += amount;
  return sum;
}

function sumOfCharges(charges: readonly StayCharge[]): number {
  let sum = 0;
  for (const { amountMinor } of charges) sum += amountMinor;
  return sum;
}

/**
 * Returns the sum of the charges of each night, or undefined if a night is missing, negative or in another currency.
 */
function readNights(value: unknown, nights: number, currency: string): number[] | undefined {
  const list = listOf(value);
  if (list.length !== nights) return undefined;
  const sums: number[] = [];
  for (const night of list) {
    let sum = 0;
    for (const charge of listOf(night)) {
      const minor = minorIn(charge, currency);
      if (minor === undefined) return undefined;
      sum += minor;
    }
    if (sum < 0 || !Array.isArray(night)) return undefined;
    sums.push(sum);
  }
  return sums;
}

/** Returns the charges that belong to no particular night, or undefined if one cannot be read. */
function readStay(value: unknown, currency: string): StayCharge[] | undefined {
  const charges: StayCharge[] = [];
  for (const each of listOf(value)) {
    const amountMinor = minorIn(each, currency);
    const type = textOf(objectOf(each)?.type);
    if (amountMinor === undefined || type === undefined) return undefined;
    const description = DESCRIPTIONS[type] ?? 'Other charge';
    const code = type in DESCRIPTIONS ? type.toUpperCase() : 'OTHER';
    charges.push({ code, description, amountMinor });
  }
  return charges;
}

/** The difference between the inclusive and the exclusive total. */
function includedTaxes(totals: Json, total: Price): SuppliedCharge[] {
  const exclusive = billable(totals.exclusive);
  if (exclusive?.currency !== total.currency || exclusive.minor >= total.minor) return [];
  return [
    {
      code: 'TAX',
      description: 'Taxes and service fees',
      type: 'TAX',
      basis: 'PER_STAY',
      collection: 'INCLUDED',
      amountMinor: total.minor - exclusive.minor,
    },
  ];
}

/**
 * Charges that the property collects. Their billable currency is the property's, which may differ from the currency of the offer.
 * The amount in the requested currency is then an estimate.
 */
function propertyCharges(fees: Json | undefined, currency: string): SuppliedCharge[] {
  if (fees === undefined) return [];
  return PROPERTY_CHARGES.flatMap(([name, description, type]): SuppliedCharge[] => {
    const fee = objectOf(fees[name]);
    const local = priceOf(fee?.billable_currency);
    const requested = priceOf(fee?.request_currency);
    const charge = {
      code: name.toUpperCase(),
      description,
      type,
      basis: 'PER_STAY',
      collection: 'PAY_AT_PROPERTY',
    } as const;
    if (local === undefined || local.minor === 0) return [];
    if (local.currency === currency) return [{ ...charge, amountMinor: local.minor }];
    const amountMinor = requested?.currency === currency ? requested.minor : null;
    return [{ ...charge, amountMinor, local: { currency: local.currency, amountMinor: local.minor } }];
  });
}

/** Merges charges of the same kind in several rooms, and adds up their amounts. */
export function addCharges(rooms: readonly RoomPricing[]): readonly SuppliedCharge[] {
  const [only] = rooms;
  if (rooms.length === 1 && only !== undefined) return only.charges;
  const sums = new Map<string, SuppliedCharge>();
  for (const { charges } of rooms) {
    for (const charge of charges) {
      const key = `${charge.code} ${charge.local?.currency ?? ''}`;
      const known = sums.get(key);
      sums.set(key, known === undefined ? charge : added(known, charge));
    }
  }
  return [...sums.values()];
}

function added(one: SuppliedCharge, other: SuppliedCharge): SuppliedCharge {
  const amountMinor =
    one.amountMinor === null || other.amountMinor === null ? null : one.amountMinor + other.amountMinor;
  if (one.local === undefined || other.local === undefined) return { ...one, amountMinor };
  const local = { ...one.local, amountMinor: one.local.amountMinor + other.local.amountMinor };
  return { ...one, amountMinor, local };
}
