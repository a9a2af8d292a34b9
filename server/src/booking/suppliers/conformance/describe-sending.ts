/**
 * Conformance tests of the service together with the supplier: if the response to a booking is lost, the service does not send the
 * booking again but looks it up. If references are not unique, nothing else prevents a second reservation.
 */
import { nightsBetween } from '@serai/contract/shared/nights-between.ts';
import { expect, it } from 'vitest';
import { type BookingWorld, bookingContent, bookingWorld, PEOPLE } from '../../../../test/booking-world.ts';
import { type Booking, type BookingContent, referenceOf } from '../../bookings/booking.ts';
import { sendBooking } from '../../bookings/protocol/send-booking.ts';
import type { Booked } from '../../port/outcomes.ts';
import type { Supplier } from '../../port/supplier.ts';
import { calculateTerms } from '../../terms/calculate-terms.ts';
import type { Ordered, SupplierClient, SupplierUnderTest } from './supplier-client.ts';

const SECOND_MS = 1_000;

export function describeSending(getSubject: () => SupplierUnderTest, getWalk: () => SupplierClient): void {
  /** Books through the service. `respond` replaces the response of the supplier. Returns the settled booking. */
  async function bookWith(respond: (booked: Booked) => Booked): Promise<{ booking: Booking; sends: number }> {
    const { supplier, stay, hotel, settle } = getSubject();
    const client = getWalk();
    const order = await client.ordered(stay, hotel);
    const world = await bookingWorld();
    let sends = 0;
    const linked: Partial<Supplier> = {
      capabilities: supplier.capabilities,
      book: async (_, request) => {
        sends += 1;
        return respond(await supplier.book(client.call(), request));
      },
      // The supplier and the service use different clocks in this test.
      lookup: (_, known) => supplier.lookup(client.call(), { ...known, sentAtMs: client.clock.nowMs() }),
    };
    Object.assign(world.supplier, linked);
    try {
      const booking = await send(world, order);
      await settle?.();
      world.runner.start();
      for (let i = 0; i < 20 && (await world.read(booking.booking_id)).status === 'PENDING'; i++) {
        await world.pass(SECOND_MS);
      }
      await world.runner.stop();
      return { booking: await world.read(booking.booking_id), sends };
    } finally {
      await world.drop();
    }
  }

  it('the service sends a booking only once if the response was lost, and a lookup confirms it', async () => {
    const { booking, sends } = await bookWith(() => ({ kind: 'UNKNOWN', cause: 'CONNECTION' }));
    expect(booking.status).toBe('CONFIRMED');
    expect(sends).toBe(1);
  });

  it('the service confirms an accepted booking after a lookup, without sending it again', async () => {
    const { booking, sends } = await bookWith(booked =>
      'supplierRef' in booked ? { kind: 'ACCEPTED', supplierRef: booked.supplierRef } : booked,
    );
    expect(booking).toMatchObject({ status: 'CONFIRMED', needs_attention: false });
    expect(sends).toBe(1);
  });
}

/** Contains the board, the terms and the cost of the offer. The other fields are sample values, because these tests do not read them. */
function contentOf({ request, offer }: Pick<Ordered, 'request' | 'offer'>): BookingContent {
  const { currency, netMinor, checkIn, checkOut, hotel, tokens } = request;
  const content = bookingContent();
  return {
    ...content,
    board: { ...content.board, code: offer.board },
    terms: calculateTerms(offer.policy, { netMinor, timeZone: hotel.timeZone, checkIn }),
    pricing: {
      ...{ nights: nightsBetween(checkIn, checkOut), currency, roomCosts: [netMinor] },
      ...{ leastSellingMinor: null, rules: [], rates: {} },
    },
    tokens,
    toleranceMinor: 0,
  };
}

async function send(world: BookingWorld, { request, offer }: Ordered): Promise<Booking> {
  const { currency, netMinor, checkIn, checkOut, hotel, holder } = request;
  const { booking, attempt } = await world.journalled({
    ...{ hotelId: hotel.hotelId, checkIn, checkOut, currency, netMinor },
    ...{ supplierCurrency: currency, supplierNetMinor: netMinor },
    content: contentOf({ request, offer }),
    people: { ...PEOPLE, holder },
  });
  const sent = await sendBooking(
    world.parts,
    {
      ...{ provider: world.provider, organisationId: world.scope.organisationId, testMode: true, attempt },
      journalFromMs: world.parts.clock.monotonicMs(),
      scenario: undefined,
      respondByMs: world.parts.clock.monotonicMs() + SECOND_MS,
      onExchanges: () => {},
    },
    { ...request, reference: referenceOf(booking.booking_id) },
  );
  if (sent === undefined) return expect.fail('the outcome was not recorded');
  return sent;
}
