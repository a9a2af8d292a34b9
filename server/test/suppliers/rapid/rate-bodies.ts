import type { SimulatedProperty } from './properties.ts';
import { decimal, type SimulatedPricing, type SimulatedRate, type SimulatedStay } from './rates.ts';

const DAY_MS = 86_400_000;

/** Creates a link whose token identifies `data`. Some kinds of links expire. */
export type LinkMaker = (
  kind: string,
  path: string,
  data: object,
  method?: string,
) => { method: string; href: string; expires?: string };

/** An instant with the offset of a property, to the millisecond. */
export function withOffset(atMs: number, offset: string): string {
  const sign = offset.startsWith('-') ? -1 : 1;
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
  const local = new Date(atMs + sign * (hours * 60 + minutes) * 60_000);
  return local.toISOString().replace('Z', offset);
}

/**
 * The penalty of a non-refundable rate starts at the time of the request, to the millisecond. A retrieved itinerary has
 * the same deadlines in UTC.
 */
export function penaltiesOf(
  { terms }: Pick<SimulatedRate, 'terms'>,
  property: SimulatedProperty,
  stay: SimulatedStay,
  { nowMs, offset = property.offset }: { nowMs: number; offset?: string },
): object[] {
  const arrivalMs = Date.parse(`${stay.checkin}T15:00:00.000${property.offset}`);
  const { currency } = stay;
  const end = withOffset(arrivalMs, offset);
  switch (terms) {
    case 'NON_REFUNDABLE':
      return [{ start: withOffset(nowMs, offset), end, percent: '100%', currency }];
    case 'STRICT':
      return [
        {
          start: withOffset(arrivalMs - 14 * DAY_MS, offset),
          end: withOffset(arrivalMs - 3 * DAY_MS, offset),
          percent: '50%',
          currency,
        },
        { start: withOffset(arrivalMs - 3 * DAY_MS, offset), end, percent: '100%', currency },
      ];
    case 'FLEXIBLE':
      return [{ start: withOffset(arrivalMs - DAY_MS, offset), end, nights: '1', currency }];
  }
}

export function pricingBody(
  {
    nightly,
    extraPersonFee,
    inclusive,
    exclusive,
    resortFee,
    resortFeeLocal,
    marketingFee,
  }: SimulatedPricing,
  currency: string,
  property: SimulatedProperty,
) {
  const amount = (minor: number) => ({ value: decimal(minor, currency), currency });
  const both = (minor: number) => ({ billable_currency: amount(minor), request_currency: amount(minor) });
  const local = { value: decimal(resortFeeLocal, property.currency), currency: property.currency };
  const fee = { billable_currency: local, request_currency: amount(resortFee) };
  return {
    // The order of the charges of a night varies.
    nightly: nightly.map(({ base, tax }, night) => {
      const charges = [
        { type: 'base_rate', ...amount(base) },
        { type: 'tax_and_service_fee', ...amount(tax) },
      ];
      return night % 2 === 0 ? charges : charges.reverse();
    }),
    ...(extraPersonFee === 0 ? {} : { stay: [{ type: 'extra_person_fee', ...amount(extraPersonFee) }] }),
    totals: {
      inclusive: both(inclusive),
      exclusive: both(exclusive),
      strikethrough: both(Math.round(exclusive * 1.1)),
      property_inclusive: { billable_currency: local, request_currency: amount(inclusive + resortFee) },
      marketing_fee: { billable_currency: local, request_currency: amount(marketingFee) },
      property_fees: fee,
    },
    fees: { resort_fee: fee },
  };
}

export function occupancyPricing(rate: SimulatedRate, stay: SimulatedStay, property: SimulatedProperty) {
  return Object.fromEntries(
    [...rate.pricing].map(([occupancy, pricing]) => [
      occupancy,
      pricingBody(pricing, stay.currency, property),
    ]),
  );
}

export function rateBody(
  rate: SimulatedRate,
  property: SimulatedProperty,
  stay: SimulatedStay,
  nowMs: number,
  link: LinkMaker,
) {
  const { id, room, terms, amenity, merchant, isPackage, available } = rate;
  const path = `/v3/properties/${property.id}/rooms/${room.id}/rates/${id}`;
  return {
    id,
    status: 'available',
    available_rooms: available,
    refundable: terms !== 'NON_REFUNDABLE',
    member_deal_available: false,
    sale_scenario: { package: isPackage, member: false, corporate: false, distribution: false },
    merchant_of_record: merchant,
    ...(amenity === null ? {} : { amenities: { [amenity.id]: amenity } }),
    links: { payment_options: link('payment_options', `/v3/properties/${property.id}/payment-options`, {}) },
    bed_groups: Object.fromEntries(
      room.beds.map(({ id: bedId, description, ...configuration }) => [
        bedId,
        {
          id: bedId,
          description,
          links: {
            price_check: link('price_check', path, { property: property.id, rate: id, bed: bedId, stay }),
          },
          configuration: [configuration],
        },
      ]),
    ),
    cancel_penalties: penaltiesOf(rate, property, stay, { nowMs }),
    occupancy_pricing: occupancyPricing(rate, stay, property),
    ...(terms === 'FLEXIBLE' && merchant === 'expedia'
      ? {
          promotions: {
            value_adds: { '254493': { id: '254493', description: 'Free late check-out' } },
            deal: { id: '9', description: 'Book early and save 10%' },
          },
        }
      : {}),
  };
}
