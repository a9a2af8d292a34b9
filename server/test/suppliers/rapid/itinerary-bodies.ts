/** The JSON of a retrieved itinerary. Like Rapid's, it contains the guests, the email address and the phone number. */
import type { SimulatedItinerary, SimulatedItineraryRoom } from './ledger.ts';
import { type LinkMaker, penaltiesOf, pricingBody } from './rate-bodies.ts';
import { decimal, partyOf } from './rates.ts';

export function itineraryBody(itinerary: SimulatedItinerary, link: LinkMaker) {
  const { id, property, email, phone, rooms, billingContact, createdAtMs, reference } = itinerary;
  return {
    itinerary_id: id,
    property_id: property.id,
    links: {},
    email,
    phone,
    rooms: rooms.map(room => roomBody(itinerary, room, link)),
    ...(billingContact === undefined ? {} : { billing_contact: billingContact }),
    creation_date_time: new Date(createdAtMs).toISOString(),
    affiliate_reference_id: reference,
  };
}

/** Rapid's response while the details of an itinerary are not available. */
export function degradedBody({ id, createdAtMs }: SimulatedItinerary) {
  return { itinerary_id: id, creation_date_time: new Date(createdAtMs).toISOString() };
}

function roomBody(itinerary: SimulatedItinerary, room: SimulatedItineraryRoom, link: LinkMaker) {
  const { id: itineraryId, property, stay, rate, bedGroup, createdAtMs } = itinerary;
  const { adults, childAges } = partyOf(room.occupancy) ?? { adults: 1, childAges: [] };
  const pricing = rate.pricing.get(room.occupancy);
  if (pricing === undefined) throw new Error(`The rate has no price for ${room.occupancy}.`);
  const path = `/v3/itineraries/${itineraryId}/rooms/${room.id}`;
  const isBooked = room.status === 'booked';
  return {
    id: room.id,
    ...(isBooked ? { confirmation_id: { expedia: `1${room.id}`, property: `P${room.id}` } } : {}),
    bed_group_id: bedGroup,
    checkin: stay.checkin,
    checkout: stay.checkout,
    number_of_adults: adults,
    ...(childAges.length === 0 ? {} : { child_ages: childAges }),
    given_name: room.givenName,
    family_name: room.familyName,
    status: room.status,
    ...(room.specialRequest === undefined ? {} : { special_request: room.specialRequest }),
    smoking: false,
    rate: {
      id: rate.id,
      merchant_of_record: rate.merchant,
      refundable: rate.terms !== 'NON_REFUNDABLE',
      // Negative, even for a non-refundable room.
      cancel_refund: { amount: `-${decimal(pricing.inclusive, stay.currency)}`, currency: stay.currency },
      ...(rate.amenity === null ? {} : { amenities: [rate.amenity.id] }),
      cancel_penalties: penaltiesOf(rate, property, stay, { nowMs: createdAtMs, offset: '+00:00' }),
      pricing: pricingBody(pricing, stay.currency, property),
    },
    ...(isBooked
      ? { links: { cancel: link('cancel', path, { itinerary: itineraryId, room: room.id }, 'DELETE') } }
      : {}),
  };
}
